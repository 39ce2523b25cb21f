import LocationSimulation
import ScenarioModel

extension LocationAuthorizationFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "implicit", ImplicitLocation.self,
      summary: "Has a UserAnnotation and the map's button, and never asks."),
    StrategyEntry(
      "ask-at-launch", AskAtLaunch.self,
      summary: "Asks when the app is launched."),
    StrategyEntry(
      "ask-again", AskAgain.self,
      summary: "Asks each time the map appears and each time its button is pressed."),
    StrategyEntry(
      "ask-before-map", AskBeforeMap.self,
      summary: "Makes a service session right before the map appears."),
    StrategyEntry(
      "ask-with-context", AskWithContext.self,
      summary: "Asks when its button is pressed, after an explanation."),
    StrategyEntry(
      "service-session", SessionWhileShown.self,
      summary:
        "Holds a service session while the map is shown, and says why there is no position."),
    StrategyEntry(
      "explained-session", ExplainedSession.self,
      summary:
        "Explains when its button is pressed, then holds a session and says why there is no position."
    ),
  ]
}

/// Shows the location and leaves all else to the map: nothing asks, unless the map does by itself.
final class ImplicitLocation: LocationStrategy {
  private let app: LocationApp

  init(app: LocationApp) { self.app = app }

  func mapWillAppear() { app.map.showsUserLocation = true }

  func locateButtonPressed() { app.map.pressUserLocationButton() }
}

/// Asks at each launch; after the first answer nothing happens any more.
final class AskAtLaunch: LocationStrategy {
  private let app: LocationApp

  init(app: LocationApp) { self.app = app }

  func appDidLaunch() { app.manager.requestWhenInUseAuthorization() }

  func mapWillAppear() { app.map.showsUserLocation = true }

  func locateButtonPressed() { app.map.pressUserLocationButton() }
}

/// Asks whenever it could matter, without a look at the status.
final class AskAgain: LocationStrategy {
  private let app: LocationApp

  init(app: LocationApp) { self.app = app }

  func mapWillAppear() {
    app.manager.requestWhenInUseAuthorization()
    app.map.showsUserLocation = true
  }

  func locateButtonPressed() {
    app.manager.requestWhenInUseAuthorization()
    app.centerOnUser(.street)
  }
}

/// Makes a session and then shows the map, as the guide's pattern; nothing reads the diagnostics.
/// Before iOS 18, a request of the manager takes its place.
final class AskBeforeMap: LocationStrategy {
  private let app: LocationApp
  private var session: ServiceSession?

  init(app: LocationApp) { self.app = app }

  func mapWillAppear() {
    if session == nil {
      session = ServiceSession(authorization: .whenInUse, service: app.service)
    }
    if session == nil { app.manager.requestWhenInUseAuthorization() }
    app.map.showsUserLocation = true
  }

  func locateButtonPressed() { app.map.pressUserLocationButton() }
}

/// Asks at the first press of its button, after an explanation that the person accepts; without
/// authorization the button then does nothing.
final class AskWithContext: LocationStrategy {
  private let app: LocationApp

  init(app: LocationApp) { self.app = app }

  func mapWillAppear() { app.map.showsUserLocation = true }

  func locateButtonPressed() {
    switch app.manager.authorizationStatus {
    case .notDetermined: app.presentExplanation()
    case .authorizedWhenInUse, .authorizedAlways: app.centerOnUser(.street)
    case .denied, .restricted: break
    }
  }

  func explanationDidEnd(continued: Bool) {
    guard continued else { return }
    app.manager.requestWhenInUseAuthorization()
    app.centerOnUser(.street)
  }
}

/// Holds a session while the map is shown. Its diagnostics become a banner with a link to Settings,
/// or a note, and the camera takes the accuracy into account. Before iOS 18, the status of the
/// manager takes the place of the diagnostics.
final class SessionWhileShown: LocationStrategy {
  private let guidance: LocationGuidance

  init(app: LocationApp) { guidance = LocationGuidance(app: app) }

  func mapWillAppear() { guidance.begin() }

  func mapDidDisappear() { guidance.end() }

  func locateButtonPressed() { guidance.center() }
}

/// Explains at the first press of its button and holds a session from then on, as
/// ``SessionWhileShown``; a person who has once accepted the explanation does not get it again.
final class ExplainedSession: LocationStrategy {
  private let app: LocationApp
  private let guidance: LocationGuidance

  init(app: LocationApp) {
    self.app = app
    guidance = LocationGuidance(app: app)
  }

  func mapWillAppear() {
    app.map.showsUserLocation = true
    if app.manager.authorizationStatus != .notDetermined { guidance.begin() }
  }

  func mapDidDisappear() { guidance.end() }

  func locateButtonPressed() {
    if app.manager.authorizationStatus == .notDetermined, !app.hasExplained {
      app.presentExplanation()
    } else {
      guidance.begin()
      guidance.center()
    }
  }

  func explanationDidEnd(continued: Bool) {
    guard continued else { return }
    app.hasExplained = true
    guidance.begin()
    guidance.center()
  }
}
