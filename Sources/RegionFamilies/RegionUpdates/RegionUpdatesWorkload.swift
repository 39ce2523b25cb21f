import EventSimulation
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The environment of a region scenario: a map screen, its camera and its other events, with a
/// variant for each exactness of the map's regions on each device.
struct RegionUpdatesWorkload: Workload {
  static let keys = MapSource.keys + ["map", "app", "events"]
  static let profileGroups: [ProfileParameter.Group] = [.app, .updates, .regionUse]
  /// An hour of use.
  private static let maxSeconds = 3_600

  /// The exactness of the map's regions, and the device.
  private struct Variant {
    let name: String
    let fitting: RegionFittingMode
    let device: Device
    var rates: RegionEventRates
  }

  private var map: MapSource
  /// At least one.
  private var allVariants: [Variant]
  private let fittings: [RegionFittingMode]
  private let settings: [RegionAppSetting]
  private let entries: [StrategyEntry<RegionUpdatesFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<RegionUpdatesFamily.Make>]
  ) throws(InputError) {
    map = try MapSource(
      mapping, scenarioFile: file, providing: Self.profileGroups, parameters: parameters)
    fittings = try RegionFittingMode.modes(mapping["map"])
    if let value = mapping["app"] {
      settings = try RegionAppSetting.settings(value)
    } else {
      settings = RegionAppSetting.all
    }
    allVariants = []
    for fitting in fittings {
      for variant in map.devices {
        let names = [fitting.rawValue, variant.name]
        allVariants.append(
          Variant(
            name: names.filter { !$0.isEmpty }.joined(separator: ", "), fitting: fitting,
            device: variant.device,
            rates: try RegionEventRates(mapping["events"], profile: variant.device.profile)))
      }
    }
    self.entries = entries
  }

  var variants: [String] { allVariants.map(\.name) }
  func platform(of variant: String) -> VariantPlatform {
    let found = allVariants.first { $0.name == variant }
    return VariantPlatform(
      variant: variant, refresh: nil, profile: (found?.device ?? device).profile)
  }
  private var device: Device { map.device }
  var maxSize: Int { Self.maxSeconds }
  var profile: PlatformProfile? { device.profile }
  var profileGroups: [ProfileParameter.Group] {
    Self.profileGroups + map.camera.profileGroups
  }
  var inputFiles: [String] { map.inputFiles }

  /// The whole seconds of the camera's trace, at least one.
  func defaultSize() throws(InputError) -> Int {
    guard case .generator(_, let length, _) = map.camera else {
      do {
        return max(1, try recordedSeconds())
      } catch let error as InputError {
        throw error
      } catch {
        throw InputError(
          .unreadable(reason: "\(error)"),
          at: SourceLocation(file: map.camera.file ?? "", line: 1, column: 1))
      }
    }
    return min(max(1, Int(length.seconds(refresh: device.refresh))), Self.maxSeconds)
  }

  private func recordedSeconds() throws -> Int {
    let rects = try map.visibleMapRects(around: PinSet(coordinates: []), on: device)
    return Int((Double(rects.count - 1) / device.refresh + 0.01).rounded(.down))
  }

  func check(sizes: [Int]) throws {
    try map.check(sizes: [])
    guard let path = map.camera.file else { return }
    let found = try recordedSeconds()
    if let size = sizes.first(where: { $0 > max(1, found) }) {
      throw WorkloadError.traceTooShort(file: path, found: found, wanted: size)
    }
  }

  var seeds: [(name: String, seed: UInt64)] {
    map.seeds + [("events", allVariants[0].rates.seed)]
  }

  func reseeded(_ seed: UInt64) -> any Workload {
    var workload = self
    workload.map = map.reseeded(seed)
    for index in allVariants.indices { workload.allVariants[index].rates.seed = seed }
    return workload
  }

  var facts: [(name: String, value: String)] {
    map.facts(
      pinsName: "places",
      adding: [
        ("events", allVariants[0].rates.description),
        ("app", settings.map(\.name).joined(separator: "; ")),
      ]
        + fittings.map { ("map that is \($0.rawValue)", $0.summary) }
        + [
          ("layout pass after a change", layoutPass),
          (
            "which map it is",
            "setRegion(_:animated:) is documented to adjust a region to fit the view, which the exact "
              + "map does; no documentation has the other maps, or a layout pass that converts"
          ),
        ])
  }

  private var layoutPass: String {
    let conversions = Int(device.profile[.layoutPassConversions])
    guard conversions > 0 else { return "converts nothing" }
    return
      "assumed: converts the region \(conversions == 1 ? "once" : "\(conversions) times") more, "
      + "without a call of the delegate; not on the exact map"
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(scenarioCase, seconds: scenarioCase.size)
  }

  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(scenarioCase, seconds: min(scenarioCase.size, 2))
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let replay = try replay(scenarioCase, seconds: scenarioCase.size, sharing: shared)
    try replay.run()
    return FixedRecord(values: replay.results())
  }

  /// The use of a map screen; a frame is the whole use in one setting of the app.
  private func replay(
    _ scenarioCase: Case, seconds: Int, sharing shared: SharedValues = SharedValues()
  ) throws -> OutcomeReplay<RegionUpdateOutcome> {
    let environment = try environment(scenarioCase, seconds: seconds, sharing: shared)
    let entry = try entries.entry(of: scenarioCase)
    let table = RegionUpdatesFamily.table
    return OutcomeReplay(frameCount: settings.count) { [settings] frame in
      RegionUpdateDevice(environment: environment, setting: settings[frame], entry: entry)
        .perform()
    } values: { outcomes in
      outcomes.isEmpty
        ? table.notAvailable("no setting was replayed") : table.values(of: outcomes)
    }
  }

  /// The faults in each setting, and the transcript of the first loop or, without one, of the first
  /// gesture conflict.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let environment = try environment(scenarioCase, seconds: scenarioCase.size)
    let entry = try entries.entry(of: scenarioCase)
    var outcomes: [SettingOutcome] = []
    var loop: Transcript?
    var conflict: Transcript?
    // The first setting with a fault, or else the first.
    var recorded: (timeline: Timeline?, hasFaults: Bool)?
    for setting in settings {
      let transcript = RegionUpdateTranscript(
        setting: setting, isAssumed: environment.fitting != .exact)
      let device = RegionUpdateDevice(
        environment: environment, setting: setting, entry: entry, transcript: transcript)
      device.main.simulation.timeline = Timeline()
      let outcome = device.perform()
      if recorded.map({ !$0.hasFaults && !outcome.faults.isEmpty }) ?? true {
        recorded = (device.main.simulation.timeline, !outcome.faults.isEmpty)
      }
      transcript.finish()
      loop = loop ?? transcript.loop
      conflict = conflict ?? transcript.conflict
      outcomes.append(SettingOutcome(setting: setting.name, faults: outcome.faults))
    }
    return Inspection(
      recording: try ReplayRecording(timeline: recorded?.timeline)
        .write(of: scenarioCase, to: pictures),
      transcripts: [loop ?? conflict].compactMap(\.self), outcomes: outcomes)
  }

  private func environment(
    _ scenarioCase: Case, seconds: Int, sharing shared: SharedValues = SharedValues()
  ) throws -> RegionUpdateEnvironment {
    guard let variant = allVariants.first(where: { $0.name == scenarioCase.variant }) else {
      throw WorkloadError.unknownVariant(scenarioCase.variant, known: variants)
    }
    let device = variant.device
    let script = try shared.value(
      "script", map.pins.description, map.camera.description, device.viewport, device.refresh,
      variant.rates, seconds, under: device.profile
    ) { profile in
      let pins = try map.pins(size: map.pins.count(), on: device, sharing: shared)
      let rects = try camera(seconds: seconds, on: device).visibleMapRects(
        pins: pins, viewport: device.viewport, refresh: device.refresh, profile: profile)
      let frames = Int((Double(seconds) * device.refresh).rounded(.up))
      let generator = RegionScriptGenerator(
        viewport: device.viewport, refresh: device.refresh, rates: variant.rates,
        seconds: seconds, profile: profile)
      return generator.script(
        gestures: CameraGestures(
          visibleMapRects: Array(rects.prefix(frames + 1)), viewport: device.viewport),
        pins: pins)
    }
    return RegionUpdateEnvironment(
      script: script, device: device, fitting: variant.fitting.fitting(on: device.profile))
  }

  /// The camera; a generated trace has the needed length.
  private func camera(seconds: Int, on device: Device) -> CameraSource {
    guard case .generator(let generator, _, let seed) = map.camera else { return map.camera }
    let frames = Int((Double(seconds) * device.refresh).rounded(.up)) + 1
    return .generator(generator, length: .frames(frames), seed: seed)
  }
}

extension RegionUpdateOutcome {
  /// The faults, the worst first.
  fileprivate var faults: [SettingOutcome.Fault] {
    var faults: [SettingOutcome.Fault] = []
    func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
    if loops > 0 { faults.append(.init(name: "loops", extent: times(loops))) }
    if conflicts > 0 { faults.append(.init(name: "fights", extent: times(conflicts))) }
    if lostCommands > 0 {
      faults.append(.init(name: "loses", extent: "\(lostCommands) of \(commands)"))
    }
    if offTargetChanges > 0 {
      faults.append(
        .init(name: "off target", extent: "\(times(offTargetChanges)), up to \(distance)"))
    }
    return faults
  }

  private var distance: String {
    regionError < 10 ? "\((regionError * 10).rounded() / 10) pt" : "\(Int(regionError)) pt"
  }
}
