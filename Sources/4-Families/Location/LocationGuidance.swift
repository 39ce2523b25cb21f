import Simulation

/// A session while the map is shown. Its diagnostics become a banner with a link to Settings, or a
/// note, and the camera takes the accuracy into account. Before iOS 18, the status of the manager takes
/// the place of the diagnostics.
final class LocationGuidance {
  private let app: LocationApp
  private var session: ServiceSession?
  private var isActive = false
  /// Indicates whether the button was pressed and the camera has not yet begun to move to the
  /// position.
  private var wantsCenter = false

  init(app: LocationApp) {
    self.app = app
    app.manager.didChangeAuthorization = { [weak self] in self?.update() }
  }

  func begin() {
    app.map.showsUserLocation = true
    guard !isActive else { return }
    isActive = true
    session = ServiceSession(authorization: .whenInUse, service: app.service)
    session?.diagnosticDidChange = { [weak self] _ in self?.update() }
    if session == nil { app.manager.requestWhenInUseAuthorization() }
    update()
  }

  func end() {
    isActive = false
    wantsCenter = false
    session = nil
  }

  func center() {
    wantsCenter = true
    update()
  }

  private func update() {
    guard isActive else { return }
    let status = app.manager.authorizationStatus
    let diagnostic = session?.diagnostic
    if diagnostic?.authorizationRestricted ?? (status == .restricted) {
      say(.unavailable)
    } else if diagnostic?.authorizationDenied ?? (status == .denied) {
      say(.settingsLink)
    } else if status.isAuthorized {
      app.dismissMessage()
      guard wantsCenter else { return }
      wantsCenter = false
      // A street around a position that is known to some kilometres shows the wrong street.
      let isLimited = diagnostic?.accuracyLimited ?? (app.manager.accuracyAuthorization == .reduced)
      app.centerOnUser(isLimited ? .accuracy : .street)
    }
  }

  private func say(_ message: LocationApp.Message) {
    wantsCenter = false
    guard app.message != message else { return }
    if message == .unavailable { app.presentUnavailable() } else { app.presentSettingsLink() }
  }
}
