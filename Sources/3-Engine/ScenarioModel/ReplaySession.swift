/// The request for a replay: a case, its purpose, and what it may use.
public struct ReplayRequest {
  /// The purpose of a replay.
  public enum Purpose: Hashable, Sendable {
    /// A trial, whose times and memory may be measured.
    case trial
    /// A short replay of the same kind, which loads code and caches before a measurement.
    case warmUp
    /// A replay for an analysis that moves parameters, without timing and without pictures.
    case evaluation
    /// A replay with everything observed and nothing timed.
    case inspection
  }

  /// The case.
  public let scenarioCase: Case
  /// The purpose of the replay.
  public let purpose: Purpose
  /// The folders that it may write to.
  public let folders: TrialFolders
  /// The values that replays of other cases and other parameters have made.
  public let shared: SharedValues

  /// Creates a request.
  public init(
    _ scenarioCase: Case, for purpose: Purpose, folders: TrialFolders,
    sharing shared: SharedValues = SharedValues()
  ) {
    self.scenarioCase = scenarioCase
    self.purpose = purpose
    self.folders = folders
    self.shared = shared
  }

  /// The size of the replay: the case's, and no more than a maximum in a warm-up.
  public func size(warmUp: Int) -> Int {
    purpose == .warmUp ? min(scenarioCase.size, warmUp) : scenarioCase.size
  }
}

/// The products of a request to a family: a replay, its record for an analysis, and its inspection.
///
/// A trial and a warm-up take the replay, an evaluation takes the record, and an inspection takes
/// the inspection. The session makes all of them from one request.
public struct ReplaySession {
  /// The replay.
  public let replay: any Replay
  /// Returns the record of a replay.
  public let evaluate: () throws -> any ReplayRecord
  /// Returns an observed replay, with pictures in an existing folder; without a folder, only values
  /// are wanted, and nothing is drawn or written.
  public let inspect: (_ pictures: String?) throws -> Inspection

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - evaluate: returns the record of a replay.
  ///   - inspect: returns an observed replay, with pictures in a folder that exists if it is given.
  public init(
    _ replay: any Replay, evaluate: @escaping () throws -> any ReplayRecord,
    inspect: @escaping (_ pictures: String?) throws -> Inspection
  ) {
    self.replay = replay
    self.evaluate = evaluate
    self.inspect = inspect
  }

  /// Creates a session whose record has the values of the replay.
  public init(
    _ replay: any Replay, inspect: @escaping (_ pictures: String?) throws -> Inspection
  ) {
    self.init(
      replay,
      evaluate: {
        try replay.run()
        return FixedRecord(values: replay.results())
      }, inspect: inspect)
  }
}
