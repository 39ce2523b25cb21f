import EventSimulation
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Statistics
import Workloads
import YAMLReading

/// The environment of a scenario of map rows: places, a row's map on a device, and people who scroll.
struct MapRowsWorkload: Workload {
  static let keys: [ScenarioKey] = ["data", "device", "list"]
  /// The parameters that the modelled numbers rest on, of the platform and of the list.
  static let profileGroups: [ProfileParameter.Group] = [
    .app, .map, .mapInstances, .list, .mapList,
  ]

  private var pins: PinSource
  private let devices: [DeviceVariant]
  private let profileFiles: [String]
  private var list: MapListSource
  private let entries: [StrategyEntry<MapRowsFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<MapRowsFamily.Make>]
  ) throws(InputError) {
    pins = try PinSource(mapping.value("data"), scenarioFile: file)
    let device = try mapping.value("device")
    devices = try DeviceVariant.variants(
      device, scenarioFile: file, providing: Self.profileGroups, parameters: parameters)
    profileFiles = try DeviceVariant.profileFiles(device, scenarioFile: file)
    list = try MapListSource(mapping.value("list"))
    self.entries = entries
  }

  var variants: [String] { devices.map(\.name) }
  func platform(of variant: String) -> VariantPlatform {
    let device = (devices.first { $0.name == variant } ?? devices[0]).device
    return VariantPlatform(variant: variant, refresh: nil, profile: device.profile)
  }
  var maxSize: Int { MapListSource.maxRowCount }
  var profile: PlatformProfile? { devices[0].device.profile }
  var profileGroups: [ProfileParameter.Group] { Self.profileGroups }
  var inputFiles: [String] { [pins.file].compactMap(\.self) + profileFiles }

  func defaultSize() -> Int { list.rows }

  func check(sizes: [Int]) throws {
    try pins.check(sizes: (sizes + [list.rows]).map { $0 * list.pinsPerRow })
  }

  var seeds: [(name: String, seed: UInt64)] {
    (pins.seed.map { [(name: "pins", seed: $0)] } ?? []) + [("list", list.seed)]
  }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.pins = pins.reseeded(seed)
    workload.list.seed = seed
    return workload
  }

  var facts: [(name: String, value: String)] {
    let device = devices[0].device
    return [
      ("pins", pins.description),
      ("lists", list.description),
      (
        "a row's map",
        "\(Int(device.viewport.width)) x \(Int(device.viewport.height)) pt at \(device.scale)x"
      ),
      ("profile", devices.map(\.device.profile.name).joined(separator: ", ")),
    ]
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let device = try device(of: scenarioCase)
    return try replay(scenarioCase, on: device, modelledScale: device.scale)
  }

  /// Two short lists load the code.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let device = try device(of: scenarioCase)
    let small = Device(
      viewport: device.viewport, scale: 1, refresh: device.refresh, profile: device.profile)
    var workload = self
    workload.list.people = 2
    let short = Case(
      scenario: scenarioCase.scenario, variant: scenarioCase.variant,
      size: min(scenarioCase.size, 10), strategy: scenarioCase.strategy)
    return try workload.replay(short, on: small, modelledScale: device.scale)
  }

  /// An inspection adds a transcript and a timeline of the first visit, and a picture of its rows.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let device = try device(of: scenarioCase)
    let hasPictures = scenarioCase.variant == variants[0]
    let writer = TranscriptWriter()
    let person = MapRowsDevice(
      places: try places(scenarioCase.size, on: device), device: device,
      modelledScale: device.scale, seed: list.seed(ofPerson: 0),
      entry: try entries.entry(of: scenarioCase), transcript: writer)
    person.simulation.timeline = Timeline()
    var picture: Result<Inspection.Picture, any Error>?
    _ = person.perform(list.scrolls(rows: scenarioCase.size, profile: device.profile)[0]) { rows in
      guard hasPictures else { return }
      picture = Result {
        try RowsPicture(rows: rows, device: device).write(of: scenarioCase, to: pictures)
      }
    }
    return Inspection(
      pictures: try picture.map { [try $0.get()] } ?? [],
      recording: try ReplayRecording(timeline: person.simulation.timeline)
        .write(of: scenarioCase, to: pictures),
      transcripts: [writer.transcript(title: "a person opens the list and scrolls")])
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let device = try device(of: scenarioCase)
    let replay = try replay(
      scenarioCase,
      on: Device(
        viewport: device.viewport, scale: 0, refresh: device.refresh, profile: device.profile),
      modelledScale: device.scale, sharing: shared)
    try replay.run()
    return FixedRecord(values: replay.results())
  }

  private func device(of scenarioCase: Case) throws(WorkloadError) -> Device {
    guard let found = devices.first(where: { $0.name == scenarioCase.variant }) else {
      throw .unknownVariant(scenarioCase.variant, known: variants)
    }
    return found.device
  }

  /// The places of the rows: each has the next pins of the data.
  private func places(
    _ rows: Int, on device: Device, sharing shared: SharedValues = SharedValues()
  ) throws -> [RowPlace] {
    let count = list.pinsPerRow
    let points = try shared.value(
      "row places", pins.description, rows, count, under: device.profile
    ) { _ in
      try pins.pins(size: rows * count).mapPoints
    }
    return (0..<rows).map { row in
      let pins = Array(points[row * count..<(row + 1) * count])
      return RowPlace(rect: device.viewport.mapRect(around: pins), pins: pins)
    }
  }

  /// A frame is one person's visit; each person has a separate phone.
  private func replay(
    _ scenarioCase: Case, on device: Device, modelledScale: Int,
    sharing shared: SharedValues = SharedValues()
  ) throws -> OutcomeReplay<MapRowsOutcome> {
    let entry = try entries.entry(of: scenarioCase)
    let places = try places(scenarioCase.size, on: device, sharing: shared)
    let scrolls = list.scrolls(rows: scenarioCase.size, profile: device.profile)
    return OutcomeReplay(frameCount: scrolls.count) { [list] person in
      MapRowsDevice(
        places: places, device: device, modelledScale: modelledScale,
        seed: list.seed(ofPerson: person), entry: entry
      ).perform(scrolls[person])
    } values: { outcomes in
      let table = MapRowsFamily.table
      guard !outcomes.isEmpty else { return table.notAvailable("no visit was replayed") }
      return table.values(of: outcomes)
    }
  }
}

