import Clustering
import Foundation

/// The machine's minimum for a number of pins: no index that projects, sorts and stores them can be
/// faster.
struct Floors {
  private let coordinates: [Coordinate]
  private let points: [MapPoint]
  private let keys: [UInt64]
  private(set) var samples: [FloorSample] = []

  init(coordinates: [Coordinate], points: [MapPoint]) {
    self.coordinates = coordinates
    self.points = points
    // All 64 bits of a key differ: none of the passes can be left out.
    keys = points.indices.map { UInt64($0 + 1) &* 0x9E37_79B9_7F4A_7C15 }
  }

  /// Measures all floors once. The memory is touched beforehand.
  mutating func takeSample() {
    var projected = [MapPoint](repeating: MapPoint(x: 0, y: 0), count: coordinates.count)
    let libraryProjection = Stopwatch.nanoseconds {
      for index in coordinates.indices {
        projected[index] = MapPoint(projectedByLibrary: coordinates[index])
      }
    }
    let single = Stopwatch.nanoseconds {
      for index in coordinates.indices { projected[index] = MapPoint(coordinates[index]) }
    }
    let batch = Stopwatch.nanoseconds { projected = [MapPoint](projecting: coordinates) }
    let copy = Stopwatch.nanoseconds {
      projected.withUnsafeMutableBytes { target in
        points.withUnsafeBytes { target.copyMemory(from: $0) }
      }
    }
    var sorted = keys
    var other = [UInt64](repeating: 0, count: keys.count)
    let sort = Stopwatch.nanoseconds { RadixSort.sort(&sorted, with: &other) }
    withExtendedLifetime((projected, sorted)) {}
    samples.append(
      FloorSample(
        libraryProjection: libraryProjection, singleProjection: single, projection: batch,
        sort: sort, copy: copy))
  }
}

/// The floors in nanoseconds.
struct FloorSample {
  /// The system's sine and logarithm for every pin.
  let libraryProjection: Double
  /// `MapPoint(Coordinate)` for every pin.
  let singleProjection: Double
  /// `[MapPoint](projecting:)` of all pins, with memory that is fresh from the allocator.
  let projection: Double
  /// A radix sort of as many 64-bit keys.
  let sort: Double
  /// A copy of 16 bytes for every pin.
  let copy: Double
}

/// The minimum of each floor over all rounds.
struct FloorSummary {
  /// In the order of ``title``.
  let values: [Double]

  static let title = "project by the library, single, in a batch; sort; copy"

  init?(_ samples: [FloorSample]) {
    guard !samples.isEmpty else { return nil }
    values = [
      \.libraryProjection, \.singleProjection, \.projection, \.sort, \.copy,
    ].compactMap { (floor: KeyPath<FloorSample, Double>) in samples.map { $0[keyPath: floor] }.min()
    }
  }
}

extension MapPoint {
  /// As most programs project: with the system's library, without a check.
  fileprivate init(projectedByLibrary coordinate: Coordinate) {
    let sine = sin(coordinate.latitude * .pi / 180)
    self.init(
      x: (coordinate.longitude / 360 + 0.5) * MapSize.world.width,
      y: (0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)) * MapSize.world.height)
  }
}
