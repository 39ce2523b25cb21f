import ScenarioModel
import Simulation

/// The part of an app that shows the location of the user on a map: it decides when to ask for the
/// authorization, and what to say if there is none.
///
/// All methods run on the simulated main thread. An app's own strategy conforms to this protocol,
/// and is added to `Family.locationAuthorization`.
///
/// Used by one thread at a time.
public protocol LocationStrategy: AnyObject, SendableMetatype {
  /// Creates the part of the app at each launch; it is released when the app ends.
  init(app: LocationApp)

  /// The app has been launched.
  func appDidLaunch()

  /// The map is about to come on the screen.
  func mapWillAppear()

  /// The map has left the screen.
  func mapDidDisappear()

  /// The person presses the button that centres the map on the own position.
  func locateButtonPressed()

  /// The person has read the explanation of ``LocationApp/presentExplanation()``.
  func explanationDidEnd(continued: Bool)
}

extension LocationStrategy {
  /// Does nothing.
  public func appDidLaunch() {}
  /// Does nothing.
  public func mapDidDisappear() {}
  /// Does nothing.
  public func explanationDidEnd(continued: Bool) {}
}

/// The callbacks of a strategy that an app's launch has made, as the methods of
/// ``LocationStrategy``.
public struct LocationCallbacks {
  var appDidLaunch: () -> Void = {}
  var mapWillAppear: () -> Void = {}
  var mapDidDisappear: () -> Void = {}
  var locateButtonPressed: () -> Void = {}
  /// The argument tells whether the person continues.
  var explanationDidEnd: (Bool) -> Void = { _ in }
}

/// The function that makes a strategy for the location of the user, at each launch of the app.
public typealias LocationMake = @Sendable (LocationApp) -> LocationCallbacks

extension StrategyEntry where Make == LocationMake {
  /// An entry for a strategy of `Family.locationAuthorization`.
  ///
  /// - Parameters:
  ///   - name: the name in scenario files and reports: lower case words joined by hyphens.
  ///   - summary: what the strategy does, in one sentence.
  public init(_ name: String, _ strategy: (some LocationStrategy).Type, summary: String) {
    self.init(name, summary: summary) {
      let strategy = strategy.init(app: $0)
      return LocationCallbacks(
        appDidLaunch: strategy.appDidLaunch, mapWillAppear: strategy.mapWillAppear,
        mapDidDisappear: strategy.mapDidDisappear,
        locateButtonPressed: strategy.locateButtonPressed,
        explanationDidEnd: strategy.explanationDidEnd)
    }
  }
}

/// One launch of an app with a map screen: the platform's parts, and what the screen says.
///
/// Used by one thread at a time.
public final class LocationApp {
  /// What the screen says about the location.
  public enum Message: String, Hashable, Sendable {
    /// A sheet that explains the use of the location, with Continue and Not Now.
    case explanation = "an explanation"
    /// A banner that the location is off for the app, with a link to Settings.
    case settingsLink = "a banner with a link to Settings"
    /// A note that the location is not available, and that the person cannot change it.
    case unavailable = "a note that the location is restricted"
  }

  /// The camera after ``centerOnUser(_:)``.
  public enum Framing: Hashable, Sendable {
    /// Some streets around the position.
    case street
    /// As much as the accuracy of the position needs.
    case accuracy
  }

  /// The phone's location services.
  public let service: LocationService
  /// The app's location manager.
  public let manager: LocationManager
  /// The map.
  public let map: UserLocationMap
  /// The message on the screen; `nil` without one.
  public private(set) var message: Message?
  /// A mark that the app keeps between its launches, as in `UserDefaults`.
  public var hasExplained: Bool

  /// Called when a message appears.
  var messageDidAppear: (Message) -> Void = { _ in }
  /// Called when the camera moves to the position.
  var didCenter: (Framing, UserLocationMap.Dot) -> Void = { _, _ in }
  private var pendingFraming: Framing?

  init(service: LocationService, prompting: MapPrompting, hasExplained: Bool) {
    self.service = service
    self.hasExplained = hasExplained
    manager = LocationManager(service: service)
    map = UserLocationMap(service: service, prompting: prompting)
  }

  /// Shows a sheet that explains the use of the location; the strategy hears of its end.
  public func presentExplanation() {
    if message != .explanation { present(.explanation) }
  }

  /// Shows a banner with a link to the app's page in Settings.
  public func presentSettingsLink() { present(.settingsLink) }

  /// Shows a note that the location is not available.
  public func presentUnavailable() { present(.unavailable) }

  /// Removes the message from the screen.
  public func dismissMessage() { message = nil }

  /// Moves the camera to the position, or does so when the position is known.
  public func centerOnUser(_ framing: Framing) {
    if let dot = map.dot { didCenter(framing, dot) } else { pendingFraming = framing }
  }

  func dotDidChange(_ dot: UserLocationMap.Dot?) {
    guard let dot, let framing = pendingFraming else { return }
    pendingFraming = nil
    didCenter(framing, dot)
  }

  func mapDidDisappear() {
    pendingFraming = nil
    message = nil
  }

  private func present(_ next: Message) {
    message = next
    messageDidAppear(next)
  }
}
