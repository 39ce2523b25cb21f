import Simulation

/// The callbacks of the part of an app that shows the location of the user on a map, which run on
/// the simulated main thread.
public struct LocationCallbacks {
  /// The app has been launched.
  public var appDidLaunch: () -> Void
  /// The map is about to come on the screen.
  public var mapWillAppear: () -> Void
  /// The map has left the screen.
  public var mapDidDisappear: () -> Void
  /// The person presses the button that centres the map on the own position.
  public var locateButtonPressed: () -> Void
  /// The person has read the explanation of ``LocationApp/presentExplanation()``, and continues or
  /// not.
  public var explanationDidEnd: (_ continued: Bool) -> Void

  /// Creates the callbacks; one that is not given does nothing.
  public init(
    appDidLaunch: @escaping () -> Void = {}, mapWillAppear: @escaping () -> Void = {},
    mapDidDisappear: @escaping () -> Void = {}, locateButtonPressed: @escaping () -> Void = {},
    explanationDidEnd: @escaping (_ continued: Bool) -> Void = { _ in }
  ) {
    self.appDidLaunch = appDidLaunch
    self.mapWillAppear = mapWillAppear
    self.mapDidDisappear = mapDidDisappear
    self.locateButtonPressed = locateButtonPressed
    self.explanationDidEnd = explanationDidEnd
  }
}

/// The function that makes the part of an app that shows the location of the user: it decides when
/// to ask for the authorization, and what to say if there is none.
///
/// It is called at each launch of the app; the part is released when the app ends.
public typealias LocationMake = @Sendable (LocationApp) -> LocationCallbacks

/// One launch of an app with a map screen: the platform's parts, and what the screen says.
///
/// Used by one thread at a time.
public final class LocationApp {
  /// The message of the screen about the location.
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
