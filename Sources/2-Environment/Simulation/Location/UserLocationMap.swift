/// The part of a map that shows the location of the user, as `showsUserLocation` of `MKMapView`,
/// `UserAnnotation` and `MapUserLocationButton` of SwiftUI.
///
/// The dot is there while the map is on the screen, should show the location, and the app is
/// authorized; it appears with the first position. Without authorization the map does not draw it and
/// says nothing. With a reduced accuracy it is a circle of some kilometres.
///
/// If the map asks for the authorization by itself is no fact: ``MapPrompting`` has the three
/// readings. Lives in one launch of the app. Used by one thread at a time.
public final class UserLocationMap {
  /// The mark of the location.
  public enum Dot: Hashable, Sendable {
    /// The blue dot.
    case exact
    /// A circle of some kilometres, with a reduced accuracy.
    case circle
  }

  private let service: LocationService
  private let prompting: MapPrompting
  private var observer: Int?
  /// The first position that is on its way; `nil` without one.
  private var fix: ScheduledEvent?
  private var fixSpan: Int?

  /// Indicates whether the map is on the screen.
  public private(set) var isVisible = false {
    didSet { update() }
  }
  /// The mark of the location on the map; `nil` if there is none.
  public private(set) var dot: Dot? {
    didSet { if dot != oldValue { dotDidChange(dot) } }
  }
  /// Called when the dot appears, changes or vanishes.
  package var dotDidChange: (Dot?) -> Void = { _ in }
  /// Indicates whether the map should show the location.
  public var showsUserLocation = false {
    didSet { update() }
  }

  /// Indicates whether the app places the dot itself, by a single request for a position of best
  /// accuracy, as `requestLocation()` of `CLLocationManager`; false for the map's own updates.
  public var asksOnce = false

  /// Creates a map that is not on the screen.
  public init(service: LocationService, prompting: MapPrompting) {
    self.service = service
    self.prompting = prompting
    observer = service.observe { [weak self] in self?.update() }
  }

  deinit {
    if let observer { service.removeObserver(observer) }
  }

  /// The map comes on the screen.
  package func appear() { isVisible = true }

  /// The map leaves the screen.
  package func disappear() { isVisible = false }

  /// The person presses the map's own button, as `MapUserLocationButton`.
  public func pressUserLocationButton() {
    guard prompting == .atButton, !service.status.isAuthorized, service.mayAsk(for: .whenInUse)
    else { return }
    service.request(.whenInUse, by: .mapButton)
  }

  private func update() {
    guard isVisible, showsUserLocation else { return stop() }
    if prompting == .atDisplay, service.mayAsk(for: .whenInUse), !service.status.isAuthorized {
      service.request(.whenInUse, by: .map)
    }
    guard service.status.isAuthorized, service.isInForeground else { return stop() }
    if dot != nil {
      dot = currentDot
      return
    }
    guard fix == nil else { return }
    fixSpan = service.main.simulation.beginSpan(.network, "first position")
    fix = service.main.async(after: service.nextFixLatency(isOnce: asksOnce)) { [weak self] in
      self?.show()
    }
  }

  private var currentDot: Dot { service.settings.accuracy == .full ? .exact : .circle }

  private func show() {
    service.main.simulation.endSpan(fixSpan)
    fix = nil
    dot = currentDot
  }

  private func stop() {
    if let fix, service.main.simulation.cancel(fix) { service.main.simulation.endSpan(fixSpan) }
    fix = nil
    dot = nil
  }
}

/// When a map that should show the location asks for the authorization by itself.
public enum MapPrompting: String, Hashable, Sendable, CaseIterable {
  /// Never: what MapKit logs since iOS 8, and what the interface of `UserAnnotation` says.
  case never
  /// When it appears, as some guides say; contradicted by what MapKit logs.
  case atDisplay = "at-display"
  /// When its own button is pressed, as a wrapper's documentation says; not verified.
  case atButton = "at-button"

  /// The reading in a few words, for a report.
  public var summary: String {
    switch self {
    case .never: "the map never asks, so the app must (logged since iOS 8)"
    case .atDisplay: "the map asks when it appears (a guide says so, but is contradicted)"
    case .atButton: "the map's location button asks when it is pressed (not verified)"
    }
  }
}
