import Clustering
import ScenarioModel
import Simulation

/// The record of an observed replay that its metrics are read from.
struct ObservedFrames {
  var coverage: PinCoverageRecord
  var overlap: OverlapMeter
  /// Annotations replaced by others while the map was at rest, and did not just come to rest.
  var replacedAtRest = 0
  /// Pixels of views painted for each pixel of the screen, in the frame with the widest view;
  /// `nil` if the frame was not painted.
  var overdraw: Double?

  init(on device: Device) {
    coverage = PinCoverageRecord(refresh: device.refresh)
    overlap = OverlapMeter(viewport: device.viewport)
  }

  /// The metrics of the pins that people see.
  ///
  /// - Parameter kind: as of ``ScenarioModel/MetricTable/coverage(strategyWork:)``.
  static func seen(strategyWork kind: MetricKind) -> MetricTable<Self> {
    MetricTable.coverage(strategyWork: kind).reading { $0.coverage }
      + MetricTable([
        .init(
          "marker-overlap", .fraction, .modelled, .lowerIsBetter,
          "The fraction of the shown views' area that other views cover, in the worst inspected frame.",
          effect: "markers under others: {} of the markers' area is under other markers"
        ) { $0.overlap.worstFraction }
      ])
  }
}

/// Measures how much of the shown views' area other views cover, on a grid of screen points.
struct OverlapMeter {
  private let width: Int
  private let height: Int
  private let wordsPerRow: Int
  /// A bit for each point of the screen, row by row, in words of 64.
  private var covered: [UInt64]
  /// The maximum fraction of the frames inspected.
  private(set) var worstFraction = 0.0

  init(viewport: Viewport) {
    width = Int(viewport.width)
    height = Int(viewport.height)
    wordsPerRow = (width + 63) / 64
    covered = Array(repeating: 0, count: wordsPerRow * height)
  }

  /// Examines the views on the screen.
  ///
  /// Their union is the visible area; the rest of their summed areas is covered by other views.
  mutating func inspect(_ mapView: MapView) {
    for index in covered.indices { covered[index] = 0 }
    var (summedArea, unionArea) = (0, 0)
    mapView.forEachView { view in
      let left = max(Int((view.x - view.size / 2).rounded()), 0)
      let right = min(Int((view.x + view.size / 2).rounded()), width)
      let top = max(Int((view.y - view.size / 2).rounded()), 0)
      let bottom = min(Int((view.y + view.size / 2).rounded()), height)
      guard left < right, top < bottom else { return }
      summedArea += (right - left) * (bottom - top)
      for word in left / 64...(right - 1) / 64 {
        let bits = Self.bits(from: left - 64 * word, to: right - 64 * word)
        for row in top..<bottom {
          let index = row * wordsPerRow + word
          unionArea += (bits & ~covered[index]).nonzeroBitCount
          covered[index] |= bits
        }
      }
    }
    guard summedArea > 0 else { return }
    worstFraction = max(worstFraction, 1 - Double(unionArea) / Double(summedArea))
  }

  /// The bits of a word from one column to another, which may lie outside of it.
  private static func bits(from start: Int, to end: Int) -> UInt64 {
    (~0 << UInt64(max(start, 0))) & (~0 >> UInt64(64 - min(end, 64)))
  }
}
