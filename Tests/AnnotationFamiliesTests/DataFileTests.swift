import AnnotationFamilies
import Foundation
import GRDB
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing
import Workloads
import YAMLReading

/// Pins, cameras and profiles from files of the user's.
@Suite struct DataFileTests {
  /// Throws the pins that it is given, so that a test sees them.
  private final class PinThief: AnnotationStrategy {
    struct Loot: Error {
      let pins: PinSet
    }

    init(pins: PinSet, context: StrategyContext) throws { throw Loot(pins: pins) }
    func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
  }

  private let coordinates = (0..<40).map {
    Coordinate(latitude: Double($0) / 4 - 5, longitude: 10 + Double($0))
  }

  private var geoJSON: String {
    let features = coordinates.map {
      "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Point\","
        + "\"coordinates\":[\($0.longitude),\($0.latitude)]}}"
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
  }

  private var csv: String {
    "name,lat,lon\n"
      + coordinates.enumerated().map { "\"pin, \($0)\",\($1.latitude),\($1.longitude)\n" }.joined()
  }

  /// A scenario in the folder; `sizes` is left out where it is empty.
  private func makeScenario(
    data: String, sizes: String = "", others: [String: String?] = [:], in folder: TemporaryFolder
  ) throws -> Scenario {
    let thief = StrategyEntry("thief", PinThief.self, summary: "Throws its pins.")
    var replacements: [String: String?] = [
      "data": data, "sizes": sizes.isEmpty ? nil : "sizes: \(sizes)",
      "strategies": "strategies: [all-pins, thief]", "thresholds": nil, "claims": nil,
    ]
    replacements.merge(others) { $1 }
    return try Scenario(
      yaml: ScenarioText.replacing(replacements), file: folder.path + "/own.yaml",
      families: FamilyRegistry([Family.annotations.adding([thief])]))
  }

  private func pins(of scenario: Scenario, size: Int, folder: TemporaryFolder) throws -> PinSet? {
    let thief = Case(scenario: "sample", variant: "", size: size, strategy: "thief")
    do {
      try scenario.workload.prepare(thief, folders: folder.trialFolders()).build()
      return nil
    } catch let loot as PinThief.Loot {
      return loot.pins
    }
  }

  @Test(arguments: ["pins.geojson", "pins.csv"])
  func aFilesPinsAreTakenInItsOrder(name: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(name.hasSuffix("csv") ? csv : geoJSON, to: name)
    let scenario = try makeScenario(data: "data: { file: \(name) }", in: folder)
    #expect(scenario.sizes == [40], "the file's own size")
    #expect(try pins(of: scenario, size: 40, folder: folder)?.coordinates == coordinates)
    #expect(scenario.workload.seeds.map(\.name) == ["camera"])
    try scenario.workload.check(sizes: [1, 40])
  }

  @Test(arguments: ["pins.geojson", "pins.csv"])
  func smallerSizesTakeASelectionThatIsSpreadOut(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(name.hasSuffix("csv") ? csv : geoJSON, to: name)
    let scenario = try makeScenario(
      data: "data: { file: \(path) }", sizes: "[10, 4, 1]", in: folder)
    #expect(scenario.sizes == [10, 4, 1])
    for size in [1, 4, 7, 10, 39] {
      let selected = try #require(try pins(of: scenario, size: size, folder: folder)).coordinates
      #expect(selected.count == size && Set(selected).count == size)
      // A degree from pin to pin: no gap is more than twice as wide as an even one, rounded up.
      let gaps = zip(selected, selected.dropFirst()).map { $1.longitude - $0.longitude }
      #expect(gaps.allSatisfy { $0 <= 2 * Double((40 + size - 1) / size) })
    }
  }

  @Test func moreThanTheFileHasIsAnError() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(csv, to: "pins.csv")
    let scenario = try makeScenario(data: "data: { file: pins.csv }", sizes: "[10, 41]", in: folder)
    let expected = WorkloadError.tooFewPins(file: path, found: 40, wanted: 41)
    #expect(throws: expected) { try scenario.workload.check(sizes: scenario.sizes) }
    #expect(throws: expected) { try pins(of: scenario, size: 41, folder: folder) }
    #expect("\(expected)".contains("at least 41 pins for this size, found 40"))
  }