extension Viewport {
  /// The zoom level of a map of one place.
  private static let placeZoom = 14.0

  /// The rectangle of a map that shows some places, with space around them.
  ///
  /// - Parameter points: at least one.
  fileprivate func mapRect(around points: [MapPoint]) -> MapRect {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (minX, maxX) = (xs.min() ?? 0, xs.max() ?? 0)
    let (minY, maxY) = (ys.min() ?? 0, ys.max() ?? 0)
    let center = MapPoint(x: (minX + maxX) / 2, y: (minY + maxY) / 2)
    let single = mapRect(center: center, zoom: Self.placeZoom)
    guard maxX - minX > single.width / 2 || maxY - minY > single.height / 2 else { return single }
    return mapRectThatFits(
      MapRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY).padded(by: 0.2))
  }
}

/// The lists that people scroll through: their length, the pins of a row, and the number of people.
struct MapListSource: Sendable {
  let rows: Int
  let pinsPerRow: Int
  var people: Int
  var seed: UInt64

  /// Longer lists take longer than anybody scrolls.
  static let maxRowCount = 10_000
  private static let keys = ["rows", "pins", "people", "seed"]

  init(_ yaml: YAMLValue) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    rows = try mapping.value("rows").integer(in: 1...Self.maxRowCount)
    pinsPerRow = try mapping["pins"]?.integer(in: 1...1_000) ?? 3
    people = try mapping["people"]?.integer(in: 1...10_000) ?? 5
    seed = UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0)
  }

  /// The scrolling of each person, which does not depend on the number of people.
  func scrolls(rows: Int, profile: PlatformProfile) -> [ListScroll] {
    let behavior = ScrollingBehavior.mapList(profile)
    return (0..<people).map { person in
      var random = SplitMix64(seed: seed(ofPerson: person))
      return ListScroll(rows: rows, behavior: behavior, &random)
    }
  }

  func seed(ofPerson person: Int) -> UInt64 {
    seed &+ UInt64(person + 1) &* 0xD134_2543_DE82_EF95
  }

  var description: String {
    "\(people) people scroll through one each, \(pinsPerRow) pins a row, seed \(seed)"
  }
}
