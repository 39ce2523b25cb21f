import EventSimulation
import PlaceSearch
import PlatformProfiles
import SearchSimulation

extension PlatformSource {
  /// The search services of one device on this platform.
  func service(
    engine: any PlaceSearching, main: MainThread, seed: UInt64
  ) -> SearchService {
    SearchService(
      engine: engine, main: main, parameters: SearchServiceParameters(profile: profile),
      seed: seed, failureShare: failureShare)
  }
}
