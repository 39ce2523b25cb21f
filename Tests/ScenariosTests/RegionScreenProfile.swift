import PlatformProfiles
import TestSupport

extension ProfileText {
  /// What a screen with a map needs, in round numbers: an animation takes 400 ms.
  static func regionUpdates(updateMicroseconds: Double = 500) -> ProfileText {
    var profile = ProfileText()
    profile.set("hang-threshold", 250, "ms")
    profile.set("watchdog", 10, "s")
    profile.set("update-pass", updateMicroseconds, "us")
    profile.set("difference-item", 1, "us")
    profile.set("difference-by-id-item", 50, "ns")
    profile.set("cluster-pin", 3, "us")
    profile.set("region-animation", 400, "ms")
    profile.set("fitting-residual", 0.024, "pt")
    profile.set("center-residual", 1e-9, "deg")
    profile.set("fetch-latency-median", 300, "ms")
    profile.set("fetch-latency-p95", 1_200, "ms")
    profile.set("fetch-request-size", 700, "B")
    profile.set("fetch-result-size", 350, "B")
    profile.set("region-ends-per-fling", 4, "count")
    return profile
  }
}

extension PlatformProfile {
  static func ofRegionScreens(updateMicroseconds: Double) throws -> PlatformProfile {
    try PlatformProfile(
      yaml: ProfileText.regionUpdates(updateMicroseconds: updateMicroseconds).text,
      file: "profile.yaml")
  }
}
