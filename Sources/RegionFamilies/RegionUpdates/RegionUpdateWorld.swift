import MapSimulation
import PlatformProfiles

/// Everything that the settings of a case have in common, whatever the strategy.
package struct RegionUpdateWorld: Sendable {
  let script: RegionScript
  let device: Device
  let fitting: RegionFitting

  package init(script: RegionScript, device: Device, fitting: RegionFitting) {
    self.script = script
    self.device = device
    self.fitting = fitting
  }

  var updateDuration: Int64 { Int64(device.profile[.updatePass]) }
  var animationDuration: Int64 { Int64(device.profile[.regionAnimation]) }
}
