import ScenarioModel
import Simulation

extension StrategyEntry where Make == LocationMake {
  /// The strategies that come with MapPressure, naive ones first.
  static let standard: [StrategyEntry] = [
    // Nothing asks, unless the map does by itself.
    StrategyEntry(
      "implicit", summary: "Has a UserAnnotation and the map's button, and never asks."
    ) { app in LocationCallbacks(showingLocationOf: app) },
    // After the first answer nothing happens any more.
    StrategyEntry("ask-at-launch", summary: "Asks when the app is launched.") { app in
      var callbacks = LocationCallbacks(showingLocationOf: app)
      callbacks.appDidLaunch = app.manager.requestWhenInUseAuthorization
      return callbacks
    },
    // Whenever it could matter, without a look at the status.
    StrategyEntry(
      "ask-again", summary: "Asks each time the map appears and each time its button is pressed."
    ) { app in
      LocationCallbacks(
        mapWillAppear: {
          app.manager.requestWhenInUseAuthorization()
          app.map.showsUserLocation = true
        },
        locateButtonPressed: {
          app.manager.requestWhenInUseAuthorization()
          app.centerOnUser(.street)
        })
    },
    // Each library that wraps Core Location has the call; nine reports wonder about its ten seconds.
    StrategyEntry(
      "one-position",
      summary: "Asks when the map appears, and places the dot with a single position request."
    ) { app in
      app.map.asksOnce = true
      var callbacks = LocationCallbacks(showingLocationOf: app)
      callbacks.mapWillAppear = {
        app.manager.requestWhenInUseAuthorization()
        app.map.showsUserLocation = true
      }
      return callbacks
    },
    // The pattern of a guide; nothing reads the diagnostics. Before iOS 18, a request of the manager
    // takes the place of the session.
    StrategyEntry(
      "ask-before-map", summary: "Makes a service session right before the map appears."
    ) { app in
      var session: ServiceSession?
      var callbacks = LocationCallbacks(showingLocationOf: app)
      callbacks.mapWillAppear = {
        if session == nil {
          session = ServiceSession(authorization: .whenInUse, service: app.service)
        }
        if session == nil { app.manager.requestWhenInUseAuthorization() }
        app.map.showsUserLocation = true
      }
      return callbacks
    },
    // Without authorization the button does nothing after the first answer.
    StrategyEntry(
      "ask-with-context", summary: "Explains the use when its button is pressed, and then asks."
    ) { app in
      var callbacks = LocationCallbacks(showingLocationOf: app)
      callbacks.locateButtonPressed = {
        switch app.manager.authorizationStatus {
        case .notDetermined: app.presentExplanation()
        case .authorizedWhenInUse, .authorizedAlways: app.centerOnUser(.street)
        case .denied, .restricted: break
        }
      }
      callbacks.explanationDidEnd = { continued in
        guard continued else { return }
        app.manager.requestWhenInUseAuthorization()
        app.centerOnUser(.street)
      }
      return callbacks
    },
    StrategyEntry(
      "service-session",
      summary: "Holds a service session while the map is shown, and says why there is no position."
    ) { app in
      let guidance = LocationGuidance(app: app)
      return LocationCallbacks(
        mapWillAppear: guidance.begin, mapDidDisappear: guidance.end,
        locateButtonPressed: guidance.center)
    },
    // A person who has once accepted the explanation does not get it again.
    StrategyEntry(
      "explained-session",
      summary:
        "Explains when its button is pressed, then holds a session and says why there is no position."
    ) { app in
      let guidance = LocationGuidance(app: app)
      return LocationCallbacks(
        mapWillAppear: {
          app.map.showsUserLocation = true
          if app.manager.authorizationStatus != .notDetermined { guidance.begin() }
        },
        mapDidDisappear: guidance.end,
        locateButtonPressed: {
          if app.manager.authorizationStatus == .notDetermined, !app.hasExplained {
            app.presentExplanation()
          } else {
            guidance.begin()
            guidance.center()
          }
        },
        explanationDidEnd: { continued in
          guard continued else { return }
          app.hasExplained = true
          guidance.begin()
          guidance.center()
        })
    },
  ]
}

extension LocationCallbacks {
  /// Shows the location on the map, with the map's own button.
  fileprivate init(showingLocationOf app: LocationApp) {
    self.init(
      mapWillAppear: { app.map.showsUserLocation = true },
      locateButtonPressed: app.map.pressUserLocationButton)
  }
}
