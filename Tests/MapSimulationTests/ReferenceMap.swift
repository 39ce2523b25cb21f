import Clustering
import MapGeometry
import MapSimulation

/// What a map view without clustering must hold, said as simply as possible: sets and counts.
struct ReferenceMap {
  /// The annotations on the map, and the style of each one's view.
  private var held: [AnnotationID: MapPoint] = [:]
  private var shown: Set<AnnotationID> = []
  private var waiting: [String: Int] = [:]
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
    for id in visible.subtracting(shown).sorted() { come(id) }
    shown = visible
    for id in shown {
      switch style(id).content {
      case .marker: counts.markerViewsPlaced += 1
      case .image: counts.imageViewsPlaced += 1
      }
    }
  }

  /// Whether the point, or its image one turn around the world, lies in the rectangle.
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
      counts.viewsReused += 1
      return
    }
    switch style.content {
    case .marker:
      counts.markerViewsCreated += 1
      heldMarkers += 1
    case .image:
      counts.imageViewsCreated += 1
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
