/// An app's access to its authorization, as `CLLocationManager`.
///
/// Lives in one launch of the app. Used by one thread at a time.
public final class LocationManager {
  private let service: LocationService
  private var observer: Int?
  /// Called on the main queue after a change of the authorization or of its accuracy, and when the
  /// app returns to the foreground, as `locationManagerDidChangeAuthorization(_:)`.
  public var didChangeAuthorization: () -> Void = {}

  /// Creates a manager of the running app.
  public init(service: LocationService) {
    self.service = service
    observer = service.observe { [weak self] in self?.didChangeAuthorization() }
  }

  deinit {
    if let observer { service.removeObserver(observer) }
  }

  /// The app's authorization.
  public var authorizationStatus: AuthorizationStatus { service.status }
  /// The exactness of the location that the app gets.
  public var accuracyAuthorization: AccuracyAuthorization { service.settings.accuracy }

  /// Asks for the location while the app is in use. Does nothing unless the authorization is not
  /// determined, the app is in the foreground and has the purpose string.
  public func requestWhenInUseAuthorization() {
    service.request(.whenInUse, by: .manager)
  }

  /// Asks for the location at any time: if nothing is determined, with the same alert; if the app is
  /// authorized when in use, once for the change.
  public func requestAlwaysAuthorization() { service.request(.always, by: .manager) }
}

/// A goal of an app that Core Location pursues while the session is held, as `CLServiceSession` of
/// iOS 18.
///
/// It asks when it is made, and again whenever asking has become possible: after a choice for once
/// has ended, or when the app is in the foreground again. It never asks after a refusal. A session
/// with the requirement none never asks.
///
/// Lives in one launch of the app. Used by one thread at a time.
public final class ServiceSession {
  /// The reasons why the goal is not reached, as `CLServiceSession.Diagnostic`.
  public struct Diagnostic: Hashable, Sendable {
    /// The person is being asked.
    public let authorizationRequestInProgress: Bool
    /// The person has refused.
    public let authorizationDenied: Bool
    /// Location services are off for all apps.
    public let authorizationDeniedGlobally: Bool
    /// The person may not allow it.
    public let authorizationRestricted: Bool
    /// The app gets a reduced accuracy.
    public let accuracyLimited: Bool
  }

  private let service: LocationService
  private let requirement: AuthorizationRequirement
  private var observer: Int?
  /// Called on the main queue after each change.
  public var diagnosticDidChange: (Diagnostic) -> Void = { _ in }

  /// Begins a session; `nil` before iOS 18.
  public init?(authorization requirement: AuthorizationRequirement, service: LocationService) {
    guard service.systemVersion >= 18 else { return nil }
    self.service = service
    self.requirement = requirement
    observer = service.observe { [weak self] in self?.pursue() }
    askIfPossible()
  }

  deinit { invalidate() }

  /// Ends the session.
  public func invalidate() {
    if let observer { service.removeObserver(observer) }
    observer = nil
  }

  /// The state of the goal now.
  public var diagnostic: Diagnostic {
    let settings = service.settings
    return Diagnostic(
      authorizationRequestInProgress: service.alert != nil,
      authorizationDenied: service.status == .denied,
      authorizationDeniedGlobally: !settings.servicesEnabled,
      authorizationRestricted: settings.isRestricted,
      accuracyLimited: service.status.isAuthorized && settings.accuracy == .reduced)
  }

  private func pursue() {
    askIfPossible()
    diagnosticDidChange(diagnostic)
  }

  private func askIfPossible() {
    guard !requirement.isMet(by: service.status), service.mayAsk(for: requirement) else { return }
    service.request(requirement, by: .session)
  }
}
