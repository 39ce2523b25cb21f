import Platform
import ScenarioModel
import Simulation

extension Family where Make == RegionUpdateMake {
  /// Apps that keep a map's region in their state: the exchange between the two.
  public static var regionUpdates: Self {
    let table = RegionUpdateRecord.table
    return Family(
      "region-updates", inApp: PackageResources.region_updates_md,
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
        Criterion(table["gesture-conflicts"], .atMost(0), source: "the map belongs to the fingers"),
        Criterion(table["lost-updates"], .atMost(0), source: "each command is carried out"),
        .judged(table["correct-change-rate"], .nearBest(0.01)),
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
        guard let folder else { return Inspection() }
        return try scene.inspect(environment, strategy, of: request.scenarioCase, in: folder)
      }
    }
  }
}

extension MapScene<RegionSettings> {
  /// The environment that all strategies of a case share; a warm-up is a use of two seconds.
  fileprivate func environment(_ request: ReplayRequest) throws -> RegionUpdateEnvironment {
    let (index, device) = try variant(request.scenarioCase.variant)
    let seconds = request.size(warmUp: 2)
    let script = try request.shared.value(
      "script", map.pins.description, map.camera?.description, device.viewport, device.refresh,
      settings.events, seconds, under: device.profile
    ) { profile in
      let pins = try map.pins(size: map.pins.count(in: request.folders), on: device, for: request)
      let frames = Int((Double(seconds) * device.refresh).rounded(.up)) + 1
      // A generated trace has the needed length.
      let rects = try map.camera?.of(frames: frames).visibleMapRects(
        pins: pins, viewport: device.viewport, refresh: device.refresh, profile: profile)
      guard let rects, !rects.isEmpty else { throw WorkloadError.emptyTrace }
      return RegionScript(
        gestures: CameraGestures(
          visibleMapRects: Array(rects.prefix(frames)), viewport: device.viewport),
        pins: pins, viewport: device.viewport, refresh: device.refresh,
        rates: settings.events.rates(on: profile), seconds: seconds, profile: profile)
    }
    return (script, device, settings.fitting.modes[index].fitting(on: device.profile))
  }

  /// The faults in each setting, and the transcript of the first loop or, without one, of the first
  /// gesture conflict.
  fileprivate func inspect(
    _ environment: RegionUpdateEnvironment, _ strategy: StrategyEntry<RegionUpdateMake>,
    of scenarioCase: Case, in folder: String
  ) throws -> Inspection {
    let uses = settings.app.combinations.map { setting in
      let transcript = RegionUpdateTranscript(
        setting: setting, isAssumed: environment.fitting != .exact)
      let driver = RegionUpdateDriver(
        environment: environment, setting: setting, entry: strategy, transcript: transcript)
      driver.main.simulation.timeline = Timeline()
      let faults = driver.perform().faults
      transcript.finish()
      return (
        timeline: driver.main.simulation.timeline, transcript: transcript,
        outcome: SettingOutcome(setting: setting.name, faults: faults)
      )
    }
    let recorded = uses.first { !$0.outcome.faults.isEmpty } ?? uses.first
    let transcripts = uses.compactMap(\.transcript.loop) + uses.compactMap(\.transcript.conflict)
    let recording = ReplayRecording(timeline: recorded?.timeline)
    return Inspection(
      recording: try recording.write(of: scenarioCase, to: folder),
      transcripts: Array(transcripts.prefix(1)), outcomes: uses.map(\.outcome))
  }
}
