import Clustering
import ClusteringWorkloads

/// A map by `LiveClusters`, a difference and parallel lists, as an app would write it.
struct DirectMap {
  private var clusters: LiveClusters
  private var difference = AnnotationDifference()
  private var shown: [ClusterItem] = []
  private var wanted: [ClusterItem] = []
  private var annotations: [ViewAnnotation] = []
  private let coordinates: [Coordinate]

  init(_ coordinates: [Coordinate]) throws {
    self.coordinates = coordinates
    clusters = try LiveClusters(points: [MapPoint](projecting: coordinates))
  }

  mutating func update(
    to view: CameraView, step: Int, kind: ViewContest.Kind, _ tally: inout ViewTally
  ) throws {
    if kind.moveCount > 0 {
      let moves = StepMoves(step: step, count: kind.moveCount, coordinates: coordinates)
      try clusters.move(moves.moved.map { .init(index: $0, point: MapPoint($1)) })
    }
    clusters.snapshot.items(in: view.rect.padded(by: 0.25), zoom: view.zoom, into: &wanted)
    difference.update(from: shown, to: wanted)
    tally.removals += difference.removals.count
    tally.insertions += difference.insertions.count
    if kind.moveCount == 0 { tally.changes += difference.changes.count }
    if kind.hasAnnotations {
      _ = difference.apply(
        to: &annotations,
        inserting: { ViewAnnotation(point: wanted[$0].point, count: wanted[$0].count) },
        changing: { annotation, position in
          annotation.point = wanted[position].point
          annotation.count = wanted[position].count
        })
      tally.annotations += annotations.count
    }
    swap(&shown, &wanted)
  }
}
