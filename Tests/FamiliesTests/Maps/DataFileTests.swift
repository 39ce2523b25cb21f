import Clustering
import Families
import PinData
import Platform
import ScenarioModel
import Simulation
import Support
import TestSupport
import Testing

/// Pins, cameras and profiles from files of the user's.
@Suite struct DataFileTests {
  private let coordinates = (0..<40).map {
    Coordinate(latitude: Double($0) / 4 - 5, longitude: 10 + Double($0))
  }

  /// The pins as files of both kinds.
  private var files: [String: String] {
    let places = coordinates.map {
      Place.cafe("A pin", $0.latitude, $0.longitude, prominence: 1)
    }
    return ["pins.csv": PlaceFileText.csv(places), "pins.geojson": PlaceFileText.geoJSON(places)]
  }

  /// A scenario in a folder with the pins.
  ///
  /// - Parameters:
  ///   - data: its keys.
  ///   - values: those of other keys.
  private func trial(
    _ data: String, sizes: [Int]? = nil, replacing values: [String: String?] = [:],
    profile: ProfileText = ProfileText(basedOn: "iphone-simulator"),
    in folder: TemporaryFolder? = nil
  ) throws -> FamilyTrial {
    try FamilyTrial(
      Witness.family, Witness.lines, replacing: values.merging(["data": "{ \(data) }"]) { $1 },
      sizes: sizes, profile: profile, files: files, folder: folder)
  }

  /// Pins in the order of the file's rows, each a degree east of the one before.
  private func inRows(_ pins: [Coordinate]) -> [Coordinate] {
    pins.sorted { $0.longitude < $1.longitude }
  }

  /// All of them; smaller sizes take a selection that is spread out.
  @Test(arguments: ["pins.geojson", "pins.csv"])
  func aFilesPinsAreTaken(name: String) throws {
    let folder = try TemporaryFolder()
    let trial = try trial("file: \(folder.file(name))", in: folder)
    #expect(trial.scenario.sizes == [40], "the file's own size")
    #expect(try inRows(trial.sight(size: 40).pins) == coordinates)
    #expect(trial.scenario.workload.seeds.map(\.name) == ["camera"])
    try trial.scenario.workload.check(sizes: [1, 40])
    for size in [1, 4, 7, 10, 39] {
      let selected = try inRows(trial.sight(size: size).pins)
      #expect(selected.count == size && Set(selected).count == size)
      // A degree from pin to pin: no gap is more than twice as wide as an even one, rounded up.
      let gaps = zip(selected, selected.dropFirst()).map { $1.longitude - $0.longitude }
      #expect(gaps.allSatisfy { $0 <= 2 * Double((40 + size - 1) / size) })
    }
  }

  @Test func moreThanTheFileHasIsAnError() throws {
    let trial = try trial("file: pins.csv", sizes: [10, 41])
    let expected = WorkloadError.tooFew(
      "pins", file: trial.folder.file("pins.csv"), found: 40, wanted: 41)
    #expect(throws: expected) { try trial.scenario.workload.check(sizes: [10, 41]) }
    #expect(throws: expected) { try trial.sight(size: 41) }
    #expect("\(expected)".contains("at least 41 pins for this size, found 40"))
  }

  @Test(arguments: [("missing.csv", 6), ("bad.csv", 3)])
  func filesThatCannotServeAreErrors(name: String, line: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write("lat,lon\n1,2\n91,2\n", to: "bad.csv")
    let sized = try trial("file: \(name)", sizes: [1], in: folder).scenario.workload
    let late = #expect(throws: InputError.self) { try sized.check(sizes: [1]) }
    // Without sizes the file is read with the scenario.
    let early = #expect(throws: InputError.self) { try trial("file: \(name)", in: folder) }
    #expect(late?.problem == early?.problem && late?.location.file == early?.location.file)
    // A file that is not there is a mistake of the one that names it.
    let place = name == "bad.csv" ? name : "scenario.yaml"
    #expect(early?.location.file == folder.file(place) && early?.location.line == line)
    guard case .data? = early?.problem else {
      Issue.record("expected an error in the data, found \(String(describing: early))")
      return
    }
  }

