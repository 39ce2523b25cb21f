import Platform
import Simulation
import TestSupport

/// A phone with an app that is in the foreground: a first position takes 1 s, an alert comes up in
/// 0.1 s.
struct LocationPhoneModel {
  static let second: Int64 = 1_000_000_000

  let simulation = Simulation()
  let main: MainThread
  let service: LocationService

  init(
    _ settings: LocationSettings = LocationSettings(), systemVersion: Int = 18,
    hasPurposeString: Bool = true, isInForeground: Bool = true
  ) {
    main = MainThread(
      simulation: simulation, hangThreshold: Self.second / 4, watchdogLimit: 10 * Self.second)
    let profile = PlatformProfile.sample([
      .locationFixMedian: 1e9, .locationFixP95: 1e9, .locationAlertAnimation: 1e8,
    ])
    service = LocationService(
      main: main, profile: profile, settings: settings, systemVersion: systemVersion,
      hasPurposeString: hasPurposeString, seed: 1)
    if isInForeground { service.enterForeground() }
  }

  /// Lets some seconds pass.
  func wait(_ seconds: Double = 1) {
    simulation.run(until: simulation.now + Int64(seconds * Double(Self.second)))
  }

  /// Asks for the authorization with a new manager, and lets an alert come up.
  @discardableResult
  func askWhenInUse() -> LocationManager {
    let manager = LocationManager(service: service)
    manager.requestWhenInUseAuthorization()
    wait()
    return manager
  }

  /// Answers the alert on the screen, and lets it go away.
  func answer(_ button: AlertAnswer.Button, accuracy: AccuracyAuthorization = .full) {
    service.answer(AlertAnswer(button, accuracy: accuracy))
    wait()
  }
}
