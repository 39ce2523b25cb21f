import Clustering
import ClusteringWorkloads

/// The pins of the benchmarks of one size, and the camera path over them.
///
/// Created at their first use, because the library creates all benchmarks to list them.
final class BenchmarkPins {
  let count: Int
  private(set) lazy var points = DataSet.cities.coordinates(count: count).map { MapPoint($0) }
  private(set) lazy var views = CameraPath.views(over: .cities, points: points)

  init(count: Int) {
    self.count = count
  }

  /// The name of a benchmark of this size.
  func name(_ subject: String) -> String { "\(subject), \(count) pins" }
}
