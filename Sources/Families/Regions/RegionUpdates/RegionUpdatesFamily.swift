import ScenarioModel
import Simulation

extension Family where Make == RegionUpdateMake {
  /// Apps that keep a map's region in their state: the exchange between the two.
  public static var regionUpdates: Self {
    let table = RegionUpdateOutcome.table
    return Family(
      "region-updates",
      scene: .map(
        RegionSettings.self, providing: [.app, .updates, .regionUse],
        maxSize: RegionSettings.maxSeconds, pinsName: "places", refreshes: false),
      strategies: StrategyEntry.standard, metrics: table.metrics, isMeasured: false,
      headlines: ["correct-change-rate", "runaway-loops", "gesture-conflicts", "settle-time-p95"],
      columns: [
        "correct-change-rate", "runaway-loops", "gesture-conflicts", "lost-updates",
        "region-error", "updates-per-gesture", "idle-updates-per-second", "settle-time-p95",
      ],
      sizeLabel: "seconds of use",
      frameLabel: "the use of a map screen in one setting of its app",
      requirement: ResultRequirement(
        metric: table["correct-change-rate"], fraction: 0.95,
        summary: "reach at least 95 % of the best correct change rate"),
      criteria: [
        Criterion(table["runaway-loops"], .atMost(0), source: "a loop blocks the app"),
        Criterion(
          table["gesture-conflicts"], .atMost(0), source: "the map belongs to the fingers"),
        Criterion(table["lost-updates"], .atMost(0), source: "each command is carried out"),
        Criterion(
          table["correct-change-rate"], .nearBest(0.01), source: "this project's judgement"),
      ]
    ) { scene, strategy, request in
      let environment = try scene.environment(request)
      let settings = scene.settings.app.combinations
      let replay = OutcomeReplay(
        frameCount: settings.count, table, orWhy: "no setting was replayed",
        perform: {
          RegionUpdateDriver(environment: environment, setting: settings[$0], entry: strategy)
            .perform()
        }, record: { $0 })
      return ReplaySession(replay) { folder in
        var inspection = RegionUpdateInspection()
        for setting in settings { inspection.perform(setting, environment, strategy) }
        return try inspection.finish(request.scenarioCase, in: folder)
      }
    }
  }
}

/// The faults in each setting, and the transcript of the first loop or, without one, of the first
/// gesture conflict.
private struct RegionUpdateInspection {
  private var outcomes: [SettingOutcome] = []
  private var loop: Transcript?
  private var conflict: Transcript?
  /// Of the first setting with a fault, or else of the first.
  private var recorded: (timeline: Timeline?, hasFaults: Bool)?

  mutating func perform(
    _ setting: RegionAppSetting, _ environment: RegionUpdateEnvironment,
    _ strategy: StrategyEntry<RegionUpdateMake>
  ) {
    let transcript = RegionUpdateTranscript(
      setting: setting, isAssumed: environment.fitting != .exact)
    let device = RegionUpdateDriver(
      environment: environment, setting: setting, entry: strategy, transcript: transcript)
    device.main.simulation.timeline = Timeline()
    let faults = device.perform().faults
    if recorded.map({ !$0.hasFaults && !faults.isEmpty }) ?? true {
      recorded = (device.main.simulation.timeline, !faults.isEmpty)
    }
    transcript.finish()
    loop = loop ?? transcript.loop
    conflict = conflict ?? transcript.conflict
    outcomes.append(SettingOutcome(setting: setting.name, faults: faults))
  }

  func finish(_ scenarioCase: Case, in folder: String) throws -> Inspection {
    Inspection(
      recording: try ReplayRecording(timeline: recorded?.timeline)
        .write(of: scenarioCase, to: folder),
      transcripts: [loop ?? conflict].compactMap(\.self), outcomes: outcomes)
  }
}

extension MapScene<RegionSettings> {
  /// What all strategies of a case share; a warm-up is a use of two seconds.
  fileprivate func environment(_ request: ReplayRequest) throws -> RegionUpdateEnvironment {
    let (index, device) = try variant(request.scenarioCase.variant)
    let seconds = request.size(warmUp: 2)
    let rates = settings.events.rates(on: device.profile)
    let script = try request.shared.value(
      "script", map.pins.description, map.camera?.description, device.viewport, device.refresh,
      rates, seconds, under: device.profile
    ) { profile in
      let pins = try map.pins(size: map.pins.count(), on: device, sharing: request.shared)
      let frames = Int((Double(seconds) * device.refresh).rounded(.up)) + 1
      // A generated trace has the needed length.
      let rects = try map.camera?.of(frames: frames).visibleMapRects(
        pins: pins, viewport: device.viewport, refresh: device.refresh, profile: profile)
      guard let rects, !rects.isEmpty else { throw WorkloadError.emptyTrace }
      return RegionScriptGenerator(
        viewport: device.viewport, refresh: device.refresh, rates: rates, seconds: seconds,
        profile: profile
      ).script(
        gestures: CameraGestures(
          visibleMapRects: Array(rects.prefix(frames)), viewport: device.viewport),
        pins: pins)
    }
    return RegionUpdateEnvironment(
      script: script, device: device,
      fitting: settings.fitting.modes[index].fitting(on: device.profile))
  }
}
