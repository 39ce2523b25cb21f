import EventSimulation
import PlaceSearch
import PlatformProfiles
import SearchSimulation

extension PlatformSource {
  /// The main thread of an app on this platform.
  func mainThread(in simulation: Simulation) -> MainThread {
    MainThread(
      simulation: simulation, hangThreshold: Int64(profile[.hangThreshold]),
      watchdogLimit: Int64(profile[.watchdog]))
  }

  /// The search services of one device on this platform.
  func service(
    engine: any PlaceSearching, main: MainThread, seed: UInt64
  ) -> SearchService {
    SearchService(
      engine: engine, main: main, parameters: SearchServiceParameters(profile: profile),
      seed: seed, failureShare: failureShare)
  }
}
