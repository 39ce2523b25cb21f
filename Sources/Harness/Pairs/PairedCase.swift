import ScenarioModel

/// A case that two programs replay side by side.
public struct PairedCase: Sendable {
  /// One of the two programs, and the folder that its workers share.
  public struct Side: Sendable {
    /// The program.
    public let program: WorkerProgram
    /// Where workers of this program may keep what does not change; the other program, which may
    /// be of another time, has a folder of its own.
    public let sharedFolder: String

    /// Creates a side.
    public init(program: WorkerProgram, sharedFolder: String) {
      self.program = program
      self.sharedFolder = sharedFolder
    }
  }

  /// The case of the base.
  public let scenarioCase: Case
  /// The scenario, which both programs get.
  public let scenario: ScenarioText
  /// The seed of every generator of the scenario's world; `nil`: the scenario's own.
  public let seed: UInt64?
  /// The program that the other is compared with.
  public let base: Side
  /// The program that is judged.
  public let head: Side
  /// The head's strategy where it is another one than the base's, as where a gate is tried on a
  /// difference that is known.
  public var headStrategy: String?
  /// By which share each of the head's frames takes longer than it does, where a gate is tried on a
  /// difference that is known.
  public var headSlowdown: Double?

  /// Creates a paired case.
  public init(
    scenarioCase: Case, scenario: ScenarioText, seed: UInt64?, base: Side, head: Side
  ) {
    self.scenarioCase = scenarioCase
    self.scenario = scenario
    self.seed = seed
    self.base = base
    self.head = head
  }

  /// The program of an arm, with its folder.
  public subscript(arm: PairArm) -> Side { arm == .base ? base : head }

  /// What a program replays.
  public func scenarioCase(of arm: PairArm) -> Case {
    guard arm == .head, let headStrategy else { return scenarioCase }
    return Case(
      scenario: scenarioCase.scenario, variant: scenarioCase.variant, size: scenarioCase.size,
      strategy: headStrategy)
  }

  func prepare(_ arm: PairArm, in workspace: Workspace) -> CasePreparation {
    CasePreparation(
      scenario: scenario, scenarioCase: scenarioCase(of: arm), seed: seed,
      folders: TrialFolders(own: workspace.path, shared: self[arm].sharedFolder),
      slowdown: arm == .head ? headSlowdown : nil)
  }
}
