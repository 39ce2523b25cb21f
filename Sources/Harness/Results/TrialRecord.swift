import Measurement
import ScenarioModel

/// What one worker process answered: a line of the journal.
public struct TrialRecord: Hashable, Sendable, Codable {
  public let key: TrialKey
  public let status: TrialStatus
  public let values: [NamedValue]
  public let pictures: [Inspection.Picture]
  public let transcripts: [Transcript]
  public let outcomes: [SettingOutcome]
  /// How busy the machine was meanwhile; `nil` where nothing was measured.
  public let load: MachineLoad?

  public init(
    key: TrialKey, status: TrialStatus, values: [NamedValue] = [],
    pictures: [Inspection.Picture] = [], transcripts: [Transcript] = [],
    outcomes: [SettingOutcome] = [], load: MachineLoad? = nil
  ) {
    self.load = load
    self.key = key
    self.status = status
    self.values = values
    self.pictures = pictures
    self.transcripts = transcripts
    self.outcomes = outcomes
  }
}
