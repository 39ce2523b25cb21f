import Clustering

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
    let projection = Stopwatch.nanoseconds { projected = [MapPoint](projecting: coordinates) }
    let copy = Stopwatch.nanoseconds {
      projected.withUnsafeMutableBytes { target in
        points.withUnsafeBytes { target.copyMemory(from: $0) }
      }
    }
    var sorted = keys
    var other = [UInt64](repeating: 0, count: keys.count)
    let sort = Stopwatch.nanoseconds { RadixSort.sort(&sorted, with: &other) }
    withExtendedLifetime((projected, sorted)) {}
    samples.append(FloorSample(projection: projection, sort: sort, copy: copy))
  }
}

/// The floors in nanoseconds.
struct FloorSample {
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

  static let title = "project, sort, copy"

  init?(_ samples: [FloorSample]) {
    guard !samples.isEmpty else { return nil }
    values = [\FloorSample.projection, \.sort, \.copy].compactMap { floor in
      samples.map { $0[keyPath: floor] }.min()
    }
  }
}