  @Test func aDatabasesPinsAreTaken() throws {
    let folder = try TemporaryFolder()
    let database = try SQLiteConnection(folder.file("app.db"), .create)
    try database.transaction {
      for table in ["places", "stops"] {
        try database.execute("CREATE TABLE \(table)(lat REAL, lng REAL, north REAL)")
        for pin in coordinates {
          try database.run(
            "INSERT INTO \(table) VALUES (?, ?, ?)", pin.latitude, pin.longitude, -pin.latitude)
        }
      }
    }
    database.close()
    for (keys, sign) in [
      ("sqlite: app.db, table: places", 1.0),
      ("sqlite: app.db, table: stops, latitude: lat, longitude: lng", 1),
      ("sqlite: app.db, table: places, latitude: north, longitude: lng", -1),
    ] {
      let trial = try trial(keys, in: folder)
      let found = try inRows(trial.sight(size: 40).pins).map(\.latitude)
      #expect(found == coordinates.map { sign * $0.latitude }, "\(keys)")
      #expect(trial.scenario.workload.inputFiles.contains(folder.file("app.db")))
    }
    let error = #expect(throws: (any Error).self) { try trial("sqlite: app.db", in: folder) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("app.db:1:1: error: expected only one table"))
    #expect(text.contains("sqlite: FILE, table: places"))
  }

  @Test func columnsOfAFileMayBeNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("a,b,lat,lon\n1,2,3,4\n", to: "named.csv")
    let trial = try trial("file: named.csv, latitude: a, longitude: b", in: folder)
    #expect(try trial.sight(size: 1).pins == [Coordinate(latitude: 1, longitude: 2)])
  }

  @Test(arguments: [
    ("file: a.csv, pins: 3", 28, "either 'file' or 'generator' with 'pins' and 'seed'"),
    ("sqlite: a.db, seed: 3", 29, "either 'sqlite' or 'generator' with 'pins' and 'seed'"),
    ("file: a.csv, sqlite: a.db", 30, "either 'file' or 'sqlite'"),
    ("file: a.db, table: t", 28, "'sqlite' instead of 'file' next to it"),
    ("sqlite: a.db, latitude: lat", 33, "'latitude' and 'longitude', or neither"),
    ("file: a.csv, longitude: lon", 33, "'latitude' and 'longitude', or neither"),
    ("generator: line, pins: 5, table: t", 42, "a 'file' or a 'sqlite' next to it"),
    ("table: t", 16, "a 'file' or a 'sqlite' next to it"),
  ])
  func keysThatDoNotGoTogetherAreErrors(keys: String, column: Int, expected: String) throws {
    let error = #expect(throws: InputError.self) { try trial(keys) }
    #expect(error?.location.column == column)
    #expect(error.map { "\($0)".contains(expected) } == true)
  }

  @Test func aRecordedCameraIsFollowed() throws {
    let trace = CameraTraceGenerator.fling.trace(
      frames: 9, refresh: 60, seed: 1, pins: PinSet(coordinates: coordinates),
      viewport: Viewport(width: 200, height: 400), profile: .sample())
    let folder = try TemporaryFolder()
    try folder.write(trace.jsonLines, to: "trace.jsonl")
    let trial = try trial(
      "file: pins.csv", replacing: ["camera": "{ file: trace.jsonl }"], in: folder)
    let workload = trial.scenario.workload
    try workload.check(sizes: [40])
    #expect(workload.seeds.isEmpty)
    #expect(try trial.prepare("all-pins").frameCount == 9)
    try folder.write("not a frame\n", to: "trace.jsonl")
    #expect(throws: InputError.self) { try workload.check(sizes: [40]) }
  }

  /// The built-in profile with the parameters of some groups only, for a scenario of its own.
  private func trial(profile groups: [ProfileParameter.Group]) throws -> FamilyTrial {
    var text = ProfileText()
    let parameters = PlatformProfile.sample().parameters
    for parameter in parameters where groups.contains(parameter.name.group) {
      text.set(parameter.name.rawValue, parameter.value, parameter.unit.rawValue)
    }
    return try trial(
      "generator: line, pins: 5",
      replacing: ["device": "{ viewport: [200, 400], profile: profile.yaml }"], profile: text)
  }

  /// Without the parameters of a search, which pins do not need.
  @Test func anOwnProfileIsReadFromItsFile() throws {
    let trial = try trial(profile: [.app, .map])
    #expect(trial.scenario.workload.profile?.name == "test")
    #expect(trial.scenario.workload.profileGroups == [.app, .map, .gestures])
    #expect(trial.scenario.workload.inputFiles == [trial.folder.file("profile.yaml")])
    let other: [String: String?] = ["device": "{ viewport: [200, 400], profile: own.yaml }"]
    let error = #expect(throws: InputError.self) {
      try self.trial("generator: line, pins: 5", replacing: other, in: trial.folder)
    }
    #expect(
      error?.problem == .data("\(trial.folder.file("own.yaml")): there is no such file")
        && error?.location.line == 7 && error?.location.column == 42)
  }

  /// The files that a scenario names, at their names, before a run reads them.
  @Test func filesAreLookedForTogether() throws {
    let folder = try TemporaryFolder()
    try folder.write("lat,lon\n1,2\n3,4\n", to: "stores.csv")
    func errors(_ data: String, _ camera: String) -> [String] {
      let text = ScenarioText.replacing([
        "data": "data: { file: \(data) }", "camera": "camera: \(camera)",
        "sizes": "sizes: [1, 3]",
      ])
      do throws(InputError) {
        _ = try Scenario(
          yaml: text, file: folder.file("a.yaml"), families: .standard, checkingFiles: true)
        return []
      } catch {
        return error.all.map { "\($0)".replacing(folder.path + "/", with: "") }
      }
    }
    #expect(
      errors("storez.csv", "{ file: trace.jsonl }") == [
        "a.yaml:5:15: error: storez.csv: there is no such file; did you mean 'stores.csv'?",
        "a.yaml:7:17: error: trace.jsonl: there is no such file",
      ])
    // With a mistake elsewhere, too.
    #expect(
      errors("stores.csv", "{ trace: none }").map { $0.prefix(20) } == [
        "a.yaml:7:18: error: ", "a.yaml:10:12: error:",
      ])
  }
}

