import Clustering
import ClusteringWorkloads

/// An element of an app.
struct Stop: Identifiable, Sendable {
  let id: Int
  var coordinate: Coordinate
}

/// A map by `ClusteredMap`.
struct FrontMap {
  private var map = ClusteredMap<Stop>(coordinate: { $0.coordinate })
  private var annotations: [ClusteredMap<Stop>.Item.ID: ViewAnnotation] = [:]
  private let coordinates: [Coordinate]

  init(_ coordinates: [Coordinate]) throws {
    self.coordinates = coordinates
    try map.insert(contentsOf: coordinates.enumerated().map { Stop(id: $0, coordinate: $1) })
  }

  mutating func update(
    to view: CameraView, step: Int, kind: ViewContest.Kind, _ tally: inout ViewTally
  ) throws {
    if kind.moveCount > 0 {
      let moves = StepMoves(step: step, count: kind.moveCount, coordinates: coordinates)
      try map.replace(contentsOf: moves.moved.map { Stop(id: $0, coordinate: $1) })
    }
    let difference = map.update(visible: view.rect, zoom: view.zoom)
    tally.removals += difference.removals.count
    tally.insertions += difference.insertions.count
    if kind.moveCount == 0 { tally.changes += difference.changes.count }
    guard kind.hasAnnotations else { return }
    _ = difference.apply(
      to: &annotations, inserting: { ViewAnnotation(point: $0.point, count: $0.count) },
      changing: { annotation, item in
        annotation.point = item.point
        annotation.count = item.count
      })
    tally.annotations += annotations.count
  }
}

/// The elements that move before a step, all a little to the north: others at each step, and back
/// at the next.
struct StepMoves {
  let moved: [(Int, Coordinate)]

  init(step: Int, count: Int, coordinates: [Coordinate]) {
    let stride = max(1, coordinates.count / count)
    let first = (step / 2) % stride
    let offset = step.isMultiple(of: 2) ? 0.001 : 0
    moved = (0..<count).map { number in
      let element = min(first + number * stride, coordinates.count - 1)
      var coordinate = coordinates[element]
      coordinate.latitude = min(coordinate.latitude + offset, 85)
      return (element, coordinate)
    }
  }
}
