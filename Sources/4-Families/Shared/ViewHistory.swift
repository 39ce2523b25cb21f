import Clustering
import ScenarioModel
import Simulation

/// Records which views are on a map's screen in which frames.
///
/// A view counts as the same one as long as it shows the same annotation with the same number of
/// pins at the same place. A frame costs O(views on screen) if any view came, went or changed, and
/// O(1) otherwise.
package struct ViewHistory {
  private struct Entry {
    let x: Int
    let y: Int
    let count: Int
    let first: Int
    /// The last frame in which the view was found.
    var last: Int
  }

  private var entries: [Entry] = []
  /// The entries of the views that are on screen, by annotation.
  private var onScreen: [AnnotationID: Int] = [:]
  private var lastChange: OperationCounts?
  private var liveViews = 0
  private var leftOut = 0
  private var lastFrame = -1

  /// Notes the views on screen after a frame; frames come in ascending order.
  package mutating func frameDidEnd(_ frame: Int, on mapView: MapView) {
    let counts = mapView.counts.ofChanges
    guard counts != lastChange || liveViews != mapView.liveViewCount else {
      // Those of the frame before are all there still.
      lastFrame = frame
      return
    }
    settle(through: lastFrame)
    lastChange = counts
    liveViews = mapView.liveViewCount
    lastFrame = frame
    var found: [AnnotationID: Int] = [:]
    found.reserveCapacity(onScreen.count)
    mapView.forEachView { view in
      let annotation = view.annotation
      let (x, y) = (Self.unit(annotation.mapPoint.x), Self.unit(annotation.mapPoint.y))
      if let known = onScreen[annotation.id], entries[known].count == annotation.memberCount,
        entries[known].x == x, entries[known].y == y
      {
        entries[known].last = frame
        found[annotation.id] = known
      } else if entries.count < MapRecording.maxViews {
        found[annotation.id] = entries.count
        entries.append(Entry(x: x, y: y, count: annotation.memberCount, first: frame, last: frame))
      } else {
        leftOut += 1
      }
    }
    onScreen = found
  }

  /// Notes that the views on screen stayed to a frame.
  private mutating func settle(through frame: Int) {
    for entry in onScreen.values { entries[entry].last = max(entries[entry].last, frame) }
  }

  /// Writes the history into a recording.
  package mutating func write(to recording: inout MapRecording) {
    settle(through: lastFrame)
    // In the order of their places, so that the differences are small.
    let sorted = entries.sorted {
      ($0.first, $0.x, $0.y, $0.count, $0.last) < ($1.first, $1.x, $1.y, $1.count, $1.last)
    }
    recording.views.x.numbers = sorted.map(\.x)
    recording.views.y.numbers = sorted.map(\.y)
    recording.views.count.numbers = sorted.map(\.count)
    recording.views.first.numbers = sorted.map(\.first)
    recording.views.end.numbers = sorted.map { $0.last + 1 }
    recording.viewsLeftOut = leftOut
  }

  /// A coordinate of the flat world in the units of a recording.
  package static func unit(_ coordinate: Double) -> Int {
    Int((coordinate / MapSize.world.width * Double(MapRecording.world)).rounded())
  }
}

extension OperationCounts {
  /// The operations after which other views may be on screen, or views at other places.
  fileprivate var ofChanges: OperationCounts {
    var counts = self
    (counts.placed, counts.clusterCandidates) = (ViewCounts(), 0)
    return counts
  }
}

extension MapRecording {
  /// Creates a recording of a camera path on a device, without views.
  package init(of rects: [MapRect], on device: Device) {
    self.init(
      viewport: [device.viewport.width, device.viewport.height], refresh: device.refresh,
      markerSize: device.profile[.markerViewSize])
    camera.x.numbers = rects.map { ViewHistory.unit($0.midX) }
    camera.y.numbers = rects.map { ViewHistory.unit($0.midY) }
    camera.width.numbers = rects.map { max(1, ViewHistory.unit($0.width)) }
    isMoving.numbers = rects.indices.map { $0 > 0 && rects[$0] != rects[$0 - 1] ? 1 : 0 }
  }
}

extension MapRecording.Work {
  /// Adds a frame. The parts are rounded so that their sums are right.
  package mutating func append(_ work: FrameWork) {
    var exact = 0.0
    var rounded = 0
    func next(_ part: Double) -> Int {
      exact += part
      let number = Int((exact / 1_000).rounded()) - rounded
      rounded += number
      return number
    }
    update.numbers.append(next(work.update))
    search.numbers.append(next(work.search))
    clustering.numbers.append(next(work.clustering))
    annotations.numbers.append(next(work.annotations))
    viewFor.numbers.append(next(work.viewFor))
    layout.numbers.append(next(work.layout))
  }
}

extension MapRecording.Memory {
  /// Adds a frame.
  package mutating func append(_ footprint: FootprintForecast) {
    func kilobytes(_ bytes: Double) -> Int { Int((bytes / 1_000).rounded()) }
    base.numbers.append(kilobytes(footprint.base))
    annotations.numbers.append(kilobytes(footprint.annotations))
    views.numbers.append(kilobytes(footprint.views))
    indexes.numbers.append(kilobytes(footprint.indexes))
  }
}