  @Test func filesThatCannotServeAreErrors() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("lat,lon\n1,2\n91,2\n", to: "bad.csv")
    for name in ["missing.csv", "bad.csv"] {
      let sized = try makeScenario(data: "data: { file: \(name) }", sizes: "[1]", in: folder)
      let isAtItsPlace: (any Error) -> Bool = { error in
        guard let error = error as? InputError, case .data = error.problem else { return false }
        let line = name == "bad.csv" ? 3 : 1
        return error.location.file == folder.path + "/" + name && error.location.line == line
      }
      #expect { try sized.workload.check(sizes: [1]) } throws: { isAtItsPlace($0) }
      // Without sizes the file is read with the scenario.
      #expect {
        try makeScenario(data: "data: { file: \(name) }", in: folder)
      } throws: { isAtItsPlace($0) }
    }
  }

  private func makeDatabase(in folder: TemporaryFolder) throws {
    let database = try DatabaseQueue(path: folder.path + "/app.db")
    try database.write { database in
      for table in ["places", "stops"] {
        try database.execute(sql: "CREATE TABLE \(table)(lat REAL, lng REAL, north REAL)")
        for pin in coordinates {
          try database.execute(
            sql: "INSERT INTO \(table) VALUES (?, ?, ?)",
            arguments: [pin.latitude, pin.longitude, -pin.latitude])
        }
      }
    }
    try database.close()
  }

  @Test func aDatabasesPinsAreTaken() throws {
    let folder = try TemporaryFolder()
    try makeDatabase(in: folder)
    for (keys, sign) in [
      ("sqlite: app.db, table: places", 1.0),
      ("sqlite: app.db, table: stops, latitude: lat, longitude: lng", 1),
      ("sqlite: app.db, table: places, latitude: north, longitude: lng", -1),
    ] {
      let scenario = try makeScenario(data: "data: { \(keys) }", in: folder)
      let found = try pins(of: scenario, size: 40, folder: folder)?.coordinates
      #expect(found?.map(\.latitude) == coordinates.map { sign * $0.latitude }, "\(keys)")
      #expect(scenario.workload.inputFiles.contains(folder.path + "/app.db"))
    }
    #expect {
      try makeScenario(data: "data: { sqlite: app.db }", in: folder)
    } throws: { error in
      "\(error)".contains("app.db:1:1: error: expected one table only")
        && "\(error)".contains("sqlite: FILE, table: places")
    }
  }

  @Test func columnsOfAFileMayBeNamed() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("a,b,lat,lon\n1,2,3,4\n", to: "pins.csv")
    let scenario = try makeScenario(
      data: "data: { file: pins.csv, latitude: a, longitude: b }", in: folder)
    #expect(
      try pins(of: scenario, size: 1, folder: folder)?.coordinates
        == [Coordinate(latitude: 1, longitude: 2)])
  }

  @Test(arguments: [
    ("file: a.csv, pins: 3", 28, "either 'file' or 'generator' with 'pins' and 'seed'"),
    ("sqlite: a.db, seed: 3", 29, "either 'sqlite' or 'generator' with 'pins' and 'seed'"),
    ("file: a.csv, sqlite: a.db", 30, "either 'file' or 'sqlite'"),
    ("file: a.db, table: t", 28, "'sqlite' instead of 'file' beside it"),
    ("sqlite: a.db, latitude: lat", 33, "'latitude' and 'longitude', or neither"),
    ("file: a.csv, longitude: lon", 33, "'latitude' and 'longitude', or neither"),
    ("generator: line, pins: 5, table: t", 42, "a 'file' or a 'sqlite' beside it"),
    ("table: t", 16, "a 'file' or a 'sqlite' beside it"),
    ("sqlite: a.db, tabel: t", 23, "did you mean 'table'?"),
    ("sqlite: [a.db]", 17, "expected text"),
  ])
  func keysThatDoNotGoTogetherAreErrors(keys: String, column: Int, expected: String) throws {
    let folder = try TemporaryFolder()
    #expect {
      try makeScenario(data: "data: { \(keys) }", in: folder)
    } throws: { error in
      guard let error = error as? InputError else { return false }
      return error.location.column == column && "\(error)".contains(expected)
    }
  }

  @Test func aRecordedCameraIsFollowed() throws {
    let folder = try TemporaryFolder()
    let trace = CameraTraceGenerator.fling.trace(
      frames: 9, refresh: 60, seed: 1, pins: PinSet(coordinates: coordinates),
      viewport: Viewport(width: 200, height: 400), profile: .sample())
    _ = try folder.write(trace.jsonLines, to: "trace.jsonl")
    _ = try folder.write(csv, to: "pins.csv")
    let scenario = try makeScenario(
      data: "data: { file: pins.csv }", others: ["camera": "camera: { file: trace.jsonl }"],
      in: folder)
    try scenario.workload.check(sizes: scenario.sizes)
    #expect(scenario.workload.seeds.isEmpty)
    let replay = try scenario.workload.prepare(
      try #require(scenario.cases.first), folders: folder.trialFolders())
    #expect(replay.frameCount == 9)

    _ = try folder.write("not a frame\n", to: "trace.jsonl")
    #expect(throws: DataFileError.self) { try scenario.workload.check(sizes: [40]) }
  }

  @Test func anOwnProfileIsReadFromItsFile() throws {
    let folder = try TemporaryFolder()
    let line = "device: { viewport: [200, 400], profile: own.yaml }"
    #expect(
      throws: InputError(
        .unreadable(reason: "there is no such file"),
        at: .init(file: folder.path + "/own.yaml", line: 1, column: 1))
    ) {
      try makeScenario(
        data: "data: { generator: line, pins: 5 }", others: ["device": line], in: folder)
    }
    // Without the parameters of a search, which pins do not need.
    _ = try folder.write(try profileText(groups: [.app, .map]), to: "own.yaml")
    let scenario = try makeScenario(
      data: "data: { generator: line, pins: 5 }", others: ["device": line], in: folder)
    #expect(scenario.workload.profile?.name == "test")
    #expect(scenario.workload.profileGroups == [.app, .map, .gestures])
    #expect(scenario.workload.inputFiles == [folder.path + "/own.yaml"])
  }

  @Test func aProfileWithoutAMapIsRefusedWhereItIsNamed() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(try profileText(groups: [.app, .search]), to: "own.yaml")
    let line = "device: { viewport: [200, 400], profile: own.yaml }"
    let names = ProfileParameter.Group.map.names.map(\.rawValue).joined(separator: ", ")
    #expect {
      try makeScenario(
        data: "data: { generator: line, pins: 5 }", others: ["device": line], in: folder)
    } throws: { error in
      guard let error = error as? InputError else { return false }
      return error.problem
        == .invalidValue(
          of: "profile",
          expected: "a profile with the parameters of a map: \(names); the profile test has none "
            + "of them", found: "'own.yaml'")
        && error.location.line == 6 && error.location.column == 42
    }
  }

  /// The built-in profile with the parameters of some groups only.
  private func profileText(groups: [ProfileParameter.Group]) throws -> String {
    let builtIn = try #require(try PlatformProfile.builtIn("iphone-simulator"))
    var text = ProfileText()
    for parameter in builtIn.parameters where groups.contains(parameter.name.group) {
      text.set(parameter.name.rawValue, parameter.value, parameter.unit.rawValue)
    }
    return text.text
  }
}