/// Traces that were recorded at another rate than the screen's.
@Suite struct RecordedTraceTests {
  private func frameCount(times: [Double], refresh: Int) throws -> Int {
    let places = times.enumerated().map { ($1, 179 - Double($0 % 2) * 358) }
    let trial = try FamilyTrial.overEquator(
      Family.annotations, pins: [(0, 0)], camera: places, span: 1, refresh: refresh)
    try trial.scenario.workload.check(sizes: trial.scenario.sizes)
    return try trial.prepare("all-pins").frameCount
  }

  @Test(arguments: [60, 120, 30, 10])
  func aSecondHasAsManyFramesAsTheScreenRefreshes(refresh: Int) throws {
    let sixtyHertz = (0...60).map { Double($0) / 60 }
    #expect(try frameCount(times: sixtyHertz, refresh: refresh) == refresh + 1)
    #expect(try frameCount(times: [5, 6], refresh: refresh) == refresh + 1, "wherever it begins")
    #expect(try frameCount(times: [7], refresh: refresh) == 1, "one frame is one frame")
  }

  @Test(arguments: [(600, "found 10020.0 s; if"), (3, "found frames 16.7 s apart; if")])
  func millisecondsAreRefused(count: Int, words: String) {
    let error = #expect(throws: WorkloadError.self) {
      try frameCount(times: (0...count).map { Double($0) * 16.7 }, refresh: 60)
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}

/// A camera's path as gestures that can be replayed.
@Suite struct CameraGesturesTests {
  private let viewport = Viewport(width: 200, height: 400)

  private func gestures(along places: [Double]) -> CameraGestures {
    let rects = places.map {
      MapRect(center: MapPoint(x: $0, y: 1e8), size: MapSize(width: 2_000, height: 4_000))
    }
    return CameraGestures(visibleMapRects: rects, viewport: viewport)
  }

  @Test func restsSeparateGestures() {
    let gestures = gestures(along: [0, 0, 10, 20, 20, 20, 30].map { 1e8 + $0 })
    #expect(gestures.frameCount == 7)
    #expect(gestures.start.midX == 1e8)
    #expect(gestures.gestures.map(\.firstFrame) == [2, 6])
    // Ten map points each in one point of the screen.
    let step = UserMovement(x: 1, y: 0)
    #expect(gestures.gestures.map(\.movements) == [[step, step], [step]])
    let resting = self.gestures(along: [5, 5, 5])
    #expect(resting.gestures.isEmpty && resting.frameCount == 3)
  }

  @Test func movementAcrossTheAntimeridianIsTheShortWay() {
    let gestures = gestures(along: [MapSize.world.width - 5, 5])
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
    var movements: [Int: UserMovement] = [:]
    for gesture in gestures.gestures {
      for (step, movement) in gesture.movements.enumerated() {
        movements[gesture.firstFrame + step] = movement
      }
    }
    var shown = gestures.start
    for (frame, rect) in way.enumerated() {
      if let movement = movements[frame] { shown = shown.moved(by: movement, in: viewport) }
      #expect(isSame(rect, shown), "frame \(frame)")
    }
    #expect(gestures.frameCount == way.count)
  }

  /// Returns whether two rectangles show the same to a tenth of a point: rests leave out what no
  /// finger does.
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
  /// The rectangle that a map shows after its user moved it and nothing else did.
  fileprivate func moved(by movement: UserMovement, in viewport: Viewport) -> MapRect {
    let mapPointsPerPoint = width * movement.scale / viewport.width
    return MapRect(
      center: MapPoint(
        x: midX + movement.x * mapPointsPerPoint, y: midY + movement.y * mapPointsPerPoint),
      size: MapSize(width: width * movement.scale, height: height * movement.scale))
  }
}
