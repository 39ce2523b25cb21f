import Clustering
import MapGeometry
import MapSimulation

/// What a map at rest shows: the annotation or the cluster that stands for each pin.
struct ClusterSnapshot {
  struct Item: Hashable {
    let point: MapPoint
    /// The pins that it stands for.
    let pins: [Int]
  }

  let zoom: Double
  /// Points of the screen for each map point.
  let scale: Double
  private(set) var items: [Item] = []
  /// For each pin the item that stands for it; -1 for none.
  private(set) var itemOfPin: [Int32]
  /// True for each pin that is in view.
  let isInView: [Bool]

  init(
    of mapView: MapView, points: [MapPoint],
    forEachPin: (Annotation, (Int) -> Void) -> Void
  ) {
    zoom = mapView.zoom
    scale = mapView.device.viewport.width / mapView.visibleMapRect.width
    let area = mapView.visibleArea
    isInView = points.map { area.contains($0) }
    itemOfPin = Array(repeating: -1, count: points.count)
    mapView.forEachView { view in add(view.annotation, forEachPin: forEachPin) }
    // Those just off the screen stand for their pins, too; members of shown clusters are in already.
    mapView.forEachRepresentingAnnotation { add($0, forEachPin: forEachPin) }
  }

  private mutating func add(
    _ annotation: Annotation, forEachPin: (Annotation, (Int) -> Void) -> Void
  ) {
    let pins = annotation.pins(forEachPin)
    guard let first = pins.first, itemOfPin[first] < 0 else { return }
    for pin in pins { itemOfPin[pin] = Int32(items.count) }
    items.append(Item(point: annotation.mapPoint, pins: pins))
  }

  var pinsInView: Int { isInView.count { $0 } }
  var pinsRepresented: Int {
    zip(isInView, itemOfPin).count { isInView, item in isInView && item >= 0 }
  }
}

extension Annotation {
  /// The pins of an annotation, or of all members of a cluster of the map's own.
  func pins(_ forEachPin: (Annotation, (Int) -> Void) -> Void) -> [Int] {
    var pins: [Int] = []
    if memberAnnotations.isEmpty {
      forEachPin(self) { pins.append($0) }
    } else {
      for member in memberAnnotations { forEachPin(member) { pins.append($0) } }
    }
    return pins
  }
}

/// The difference between two rests of a map within one whole zoom level, over the pins that are in
/// view at both.
struct SnapshotChange: Hashable, Sendable {
  /// For each cluster that stands mostly for the same pins, the distance on the ground from the one
  /// before, in points of the screen at the later rest.
  private(set) var distances: [Double] = []
  /// Pins in view at both rests.
  private(set) var pins = 0
  /// Those of them whose cluster does not stand for mostly the same pins as before.
  private(set) var regrouped = 0

  /// - Returns: `nil` for rests at different whole zoom levels.
  init?(from old: ClusterSnapshot, to new: ClusterSnapshot) {
    guard old.zoom.rounded(.down) == new.zoom.rounded(.down) else { return nil }
    let common = zip(old.isInView, new.isInView).map { $0 && $1 }
    for item in new.items {
      let members = item.pins.filter { common[$0] }
      guard !members.isEmpty else { continue }
      pins += members.count
      var counts: [Int32: Int] = [:]
      for pin in members where old.itemOfPin[pin] >= 0 {
        counts[old.itemOfPin[pin], default: 0] += 1
      }
      // The smallest number of equals, as a dictionary has no order.
      let best = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
      guard let best else {
        regrouped += members.count
        continue
      }
      let earlier = old.items[Int(best.key)]
      let union = members.count + earlier.pins.count { common[$0] } - best.value
      // Mostly: more than half of all pins of the two are in both.
      guard 2 * best.value > union else {
        regrouped += members.count
        continue
      }
      regrouped += members.count - best.value
      guard item.pins.count > 1 else { continue }
      var x = item.point.x - earlier.point.x
      x -= (x / MapSize.world.width).rounded() * MapSize.world.width
      let y = item.point.y - earlier.point.y
      distances.append((x * x + y * y).squareRoot() * new.scale)
    }
  }
}

/// Finds views that are replaced by views of the same pins: they blink.
struct BlinkAudit {
  private typealias Shown = [UInt64: Annotation]

  private(set) var blinks = 0
  private var before: Shown = [:]
  private var beforeThat: Shown = [:]

  /// Examines the screen after a frame.
  mutating func inspect(
    _ mapView: MapView, forEachPin: (Annotation, (Int) -> Void) -> Void
  ) {
    var now: Shown = [:]
    mapView.forEachView { view in
      // The sum of scrambled numbers does not depend on the order.
      let key = view.annotation.pins(forEachPin).reduce(UInt64(0)) { $0 &+ Self.scrambled($1) }
      now[key] = view.annotation
    }
    for (key, annotation) in now {
      guard let known = before[key] ?? beforeThat[key] else { continue }
      // The same one that was away for a frame blinks, too.
      if known !== annotation || before[key] == nil { blinks += 1 }
    }
    beforeThat = before
    before = now
  }

  private static func scrambled(_ pin: Int) -> UInt64 {
    var bits = UInt64(truncatingIfNeeded: pin) &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
