/// An app's authorization to use the location, as `CLAuthorizationStatus`.
public enum AuthorizationStatus: String, Hashable, Sendable, CaseIterable {
  /// The person has not decided.
  case notDetermined = "not determined"
  /// Parental controls or a company keep the location from apps; the person cannot change it.
  case restricted
  /// The person has refused, or location services are off on the phone.
  case denied
  /// The app gets the location while it is in use.
  case authorizedWhenInUse = "authorized when in use"
  /// The app gets the location at any time.
  case authorizedAlways = "authorized always"

  /// Indicates whether an app in use gets the location.
  public var isAuthorized: Bool { self == .authorizedWhenInUse || self == .authorizedAlways }
}

/// The exactness of the location that an app gets, as `CLAccuracyAuthorization`.
public enum AccuracyAuthorization: String, Hashable, Sendable, CaseIterable {
  /// As exact as the phone knows it.
  case full
  /// Some kilometres around.
  case reduced
}

/// An app's need, as of a request or of a `CLServiceSession`.
public enum AuthorizationRequirement: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// None: the app does not ask.
  case none
  /// The location while the app is in use.
  case whenInUse
  /// The location at any time.
  case always

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Returns whether a status is enough.
  func isMet(by status: AuthorizationStatus) -> Bool {
    switch self {
    case .none: true
    case .whenInUse: status.isAuthorized
    case .always: status == .authorizedAlways
    }
  }
}

/// The settings of the person for the app, in the alert or in Settings; the phone keeps them.
public struct LocationSettings: Hashable, Sendable {
  /// The choices of the app's page in Settings.
  public enum Choice: Hashable, Sendable {
    /// Ask next time, as before the first request.
    case undecided
    /// Never.
    case never
    /// While using the app.
    case whileUsing
    /// Always.
    case always
  }

  /// Indicates whether location services are on for all apps.
  public var servicesEnabled: Bool
  /// Indicates whether the person may not change it.
  public var isRestricted: Bool
  /// The person's choice for the app.
  public var choice: Choice
  /// The switch Precise Location.
  public var accuracy: AccuracyAuthorization

  /// The settings of a phone, by default one on which the app is new.
  public init(
    servicesEnabled: Bool = true, isRestricted: Bool = false, choice: Choice = .undecided,
    accuracy: AccuracyAuthorization = .full
  ) {
    self.servicesEnabled = servicesEnabled
    self.isRestricted = isRestricted
    self.choice = choice
    self.accuracy = accuracy
  }

  /// The app's authorization with these settings.
  ///
  /// Services that are off count as a refusal, as `CLAuthorizationStatus.denied` is documented.
  public var status: AuthorizationStatus {
    if isRestricted { return .restricted }
    if !servicesEnabled { return .denied }
    switch choice {
    case .undecided: return .notDetermined
    case .never: return .denied
    case .whileUsing: return .authorizedWhenInUse
    case .always: return .authorizedAlways
    }
  }
}

/// An answer to the system's alert.
public struct AlertAnswer: Hashable, Sendable {
  /// The buttons of the alert.
  public enum Button: String, Hashable, Sendable {
    /// Allow Once.
    case allowOnce = "Allow Once"
    /// Allow While Using App; where the alert asks for a change to always, Keep Only While Using.
    case allowWhileUsing = "Allow While Using App"
    /// Change to Always Allow, which only the second alert has.
    case allowAlways = "Change to Always Allow"
    /// Don't Allow.
    case dontAllow = "Don't Allow"
  }

  /// The button.
  public let button: Button
  /// The switch Precise in the alert; on at first.
  public let accuracy: AccuracyAuthorization

  /// Creates an answer.
  public init(_ button: Button, accuracy: AccuracyAuthorization = .full) {
    self.button = button
    self.accuracy = accuracy
  }
}

/// The part of the platform that asked for the authorization.
public enum AuthorizationRequester: String, Hashable, Sendable {
  /// The app, by a method of its location manager.
  case manager = "requestWhenInUseAuthorization"
  /// A service session of the app.
  case session = "CLServiceSession"
  /// The map, because it should show the location.
  case map
  /// The map's own button.
  case mapButton = "MapUserLocationButton"
}
