import Clustering
import MapGeometry
import MapSimulation

/// Native clustering as `MapView+NativeClusters.swift` states its rule, by comparing every
/// annotation with every cluster before it: O(n²), and no table.
///
/// In the order of the map's annotations each joins a cluster of its identifier whose first member
/// it collides with, or begins one. Where it collides with several, the one in its own screen cell
/// comes first, then the neighbours left, right, above, below, and the diagonal ones.
enum NaiveNativeClusters {
  struct Cluster: Hashable {
    let anchor: AnnotationID
    let members: Set<AnnotationID>
  }

  private struct Candidate {
    let id: AnnotationID
    let identifier: String
    let x: Double
    let y: Double
  }

  /// The clusters, those of a single member among them, on screen.
  static func clusters(
    on mapView: MapView, identifier: (Annotation) -> String?
  ) -> Set<Cluster> {
    let size = mapView.device.profile[.collisionSize]
    var anchors: [Candidate] = []
    var members: [Set<AnnotationID>] = []
    for annotation in mapView.annotations {
      guard let identifier = identifier(annotation), mapView.isVisible(annotation.mapPoint)
      else { continue }
      let (x, y) = place(of: annotation.mapPoint, on: mapView)
      let candidate = Candidate(id: annotation.id, identifier: identifier, x: x, y: y)
      let colliding = anchors.indices.filter { index in
        anchors[index].identifier == identifier
          && abs(anchors[index].x - x) < size && abs(anchors[index].y - y) < size
      }
      if let joined = colliding.min(by: {
        rank(of: anchors[$0], around: candidate, size)
          < rank(of: anchors[$1], around: candidate, size)
      }) {
        members[joined].insert(annotation.id)
      } else {
        anchors.append(candidate)
        members.append([annotation.id])
      }
    }
    return Set(anchors.indices.map { Cluster(anchor: anchors[$0].id, members: members[$0]) })
  }

  /// Screen points from the upper left corner.
  private static func place(of point: MapPoint, on mapView: MapView) -> (Double, Double) {
    let rect = mapView.visibleMapRect
    let world = MapSize.world.width
    let left = rect.minX - (rect.minX / world).rounded(.down) * world
    let distance = point.x < left ? point.x - left + world : point.x - left
    let scale = mapView.device.viewport.width / rect.width
    return (distance * scale, (point.y - rect.minY) * scale)
  }

  private static let order: [[Int]] = [
    [0, 0], [-1, 0], [1, 0], [0, -1], [0, 1], [-1, -1], [1, -1], [-1, 1], [1, 1],
  ]

  private static func rank(of anchor: Candidate, around candidate: Candidate, _ size: Double) -> Int
  {
    func cell(_ place: Double) -> Int { Int((place / size).rounded(.down)) }
    let step = [cell(anchor.x) - cell(candidate.x), cell(anchor.y) - cell(candidate.y)]
    return order.firstIndex(of: step) ?? order.count
  }
}
