import Platform
import Support

/// The location services of a phone, as one app sees them: its authorization, the system's alert, and
/// the first position.
///
/// The authorization is a state machine as Apple documents it:
/// - The alert comes up only while the authorization is not determined and the app is in the
///   foreground. The answer is stored, and the person is not asked again.
/// - Allow Once counts as authorized when in use until the app is no longer in use; then the
///   authorization is not determined again.
/// - An app that is authorized when in use can ask once for a change to always.
/// - Without the purpose string in the app's Info.plist, a request does nothing.
/// - Restricted and denied are answers, and no request changes them; the person can, in Settings.
///
/// The alert is the system's and not the app's: it comes up and goes away in its own time, whatever
/// the main thread does; the app hears of the answer on the main queue. The alert that iOS may show
/// when all location services are off, and the provisional kind of always, are not simulated.
///
/// The app may be launched several times; the service stays. Used by one thread at a time.
public final class LocationService {
  /// The main thread of the app.
  public let main: MainThread
  /// The system's major version; service sessions exist from 18 on.
  public let systemVersion: Int
  /// Indicates whether the app's Info.plist has the purpose string.
  public let hasPurposeString: Bool
  /// The settings of the person; ``change(_:)`` changes them.
  public private(set) var settings: LocationSettings
  /// Indicates whether the app is on the screen.
  public private(set) var isInForeground = false
  /// The alert that is on the screen; `nil` without one.
  public private(set) var alert: AuthorizationAlert?
  /// The counts of requests and alerts so far.
  public private(set) var counts = AuthorizationCounts()

  /// Called when an alert is on the screen: the person calls ``answer(_:)`` later.
  package var alertDidAppear: (AuthorizationAlert) -> Void = { _ in }
  /// Called when the alert has gone.
  package var alertDidDisappear: () -> Void = {}
  /// Called with each request, and whether it brings an alert.
  package var requestDidArrive: (AuthorizationRequester, Bool) -> Void = { _, _ in }

  private let fixLatency: LatencyDistribution
  private let onceLatency: LatencyDistribution
  private let alertAnimation: Int64
  private var draws: SplitMix64
  /// Indicates whether an alert comes up, is there, or goes away.
  private var isAlertUnderWay = false
  /// The alert that comes up; `nil` without one.
  private var comingAlert: ScheduledEvent?
  /// Indicates whether the choice ends with the use of the app.
  private var isTemporary = false
  /// Indicates whether the one alert that asks for a change to always was shown.
  private var hasAskedForAlways = false
  /// The observers of the running app, by the order of their registration.
  private var observers: [Int: () -> Void] = [:]
  private var lastObserver = 0
  private var alertSpan: Int?

  /// Creates the services of a phone on which the app does not run.
  ///
  /// - Parameters:
  ///   - profile: has the time from the start of location updates to the first position, and that
  ///     in which the alert comes up, and in which it goes away.
  ///   - seed: the seed of the times to a first position.
  /// - Precondition: the profile provides the group of a location.
  package init(
    main: MainThread, profile: PlatformProfile, settings: LocationSettings, systemVersion: Int,
    hasPurposeString: Bool, seed: UInt64
  ) {
    self.main = main
    self.settings = settings
    self.systemVersion = systemVersion
    self.hasPurposeString = hasPurposeString
    fixLatency = profile.latency(.locationFixMedian, .locationFixP95)
    onceLatency = profile.latency(.locationOnceMedian, .locationOnceP95)
    alertAnimation = Int64(profile.count(.locationAlertAnimation))
    draws = SplitMix64(seed: seed)
  }

  /// The app's authorization.
  public var status: AuthorizationStatus { settings.status }

  // MARK: - The app's life

  /// The app comes to the foreground: it is launched, or the person returns to it.
  package func enterForeground() {
    isInForeground = true
    tellObservers()
  }

  /// The app leaves the foreground, to Settings for example.
  package func enterBackground() { isInForeground = false }

  /// The app is no longer in use: its process ends, with it a choice for once, and an alert that is
  /// not there yet. One that is there is answered before.
  package func endUse() {
    isInForeground = false
    observers.removeAll()
    if let comingAlert, main.simulation.cancel(comingAlert) { isAlertUnderWay = false }
    guard isTemporary else { return }
    isTemporary = false
    settings.choice = .undecided
  }

