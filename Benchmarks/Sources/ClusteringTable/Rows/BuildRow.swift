import BenchmarkTables
import Clustering
import ReferenceClusters

/// The cost of clustering all pins at all zoom levels.
struct BuildRow: Row {
  let name = "build"
  let dependsOnData = true

  func contests(_ workload: Workload) -> [Contest] {
    let points = workload.points
    return contestsFromDegrees(workload) + [
      .build(
        "clusters, build, 1 thread", { try HierarchicalClusters(points: points) },
        reference: .build("supercluster's algorithm") { KDTreeClusters(points: points) }),
      .build(
        "clusters, build, 2 threads", { try HierarchicalClusters(points: points, threads: 2) },
        reference: .build("1 thread") { try HierarchicalClusters(points: points) }),
      .memory(
        "clusters", workload, { try HierarchicalClusters(points: points) },
        reference: .init("supercluster's algorithm") {
          try Contest.bytesAPin(workload) { KDTreeClusters(points: points) }
        }),
    ]
  }

  /// Projection and clustering. The reference projects with this package, all at once; a peer does
  /// its own projection.
  private func contestsFromDegrees(_ workload: Workload) -> [Contest] {
    let coordinates = workload.coordinates
    let algorithm = Contest.Reference.build("supercluster's algorithm") {
      KDTreeClusters(points: [MapPoint](projecting: coordinates))
    }
    return ([algorithm] + workload.peers.map { $0.reference(workload) }).map { reference in
      .build(
        "clusters, build from degrees, 1 thread",
        { try HierarchicalClusters(points: [MapPoint](projecting: coordinates)) },
        reference: reference)
    }
  }

  func checks(_ workload: Workload) throws -> [Check] {
    let reference = workload.reference()
    let clusters = try workload.clusters()
    let counts = reference.zoomRange.map { reference.itemCount(atZoom: Double($0)) }
    let ourCounts = clusters.zoomRange.map { clusters.itemCount(atZoom: Double($0)) }
    let isUsual = workload.subject.dataSet == .cities
    // Between two implementations, single distances straddle the radius. On usual data the
    // allowance is the difference between supercluster and its own ports; where many pins lie so
    // close that 32-bit floats hardly distinguish them, more straddle.
    let allowed = isUsual ? max(2, workload.count / 10_000) : max(10, workload.count / 100)
    var checks = [
      try threadCheck(workload),
      check(
        "every zoom level has as many items as the reference's", workload.subject, ourCounts,
        counts, allowed: allowed),
    ]
    if isUsual, let published = PublishedCounts.items(ofPins: workload.count) {
      checks.append(
        check(
          "every zoom level of the reference has as many items as supercluster's",
          workload.subject, counts, published, allowed: 2))
    }
    return checks
  }

  private func threadCheck(_ workload: Workload) throws -> Check {
    let one = try workload.clusters()
    let two = try HierarchicalClusters(points: workload.points, threads: 2)
    var (items, expected): ([ClusterItem], [ClusterItem]) = ([], [])
    let wrongCount = one.zoomRange.count { zoom in
      one.items(in: .world, zoom: Double(zoom), into: &expected)
      two.items(in: .world, zoom: Double(zoom), into: &items)
      return items != expected
    }
    return Check(
      "two threads find the same items as one", subject: workload.subject,
      hasPassed: wrongCount == 0, finding: "\(wrongCount) of \(one.zoomRange.count) zooms differ")
  }

  private func check(
    _ title: String, _ subject: Subject, _ found: [Int], _ expected: [Int], allowed: Int
  ) -> Check {
    let differences = zip(found, expected).map { abs($0 - $1) }
    let maximum = differences.max() ?? 0
    let zoom = differences.firstIndex(of: maximum) ?? 0
    return Check(
      title, subject: subject,
      hasPassed: found.count == expected.count && maximum <= allowed,
      finding: maximum == 0
        ? "all \(found.count) zooms"
        : "zoom \(zoom): \(found[zoom]) and \(expected[zoom]), allowed \(allowed)")
  }
}
