/// The existing folders that a trial may write to.
public struct TrialFolders: Hashable, Sendable, Codable {
  /// For this trial's files only; empty at first, and removed after the trial.
  public let own: String
  /// For files that all trials of a run make alike, such as an index of the scenario's data: the
  /// first that needs one makes it. Removed after the run.
  public let shared: String

  public init(own: String, shared: String) {
    self.own = own
    self.shared = shared
  }
}