  /// The person changes the settings.
  package func change(_ update: (inout LocationSettings) -> Void) {
    let before = (status, settings.accuracy)
    let choice = settings.choice
    update(&settings)
    // Another precision leaves a choice for once as it is.
    if settings.choice != choice { isTemporary = false }
    if before != (status, settings.accuracy) { tellObservers() }
  }

  // MARK: - Requests

  /// Asks the person, if the state allows it. The call returns at once.
  func request(_ requirement: AuthorizationRequirement, by requester: AuthorizationRequester) {
    counts.requests += 1
    let mayAsk = mayAsk(for: requirement)
    requestDidArrive(requester, mayAsk)
    guard mayAsk else {
      counts.ignoredRequests += 1
      return
    }
    isAlertUnderWay = true
    let asksForChange = status == .authorizedWhenInUse
    comingAlert = main.simulation.schedule(after: alertAnimation) {
      self.show(AuthorizationAlert(requester: requester, asksForAlways: asksForChange))
    }
  }

  /// Returns whether a request would bring an alert now.
  func mayAsk(for requirement: AuthorizationRequirement) -> Bool {
    guard isInForeground, hasPurposeString, !isAlertUnderWay, requirement != .none else {
      return false
    }
    switch status {
    case .notDetermined: return true
    case .authorizedWhenInUse: return requirement == .always && !hasAskedForAlways && !isTemporary
    case .restricted, .denied, .authorizedAlways: return false
    }
  }

  private func show(_ alert: AuthorizationAlert) {
    self.alert = alert
    if alert.asksForAlways { hasAskedForAlways = true }
    counts.alerts += 1
    alertSpan = main.simulation.beginSpan(.background, "alert")
    alertDidAppear(alert)
  }

  /// The person answers the alert on the screen; without effect where there is none.
  package func answer(_ answer: AlertAnswer) {
    guard let alert else { return }
    self.alert = nil
    main.simulation.endSpan(alertSpan)
    apply(answer, to: alert)
    main.simulation.schedule(after: alertAnimation) {
      self.isAlertUnderWay = false
      self.alertDidDisappear()
    }
    tellObservers()
  }

  private func apply(_ answer: AlertAnswer, to alert: AuthorizationAlert) {
    guard !alert.asksForAlways else {
      if answer.button == .allowAlways { settings.choice = .always }
      return
    }
    switch answer.button {
    case .dontAllow: settings.choice = .never
    case .allowOnce:
      settings.choice = .whileUsing
      isTemporary = true
    case .allowWhileUsing, .allowAlways: settings.choice = .whileUsing
    }
    if answer.button != .dontAllow { settings.accuracy = answer.accuracy }
  }

  // MARK: - The running app

  /// Registers an object of the running app that hears of changes, on the main queue.
  func observe(_ action: @escaping () -> Void) -> Int {
    lastObserver += 1
    observers[lastObserver] = action
    return lastObserver
  }

  func removeObserver(_ number: Int) { observers[number] = nil }

  private func tellObservers() {
    for number in observers.keys.sorted() {
      main.async { [weak self] in self?.observers[number]?() }
    }
  }

  /// The time to the next first position: of continuous updates, or of a single request.
  func nextFixLatency(isOnce: Bool) -> Int64 {
    (isOnce ? onceLatency : fixLatency).draw(using: &draws)
  }
}

/// The system's alert on the screen.
public struct AuthorizationAlert: Hashable, Sendable {
  /// The part of the platform that asked.
  public let requester: AuthorizationRequester
  /// Indicates whether this is the alert that asks for a change from while in use to always.
  public let asksForAlways: Bool
}

/// The numbers of requests and alerts.
public struct AuthorizationCounts: Hashable, Sendable {
  /// Requests for the authorization, by the app or by the map.
  public internal(set) var requests = 0
  /// Those that brought no alert.
  public internal(set) var ignoredRequests = 0
  /// Alerts that came up.
  public internal(set) var alerts = 0
}
