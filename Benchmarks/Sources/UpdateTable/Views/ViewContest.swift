import Clustering
import ClusteringWorkloads
import ScenarioModel
import Support

/// One camera's way over elements, updated by `ClusteredMap` and by what it is made of.
final class ViewContest {
  /// What is done at every step of the camera.
  struct Kind: Sendable {
    let title: String
    /// Indicates whether the map has annotations, which follow the differences.
    let hasAnnotations: Bool
    /// The number of elements that move before each step.
    let moveCount: Int

    static let all = [
      Kind(title: "difference", hasAnnotations: false, moveCount: 0),
      Kind(title: "difference, annotations", hasAnnotations: true, moveCount: 0),
      Kind(title: "100 moves, difference, annotations", hasAnnotations: true, moveCount: 100),
    ]
  }

  let count: Int
  let kind: Kind
  let views: [CameraView]
  /// Nanoseconds an update, one for each repetition.
  private(set) var times: [Double] = []
  private(set) var directTimes: [Double] = []
  /// What the updates did, in each repetition.
  private(set) var tallies: [ViewTally] = []
  private(set) var directTallies: [ViewTally] = []

  private var front: FrontMap
  private var direct: DirectMap

  init(count: Int, kind: Kind) throws {
    self.count = count
    self.kind = kind
    let coordinates = DataSet.cities.coordinates(count: count)
    let points = [MapPoint](projecting: coordinates)
    views = CameraPath.views(over: .cities, points: points)
    front = try FrontMap(coordinates)
    direct = try DirectMap(coordinates)
  }

  /// Runs both, one after the other; which comes first alternates.
  func run() throws {
    if times.count.isMultiple(of: 2) {
      try runFront()
      try runDirect()
    } else {
      try runDirect()
      try runFront()
    }
  }

  private func runFront() throws {
    var tally = ViewTally()
    var map = front
    front = try FrontMap([])
    times.append(
      try time { step, view in try map.update(to: view, step: step, kind: kind, &tally) })
    front = map
    tallies.append(tally)
  }

  private func runDirect() throws {
    var tally = ViewTally()
    var map = direct
    direct = try DirectMap([])
    directTimes.append(
      try time { step, view in try map.update(to: view, step: step, kind: kind, &tally) })
    direct = map
    directTallies.append(tally)
  }

  private func time(_ update: (Int, CameraView) throws -> Void) throws -> Double {
    let start = ProcessorTime.thread()
    for (step, view) in views.enumerated() { try update(step, view) }
    return Double(ProcessorTime.thread() - start) / Double(views.count)
  }
}

/// What all updates of a way have done.
struct ViewTally: Hashable {
  var removals = 0
  var insertions = 0
  var changes = 0
  var annotations = 0
}

/// An annotation of an app.
final class ViewAnnotation {
  var point: MapPoint
  var count: Int

  init(point: MapPoint, count: Int) {
    self.point = point
    self.count = count
  }
}