/// What becomes of a trace that was recorded at another rate than the screen's.
@Suite struct RecordedTraceTests {
  private func frameCount(times: [Double], refresh: Int) throws -> Int {
    let folder = try TemporaryFolder()
    let frames = times.enumerated().map { index, time in
      CameraFrame(
        time: time,
        region: Region(
          center: Coordinate(latitude: 10, longitude: 179 + Double(index % 2) * -358),
          span: CoordinateSpan(latitudeDelta: 1, longitudeDelta: 1)))
    }
    let path = try folder.write(CameraTrace(frames: frames).jsonLines, to: "trace.jsonl")
    let scenario = try Scenario(
      text: ScenarioText.replacing([
        "camera": "camera: { file: \(path) }",
        "device":
          "device: { viewport: [200, 400], scale: 1, refresh: \(refresh), profile: iphone-simulator }",
      ]))
    try scenario.workload.check(sizes: scenario.sizes)
    let replay = try scenario.workload.prepare(
      try #require(scenario.cases.first), folders: folder.trialFolders())
    return replay.frameCount
  }

  @Test(arguments: [(60, 61), (120, 121), (30, 31), (10, 11)])
  func aSecondHasAsManyFramesAsTheScreenRefreshes(refresh: Int, expected: Int) throws {
    let sixtyHertz = (0...60).map { Double($0) / 60 }
    #expect(try frameCount(times: sixtyHertz, refresh: refresh) == expected)
    #expect(try frameCount(times: [5, 6], refresh: refresh) == expected, "wherever it begins")
  }

  @Test func oneRecordedFrameIsOneFrame() throws {
    #expect(try frameCount(times: [7], refresh: 60) == 1)
  }

  @Test func millisecondsAreRefused() {
    #expect(throws: WorkloadError.traceTooLong(seconds: 10_020, max: 3_600)) {
      try frameCount(times: (0...600).map { Double($0) * 16.7 }, refresh: 60)
    }
  }
}

