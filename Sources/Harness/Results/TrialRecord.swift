import Measurement
import Scenarios

/// What one worker process answered: a line of the journal.
public struct TrialRecord: Hashable, Sendable, Codable {
  public let key: TrialKey
  public let status: TrialStatus
  public let values: [NamedValue]
  public let pictures: [Inspection.Picture]

  public init(
    key: TrialKey, status: TrialStatus, values: [NamedValue] = [],
    pictures: [Inspection.Picture] = []
  ) {
    self.key = key
    self.status = status
    self.values = values
    self.pictures = pictures
  }
}
