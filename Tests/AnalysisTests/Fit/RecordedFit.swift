import Simulation
import Validation

extension MapRecording {
  /// A recording of a device on which nothing happened.
  static func empty() -> MapRecording {
    MapRecording(
      device: Device(
        model: "A", system: "B", isSimulator: false, isDebugBuild: false, refresh: 60, width: 393,
        height: 852, thermalState: "nominal"))
  }
}

extension ProfileFit {
  /// The parameter of a name, where the recording tells it.
  subscript(name: ProfileParameter.Name) -> Parameter? { parameters.first { $0.name == name } }

  /// Why the recording does not tell a parameter.
  func obstacle(_ name: ProfileParameter.Name) -> Obstacle? {
    gaps.first { $0.name == name }?.obstacle
  }
}
