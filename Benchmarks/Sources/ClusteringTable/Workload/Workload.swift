import Clustering
import ReferenceClusters
import ScenarioModel

/// Pins, a camera path over them, and the indexes that rows share.
final class Workload {
  let subject: Subject
  let coordinates: [Coordinate]
  let points: [MapPoint]
  let views: [CameraView]
  let peers: [Peer]
  /// Counts the allocations of this process.
  var meter: AllocationMeter
  var floors: Floors

  /// The indexes are built at their first use, so that they do not use memory during earlier rows.
  private var builtClusters: HierarchicalClusters?
  private var builtReference: KDTreeClusters?

  init(_ subject: Subject, peers: [Peer], meter: AllocationMeter) {
    self.subject = subject
    self.peers = peers
    self.meter = meter
    coordinates = subject.dataSet.coordinates(count: subject.count)
    points = [MapPoint](projecting: coordinates)
    floors = Floors(coordinates: coordinates, points: points)
    views = CameraPath.views(over: subject.dataSet, points: points)
  }

  var count: Int { points.count }

  func clusters() throws -> HierarchicalClusters {
    if let builtClusters { return builtClusters }
    let clusters = try HierarchicalClusters(points: points)
    builtClusters = clusters
    return clusters
  }

  func reference() -> KDTreeClusters {
    if let builtReference { return builtReference }
    let reference = KDTreeClusters(points: points)
    builtReference = reference
    return reference
  }
}
