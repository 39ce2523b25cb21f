import ScenarioModel

/// Replays every setting of a case once more, with somebody taking notes.
struct RegionUpdateInspection {
  let world: RegionUpdateWorld
  let settings: [RegionAppSetting]
  let entry: RegionUpdateStrategyEntry

  /// How each setting went, and the story of the first loop or, without one, of the first fight.
  func run() -> Inspection {
    var outcomes: [SettingOutcome] = []
    var loop: Transcript?
    var fight: Transcript?
    for setting in settings {
      let transcript = RegionUpdateTranscript(setting: setting)
      let outcome = RegionUpdateDevice(
        world: world, setting: setting, entry: entry, transcript: transcript
      ).perform()
      transcript.finish()
      loop = loop ?? transcript.loop
      fight = fight ?? transcript.fight
      outcomes.append(SettingOutcome(setting: setting.name, faults: outcome.faults))
    }
    return Inspection(transcripts: [loop ?? fight].compactMap(\.self), outcomes: outcomes)
  }
}

extension RegionUpdateOutcome {
  /// What went wrong, the worst first.
  var faults: [SettingOutcome.Fault] {
    var faults: [SettingOutcome.Fault] = []
    func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
    if loops > 0 { faults.append(.init(name: "loops", extent: times(loops))) }
    if fights > 0 { faults.append(.init(name: "fights", extent: times(fights))) }
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