/// What becomes of a camera's way as gestures that can be replayed.
@Suite struct CameraGesturesTests {
  private let viewport = Viewport(width: 200, height: 400)

  private func rect(x: Double, y: Double = 1e8, width: Double = 2_000) -> MapRect {
    MapRect(
      center: MapPoint(x: x, y: y), size: MapSize(width: width, height: 2 * width))
  }

  @Test func restsSeparateGestures() {
    let gestures = CameraGestures(
      visibleMapRects: [0, 0, 10, 20, 20, 20, 30].map { rect(x: 1e8 + $0) }, viewport: viewport)
    #expect(gestures.frameCount == 7)
    #expect(gestures.start == rect(x: 1e8))
    #expect(gestures.gestures.map(\.firstFrame) == [2, 6])
    #expect(gestures.gestures.map(\.movements.count) == [2, 1])
    // Ten map points each in one point of the screen.
    #expect(gestures.gestures[0].movements == [UserMovement(x: 1, y: 0), UserMovement(x: 1, y: 0)])
  }

  @Test func aCameraThatRestsHasNoGestures() {
    let gestures = CameraGestures(
      visibleMapRects: Array(repeating: rect(x: 5), count: 3), viewport: viewport)
    #expect(gestures.gestures.isEmpty)
    #expect(gestures.frameCount == 3)
  }

  @Test func movementAcrossTheAntimeridianIsTheShortWay() {
    let world = MapSize.world.width
    let gestures = CameraGestures(
      visibleMapRects: [rect(x: world - 5), rect(x: 5)], viewport: viewport)
    #expect(gestures.gestures.map(\.movements) == [[UserMovement(x: 1, y: 0)]])
  }

  /// The movements lead along the way that they were taken from, pinches included.
  @Test(arguments: CameraTraceGenerator.allCases)
  func movementsLeadAlongTheWay(generator: CameraTraceGenerator) {
    let pins = PinGenerator.cities.pins(count: 500, seed: 3)
    let trace = generator.trace(
      frames: 400, refresh: 60, seed: 11, pins: pins, viewport: viewport, profile: .sample())
    let way = trace.frames.map { viewport.mapRectThatFits($0.region) }
    let gestures = CameraGestures(visibleMapRects: way, viewport: viewport)
    var shown = gestures.start
    var next = 1
    for gesture in gestures.gestures {
      for (step, movement) in gesture.movements.enumerated() {
        let frame = gesture.firstFrame + step
        while next < frame {
          #expect(isSame(way[next], shown), "the map rests in frame \(next)")
          next += 1
        }
        shown = shown.moved(by: movement, in: viewport)
        #expect(isSame(way[frame], shown), "frame \(frame)")
        next = frame + 1
      }
    }
    #expect(gestures.frameCount == way.count)
  }

  /// Whether two rectangles show the same to a tenth of a point: rests leave out what no finger
  /// does.
  private func isSame(_ one: MapRect, _ other: MapRect) -> Bool {
    let world = MapSize.world.width
    let turns = ((one.midX - other.midX) / world).rounded()
    let point = one.width / viewport.width
    return max(
      abs(one.midX - other.midX - turns * world), abs(one.midY - other.midY),
      abs(one.width - other.width)) < 0.1 * point
  }
}

extension MapRect {
  /// What a map shows after its user moved it and nothing else did.
  fileprivate func moved(by movement: UserMovement, in viewport: Viewport) -> MapRect {
    let mapPointsPerPoint = width * movement.scale / viewport.width
    return MapRect(
      center: MapPoint(
        x: midX + movement.x * mapPointsPerPoint, y: midY + movement.y * mapPointsPerPoint),
      size: MapSize(width: width * movement.scale, height: height * movement.scale))
  }
}
