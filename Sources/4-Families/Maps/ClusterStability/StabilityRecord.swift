import Clustering
import ScenarioModel
import Simulation
import Support

/// The record of a use of a map.
struct StabilityRecord: Hashable, Sendable {
  var rests = 0
  var changes: [RestChange] = []
  var pinsInView = 0
  var pinsRepresented = 0
  var blinks = 0

  private var distances: [Double] { changes.flatMap(\.distances) }

  /// A cluster that moves by less than half a point stays where it is.
  private static let stillness = 0.5

  static let table = MetricTable<StabilityRecord>(
    [
      .init("rests", .count, .counted, .neutral, "How often the map came to rest.") { $0.rests },
      .init(
        "rests-compared", .count, .counted, .neutral,
        "The number of rests at the same whole zoom level as the previous rest.", \.changes.count),
    ]
      + MetricTable.Entry.percentiles(
        "wander", [.p50, .p95, .max], .points, .modelled,
        "How far a cluster that still has mostly the same pins has moved on the ground from one "
          + "rest to the next, in points of the screen; the median cluster.",
        of: "clusters", orWhy: "no cluster stayed",
        effects: [.p95: "95 of 100 clusters move by at most {}"]
      ) { $0.distances.sorted() } + [
        .init(
          "clusters-moved", .fraction, .modelled, .lowerIsBetter,
          "Of clusters with mostly the same pins, the fraction that moved by half a point or more."
        ) { record in
          let distances = record.distances
          return MetricValue(
            distances.count { $0 >= stillness }, of: distances.count, orWhy: "no cluster stayed")
        },
        .init(
          "pins-regrouped", .fraction, .modelled, .lowerIsBetter,
          "Of the pins in view at two successive rests at one whole zoom level, the fraction whose "
            + "cluster no longer has mostly the same pins.",
          effect: "{} of the pins change their cluster"
        ) { record in
          MetricValue(
            record.changes.reduce(0) { $0 + $1.regrouped },
            of: record.changes.reduce(0) { $0 + $1.pins }, orWhy: "no two rests can be compared")
        },
        .init(
          "blinks", .count, .modelled, .lowerIsBetter,
          "Views that were replaced, in the same frame or the next, by a view for the same pins.",
          effect: "markers blink {} times", \.blinks),
        .ratio(
          "pins-represented", .counted, .higherIsBetter,
          "Of the pins in view at rest, the fraction that an annotation represents.",
          \.pinsRepresented, of: \.pinsInView, orWhy: "no pin was in view"),
      ])
}

/// The content of a map at rest: the annotation or the cluster that stands for each pin.
struct RestSnapshot {
  let zoom: Double
  /// Points of the screen for each map point.
  let scale: Double
  /// The places of annotations and clusters, with the pins that they stand for.
  private(set) var items: [(point: MapPoint, pins: [Int])] = []
  /// For each pin the item that stands for it; -1 for none.
  private(set) var itemOfPin: [Int]
  /// Indicates whether this is each pin that is in view.
  let isInView: [Bool]

  init(of mapView: MapView, points: [MapPoint], by strategy: any AnnotationStrategyCallbacks) {
    zoom = mapView.zoom
    scale = mapView.device.viewport.width / mapView.visibleMapRect.width
    let area = mapView.visibleArea
    isInView = points.map { area.contains($0) }
    itemOfPin = Array(repeating: -1, count: points.count)
    mapView.forEachView { add($0.annotation, by: strategy) }
    // Those just off the screen stand for their pins, too; members of shown clusters are in already.
    mapView.forEachRepresentingAnnotation { add($0, by: strategy) }
  }

  private mutating func add(
    _ annotation: Annotation, by strategy: any AnnotationStrategyCallbacks
  ) {
    // A strategy of another package may name pins that do not exist.
    let pins = annotation.pins(by: strategy).filter(itemOfPin.indices.contains)
    guard let first = pins.first, itemOfPin[first] < 0 else { return }
    for pin in pins { itemOfPin[pin] = items.count }
    items.append((annotation.mapPoint, pins))
  }

  var pinsInView: Int { isInView.count { $0 } }
  var pinsRepresented: Int { zip(isInView, itemOfPin).count { $0 && $1 >= 0 } }
}

extension Annotation {
  /// The pins of an annotation, or of all members of a cluster of the map's own.
  func pins(by strategy: any AnnotationStrategyCallbacks) -> [Int] {
    var pins: [Int] = []
    for annotation in memberAnnotations.isEmpty ? [self] : memberAnnotations {
      strategy.forEachPin(of: annotation) { pins.append($0) }
    }
    return pins
  }
}

/// The difference between two rests of a map within one whole zoom level, over the pins that are in
/// view at both.
struct RestChange: Hashable, Sendable {
  /// For each cluster that stands mostly for the same pins, the distance on the ground from the one
  /// before, in points of the screen at the later rest.
  private(set) var distances: [Double] = []
  /// Pins in view at both rests.
  private(set) var pins = 0
  /// Pins whose cluster no longer stands for mostly the same pins.
  private(set) var regrouped = 0

  /// - Returns: `nil` for rests at different whole zoom levels.
  init?(from old: RestSnapshot, to new: RestSnapshot) {
    guard old.zoom.rounded(.down) == new.zoom.rounded(.down) else { return nil }
    let common = zip(old.isInView, new.isInView).map { $0 && $1 }
    for item in new.items {
      let members = item.pins.filter { common[$0] }
      pins += members.count
      regrouped += members.count
      var counts: [Int: Int] = [:]
      for pin in members where old.itemOfPin[pin] >= 0 {
        counts[old.itemOfPin[pin], default: 0] += 1
      }
      // The smallest number of equals, as a dictionary has no order.
      let best = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
      guard let best else { continue }
      let earlier = old.items[best.key]
      let union = members.count + earlier.pins.count { common[$0] } - best.value
      // Mostly: more than half of all pins of the two are in both.
      guard 2 * best.value > union else { continue }
      regrouped -= best.value
      guard item.pins.count > 1 else { continue }
      var x = item.point.x - earlier.point.x
      x -= (x / MapSize.world.width).rounded() * MapSize.world.width
      let y = item.point.y - earlier.point.y
      distances.append((x * x + y * y).squareRoot() * new.scale)
    }
  }
}

/// Finds views that are replaced by views of the same pins: they blink.
struct BlinkRecord {
  private typealias Shown = [UInt64: Annotation]

  private(set) var blinks = 0
  private var before: Shown = [:]
  private var beforeThat: Shown = [:]

  /// Examines the screen after a frame.
  mutating func inspect(_ mapView: MapView, by strategy: any AnnotationStrategyCallbacks) {
    var now: Shown = [:]
    mapView.forEachView { view in
      now[AnnotationID.number(ofPins: view.annotation.pins(by: strategy))] = view.annotation
    }
    for (key, annotation) in now {
      guard let known = before[key] ?? beforeThat[key] else { continue }
      // The same one that was away for a frame blinks, too.
      if known !== annotation || before[key] == nil { blinks += 1 }
    }
    beforeThat = before
    before = now
  }
}
