import Clustering
import Simulation
import TestSupport
import Testing

/// A map view under random additions, removals and cameras agrees with the reference at every
/// frame: which annotations have views, how many views wait, and every count.
@Suite struct RandomMapTests {
  private static let styles = [
    ViewStyle(reuseIdentifier: "pin", content: .marker, size: 4),
    ViewStyle(reuseIdentifier: "cluster", content: .image, size: 4),
    ViewStyle(reuseIdentifier: nil, content: .marker, size: 4),
    ViewStyle(reuseIdentifier: nil, content: .image, size: 4),
  ]

  private static func style(_ id: AnnotationID) -> ViewStyle {
    styles[(id.pinIndex ?? 0) % styles.count]
  }

  @Test(arguments: UInt64(1)...12)
  func agreesWithTheReference(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pool = (0..<60).map { pin in
      // Half of them close to the antimeridian, on either side.
      let near = Double.random(in: 0...2_000, using: &random)
      let x = [near, MapSize.world.width - near, 1e8 + near, 1.2e8 - near]
      return Annotation(pin, x: x[pin % 4], y: 1e8 + Double.random(in: 0...2_000, using: &random))
    }
    let delegate = TestDelegate { Self.style($0.id) }
    let mapView = try MapView.test(delegate)
    var reference = ReferenceMap { Self.style($0) }

    var rect = Self.rect(using: &random)
    for frame in 0..<60 {
      // In every third frame the camera stands still.
      if !frame.isMultiple(of: 3) { rect = Self.rect(using: &random) }
      mapView.setVisibleMapRect(rect)
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let annotation = pool[Int.random(in: pool.indices, using: &random)]
        if Bool.random(using: &random) {
          mapView.addAnnotation(annotation)
          reference.add(annotation.id, at: annotation.mapPoint)
        } else {
          mapView.removeAnnotation(annotation)
          reference.remove(annotation.id)
        }
      }
      mapView.layoutAnnotationViews()
      reference.layout(in: rect)

      #expect(mapView.annotations.map(\.id).sorted() == reference.heldIDs, "frame \(frame)")
      #expect(mapView.shownIDs == reference.shownIDs, "frame \(frame)")
      #expect(mapView.counts == reference.counts, "frame \(frame)")
      #expect(mapView.liveViewCount == reference.shownIDs.count)
      #expect(mapView.reusableViewCount == reference.waitingCount)
      #expect(mapView.held.marker == reference.heldMarkers)
      #expect(mapView.held.image == reference.heldImages)
      checkPlaces(of: mapView)
      // Without clusters every annotation stands for itself: with its view, or off screen.
      #expect(mapView.representingIDs == reference.heldIDs)
    }
    #expect(mapView.counts.viewsReused > 0, "the sequence must reuse views")
  }

  /// Rects of all sizes: a few pins, the whole world, over the antimeridian from either side.
  private static func rect(using random: inout SeededGenerator) -> MapRect {
    let world = MapSize.world.width
    let widths = [500, 2_000, 5_000, 1e8, world, 4e8]
    let middles = [0, 500, world, world - 700, 1e8, 1.2e8]
    let width = widths[Int.random(in: widths.indices, using: &random)]
    let middle = middles[Int.random(in: middles.indices, using: &random)]
    return MapRect(
      center: MapPoint(
        x: middle + Double.random(in: -900...900, using: &random),
        y: 1e8 + Double.random(in: 0...2_000, using: &random)),
      size: MapSize(width: width, height: 2 * width))
  }

  /// Every view shows an annotation of the map, in its identifier's style, where it belongs.
  private func checkPlaces(of mapView: MapView) {
    let rect = mapView.visibleMapRect
    mapView.forEachView { view in
      let style = Self.style(view.annotation.id)
      #expect(view.reuseIdentifier == style.reuseIdentifier)
      #expect(view.content == style.content)
      let x = view.x / 200 * rect.width + rect.minX
      let turns = ((x - view.annotation.mapPoint.x) / MapSize.world.width).rounded()
      let expected = view.annotation.mapPoint.x + turns * MapSize.world.width
      #expect(abs(x - expected) < 1e-6 * max(rect.width, 1))
      #expect(rect.insetBy(dx: -1e-3, dy: 0).contains(MapPoint(x: x, y: rect.midY)))
      let y = (view.annotation.mapPoint.y - rect.minY) / rect.height * 400
      #expect(abs(view.y - y) < 1e-6)
    }
  }
}

/// The content of a map view without clustering, as simply as possible: sets and counts.
struct ReferenceMap {
  /// The annotations on the map, and the style of each one's view.
  private var held: [AnnotationID: MapPoint] = [:]
  private var shown: Set<AnnotationID> = []
  private var waiting: [String: Int] = [:]
  private var latestRect: MapRect?
  private let style: (AnnotationID) -> ViewStyle

  private(set) var counts = OperationCounts()
  private(set) var heldMarkers = 0
  private(set) var heldImages = 0

  init(style: @escaping (AnnotationID) -> ViewStyle) {
    self.style = style
  }

  var heldIDs: [AnnotationID] { held.keys.sorted() }
  var shownIDs: [AnnotationID] { shown.sorted() }
  var waitingCount: Int { waiting.values.reduce(0, +) }

  mutating func add(_ id: AnnotationID, at point: MapPoint) {
    guard held.updateValue(point, forKey: id) == nil else { return }
    counts.annotationsInserted += 1
  }

  mutating func remove(_ id: AnnotationID) {
    guard held.removeValue(forKey: id) != nil else { return }
    counts.annotationsRemoved += 1
    if shown.remove(id) != nil { leave(id) }
  }

  mutating func layout(in rect: MapRect) {
    let visible = Set(held.filter { Self.isVisible($0.value, in: rect) }.keys)
    for id in shown.subtracting(visible).sorted() { leave(id) }
    let entering = visible.subtracting(shown)
    for id in entering.sorted() { come(id) }
    shown = visible
    // On a map at rest, views that are there already stay where they are.
    let placed = rect == latestRect ? entering : shown
    latestRect = rect
    for id in placed {
      switch style(id).content {
      case .marker: counts.placed.marker += 1
      case .image: counts.placed.image += 1
      }
    }
  }

  /// Returns whether the point, or its image one turn around the world, lies in the rectangle.
  static func isVisible(_ point: MapPoint, in rect: MapRect) -> Bool {
    (-2...2).contains { turns in
      rect.contains(MapPoint(x: point.x + Double(turns) * MapSize.world.width, y: point.y))
    }
  }

  private mutating func come(_ id: AnnotationID) {
    let style = style(id)
    counts.viewForCalls += 1
    if let identifier = style.reuseIdentifier, let count = waiting[identifier], count > 0 {
      waiting[identifier] = count - 1
      switch style.content {
      case .marker: counts.reused.marker += 1
      case .image: counts.reused.image += 1
      }
      return
    }
    switch style.content {
    case .marker:
      counts.created.marker += 1
      heldMarkers += 1
    case .image:
      counts.created.image += 1
      heldImages += 1
    }
  }

  private mutating func leave(_ id: AnnotationID) {
    let style = style(id)
    if let identifier = style.reuseIdentifier {
      waiting[identifier, default: 0] += 1
      return
    }
    switch style.content {
    case .marker: heldMarkers -= 1
    case .image: heldImages -= 1
    }
  }
}
