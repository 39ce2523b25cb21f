import Clustering
import PinData
import ScenarioModel
import Simulation

/// Pins that one annotation stands for: a pin, or several as a cluster.
public struct PinGroup: Hashable, Sendable {
  /// The indexes of the pins in the pin set, at least one.
  public let pins: [Int]
  let point: MapPoint

  /// The place of the annotation.
  public var coordinate: Coordinate { point.coordinate }

  /// The same for the same pins in each frame.
  var id: AnnotationID { AnnotationID(ofPins: pins) }

  /// The group as something to show.
  var item: ClusterItem { ClusterItem(id: id, point: point, count: pins.count) }
}

extension PinGroup {
  /// Creates a group.
  ///
  /// - Precondition: `pins` is not empty, and the coordinate is a place.
  public init(pins: [Int], at coordinate: Coordinate) {
    precondition(!pins.isEmpty, "expected at least one pin in a group, found none")
    precondition(
      coordinate.latitude.isFinite && coordinate.longitude.isFinite,
      "expected a place for a group, found latitude \(coordinate.latitude) and longitude "
        + "\(coordinate.longitude)")
    self.init(pins: pins, point: MapPoint(coordinate))
  }
}

extension AnnotationID {
  /// The same for the same pins, whatever their order: the pin, or a number that all pins of the
  /// cluster make together. Takes O(n) time.
  init(ofPins pins: [Int]) {
    self = pins.count > 1 ? .cluster(Self.number(ofPins: pins) >> 2) : .pin(pins[0])
  }

  /// A number that pins make together, whatever their order. Takes O(n) time.
  static func number(ofPins pins: [Int]) -> UInt64 {
    // The sum of SplitMix64's output function does not depend on the order.
    pins.reduce(0) { sum, pin in
      var bits = UInt64(truncatingIfNeeded: pin) &+ 0x9E37_79B9_7F4A_7C15
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return sum &+ (bits ^ (bits >> 31))
    }
  }
}

/// A library's index of pins: built once from all pins, and asked for what is in view.
///
/// Used by one thread at a time.
public protocol PinIndex: SendableMetatype {
  /// Builds the index; its time and memory are measured as `build-time`.
  init(pins: PinSet) throws

  /// Returns the groups to show.
  ///
  /// - Parameters:
  ///   - rect: the visible part of the flat map; it may reach over the antimeridian, see
  ///     `MapRect.partsOnWorld`.
  ///   - zoom: the zoom level, with 256 points for the world at 0.
  func groups(in rect: MapRect, zoom: Double) throws -> [PinGroup]
}

/// A library's store of pins that come and go, which says itself what has changed on the map.
///
/// Used by one thread at a time.
public protocol LivePinStore: SendableMetatype {
  /// Makes an empty store.
  init() throws

  /// Takes a pin.
  mutating func insert(_ pin: Int, at coordinate: Coordinate) throws

  /// Returns what is to change on the map, for a new visible rectangle or after insertions.
  ///
  /// - Returns: the groups that were added by an earlier call and are to go, and the groups to add.
  mutating func update(
    visible rect: MapRect, zoom: Double
  ) throws -> (removed: [PinGroup], added: [PinGroup])
}

extension StrategyEntry where Make == AnnotationStrategyFactory {
  /// Creates an entry for a function of the region: it is called for each frame, and the difference
  /// to the frame before is applied to the map.
  ///
  /// - Parameter groups: the groups to show, from all pins, the visible rectangle and the zoom level.
  public init(
    _ name: String, summary: String,
    showing groups: @escaping @Sendable (PinSet, MapRect, Double) throws -> [PinGroup]
  ) {
    self.init(name, foreign: summary) { pins, _ in GroupsInView { try groups(pins, $0, $1) } }
  }

  /// Creates an entry for an index: it is asked for each frame, and the difference to the frame
  /// before is applied to the map.
  public init(_ name: String, index: (some PinIndex).Type, summary: String) {
    self.init(name, foreign: summary) { pins, _ in
      let index = try index.init(pins: pins)
      return GroupsInView { try index.groups(in: $0, zoom: $1) }
    }
  }

  /// Creates an entry for a live store: all pins are inserted, then its changes are applied to the
  /// map for each frame.
  public init(_ name: String, store: (some LivePinStore).Type, summary: String) {
    self.init(name, foreign: summary) { pins, _ in try ChangesOfStore(of: store, pins: pins) }
  }
}

/// Shows the groups of a function of the visible rectangle and the zoom level.
final class GroupsInView: AnnotationStrategyCallbacks {
  private let groups: (MapRect, Double) throws -> [PinGroup]
  private var shown = ShownAnnotations()
  private var latest: [PinGroup] = []
  /// The members of the latest groups, made outside of timed code.
  private var members: [AnnotationID: [Int]] = [:]

  init(_ groups: @escaping (MapRect, Double) throws -> [PinGroup]) { self.groups = groups }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) throws {
    latest = try groups(mapView.visibleMapRect, mapView.zoom)
    members = [:]
    shown.show(latest.map(\.item), on: mapView)
  }

  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    if members.isEmpty {
      members = Dictionary(latest.map { ($0.id, $0.pins) }) { first, _ in first }
    }
    members[annotation.id]?.forEach(body)
  }
}

/// Applies the changes of a live store.
private final class ChangesOfStore<Store: LivePinStore>: AnnotationStrategyCallbacks {
  private var store: Store
  private var annotations: [AnnotationID: (annotation: Annotation, pins: [Int])] = [:]

  init(of type: Store.Type, pins: PinSet) throws {
    store = try type.init()
    for (pin, coordinate) in pins.coordinates.enumerated() { try store.insert(pin, at: coordinate) }
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) throws {
    let changes = try store.update(visible: mapView.visibleMapRect, zoom: mapView.zoom)
    for group in changes.removed {
      guard let removed = annotations.removeValue(forKey: group.id) else {
        throw LivePinStoreError(pins: group.pins)
      }
      mapView.removeAnnotation(removed.annotation)
    }
    for group in changes.added {
      let annotation = Annotation(group.item)
      annotations[group.id] = (annotation, group.pins)
      mapView.addAnnotation(annotation)
    }
  }

  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    annotations[annotation.id]?.pins.forEach(body)
  }
}

/// A live store removes a group that it never added.
struct LivePinStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  let pins: [Int]

  var description: String {
    "expected the store to remove a group that it has added, found another one, of \(pins.count) "
      + "pins, the first of them pin \(pins[0]); return removed groups as they were added"
  }
}
