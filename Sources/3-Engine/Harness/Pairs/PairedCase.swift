import ScenarioModel

/// A case that two programs replay in turns.
public struct PairedCase: Sendable {
  /// One of the two programs, and the folder that its workers share.
  public struct Program: Sendable {
    /// The program.
    public let program: WorkerProgram
    /// The folder for files that workers of this program share; the other program may be another
    /// version, and has its own folder.
    public let sharedFolder: String

    /// Creates a program with its folder.
    public init(program: WorkerProgram, sharedFolder: String) {
      self.program = program
      self.sharedFolder = sharedFolder
    }
  }

  /// The case of the base.
  public let scenarioCase: Case
  /// The scenario of both programs.
  public let scenario: ScenarioText
  /// The seed of all generators of the environment; `nil` for the scenario's own.
  public let seed: UInt64?
  /// The program that the other is compared with.
  public let base: Program
  /// The program that is judged.
  public let head: Program
  /// The head's strategy if it differs from the base's, for the calibration of a gate with a known
  /// difference.
  public var headStrategy: String?
  /// The fraction by which each of the head's frames is prolonged, for the calibration of a gate
  /// with a known difference.
  public var headSlowdown: Double?

  /// Creates a paired case.
  public init(
    scenarioCase: Case, scenario: ScenarioText, seed: UInt64?, base: Program, head: Program
  ) {
    self.scenarioCase = scenarioCase
    self.scenario = scenario
    self.seed = seed
    self.base = base
    self.head = head
  }

  /// The program of a revision, with its folder.
  public subscript(revision: Revision) -> Program { revision == .base ? base : head }

  /// Returns the request of a program.
  public func scenarioCase(of revision: Revision) -> Case {
    guard revision == .head, let headStrategy else { return scenarioCase }
    return Case(
      scenario: scenarioCase.scenario, variant: scenarioCase.variant, size: scenarioCase.size,
      strategy: headStrategy)
  }

  func prepare(_ revision: Revision, in workspace: Workspace) -> CasePreparation {
    CasePreparation(
      scenario: scenario, scenarioCase: scenarioCase(of: revision), seed: seed,
      folders: TrialFolders(own: workspace.path, shared: self[revision].sharedFolder),
      slowdown: revision == .head ? headSlowdown : nil)
  }
}
