import MapSimulation

/// What a strategy may know of the world that it is made for.
public struct StrategyContext: Sendable {
  public let device: Device
  /// An existing, empty folder for the strategy's own files; removed after the trial.
  public let workspace: String

  public init(device: Device, workspace: String) {
    self.device = device
    self.workspace = workspace
  }
}
