import EventSimulation
import PlatformProfiles

extension PlatformProfile {
  /// The main thread of an app on this platform.
  package func mainThread(in simulation: Simulation) -> MainThread {
    MainThread(
      simulation: simulation, hangThreshold: Int64(self[.hangThreshold]),
      watchdogLimit: Int64(self[.watchdog]))
  }
}
