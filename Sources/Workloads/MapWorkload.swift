import PlatformProfiles
import ScenarioModel
import YAMLReading

/// The environment of a scenario with a map: what every such environment answers in the same way.
///
/// An environment with further seeds, facts or variants answers those itself.
package protocol MapWorkload: Workload {
  /// The parameters that the device's profile must have.
  static var profileGroups: [ProfileParameter.Group] { get }

  var map: MapSource { get set }
}

extension MapWorkload {
  package var variants: [String] { map.variants }

  /// Without a rate where a frame is no refresh of a screen.
  package func platform(of variant: String) -> VariantPlatform {
    let platform = map.platform(of: variant)
    return VariantPlatform(
      variant: variant, refresh: refresh == nil ? nil : platform.refresh, profile: platform.profile)
  }

  package var profile: PlatformProfile? { map.device.profile }
  package var profileGroups: [ProfileParameter.Group] {
    Self.profileGroups + (map.camera?.profileGroups ?? [])
  }
  package var refresh: Double? { map.device.refresh }
  package var inputFiles: [String] { map.inputFiles }
  package var seeds: [(name: String, seed: UInt64)] { map.seeds }
  package var facts: [(name: String, value: String)] { map.facts() }

  package func defaultSize() throws(InputError) -> Int { try map.pins.count() }

  package func check(sizes: [Int]) throws { try map.check(sizes: sizes) }

  package func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.map = map.reseeded(seed)
    return workload
  }
}
