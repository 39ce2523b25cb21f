import Clustering
import Documents
import ScenarioModel
import Simulation

/// Two replays of one camera next to each other, as an animated PNG.
///
/// It plays in real time, for six seconds from the most expensive frame of the left half: each half
/// has the latest frame that its main thread has finished until then, so a map that does not keep
/// up stands still.
package enum MovingPicture {
  /// A replay with the label above it.
  package typealias LabelledRecording = (label: String, recording: ReplayRecording)

  private static let count = 36
  /// The time from one picture to the next, in milliseconds.
  private static let step = 166
  /// The size in bytes above which a file has every other picture only, or fewer.
  private static let maxBytes = 1_000_000
  /// The space between the halves, in pixels.
  private static let gap = 4

  /// The content of the file. Pure.
  ///
  /// - Throws: ``RecordingExportError`` for a recording without a map or without frames.
  package static func file(_ left: LabelledRecording, _ right: LabelledRecording)
    throws(RecordingExportError) -> [UInt8]
  {
    let (left, right) = (try Half(left), try Half(right))
    let slowest = zip(left.work, left.finishTimes).max { $0.0 < $1.0 }
    let start = slowest.map { $0.1 - $0.0 } ?? 0
    let pictures = (1...count).map { number in
      let time = start + number * step * 1_000
      let (shown, compared) = (left.picture(at: time), right.picture(at: time))
      let picture = FrameBuffer(width: shown.width + gap + compared.width, height: shown.height)
      picture.composite(shown, x: 0, y: 0)
      picture.composite(compared, x: shown.width + gap, y: 0)
      return picture
    }
    var (file, interval) = ([UInt8](), 1)
    repeat {
      let shown = stride(from: 0, to: count, by: interval).map { pictures[$0] }
      file = AnimatedPNG(shown, milliseconds: interval * step).bytes
      interval *= 2
    } while file.count > maxBytes && interval < count
    return file
  }

  /// The screen of one strategy, with its name and the work of its main thread above.
  private struct Half {
    let label: String
    let map: MapRecording
    // The work on each frame, and the time at which it is finished, in microseconds.
    let work: [Int]
    let finishTimes: [Int]

    /// The width in pixels.
    private static let width = 320
    /// The maximum height of the map in pixels; of a higher screen it shows the middle.
    private static let maxHeight = 400
    private static let headerHeight = 46
    private static let ink = Color(red: 0x22, green: 0x22, blue: 0x26)
    private static let alarm = Color(red: 0xC6, green: 0x1D, blue: 0x12)

    init(_ replay: LabelledRecording) throws(RecordingExportError) {
      guard let map = replay.recording.map else { throw .noMap }
      label = replay.label
      self.map = map
      work = map.work.totals
      finishTimes = map.finishTimes
      guard !work.isEmpty, map.camera.width.numbers.count == work.count else {
        throw .noFrame(0, frames: 0)
      }
    }

    /// The half at a time in microseconds, with the longest of the frames since the step before.
    func picture(at time: Int) -> FrameBuffer {
      let screen = screen(at: time)
      let picture = FrameBuffer(width: Self.width, height: Self.headerHeight + screen.height)
      picture.composite(screen, x: 0, y: Self.headerHeight)
      let recent = work.indices.filter {
        finishTimes[$0] > time - MovingPicture.step * 1_000 && finishTimes[$0] - work[$0] <= time
      }
      let busy = Double(recent.map { work[$0] }.max() ?? 0) / 1_000
      picture.draw(label, x: 6, y: 6, height: 14, color: Self.ink)
      picture.draw(
        "main thread: \(NumberFormat.plain(busy)) ms, modelled", x: 6, y: 28, height: 11,
        color: busy > 1_000 / map.refresh ? Self.alarm : Self.ink)
      return picture
    }

    /// The map; without views before the first frame is finished.
    private func screen(at time: Int) -> FrameBuffer {
      let finished = finishTimes.lastIndex { $0 <= time }
      let (frame, world) = (finished ?? 0, Double(MapRecording.world))
      let (width, points) = (Double(Self.width), map.viewport)
      let height = min(Self.maxHeight, Int(width * points[1] / points[0]))
      let screen = FrameBuffer(width: Self.width, height: height)
      // Map points of the upper left corner, and pixels for each map point.
      let unit = MapSize.world.width / world
      let span = Double(max(1, map.camera.width.numbers[frame]))
      let (pixels, halfHeight) = (width / span, Double(height) / width * span / 2)
      let left = Double(map.camera.x.numbers[frame]) - span / 2
      let top = Double(map.camera.y.numbers[frame]) - halfHeight
      screen.drawLand(
        of: MapRect(
          x: left * unit, y: top * unit, width: span * unit, height: 2 * halfHeight * unit),
        scale: 1)
      let side = max(1, Int((map.markerSize * width / points[0]).rounded()))
      let (marker, cluster) = (Bitmap(width: side, height: side), Bitmap(width: side, height: side))
      MarkerArtwork().draw(into: marker)
      let views = finished.map { map.views.indices(in: $0) } ?? []
      // Those further south are on top.
      for view in views.sorted(by: { map.views.y.numbers[$0] < map.views.y.numbers[$1] }) {
        let members = map.views.count.numbers[view]
        if members > 1 { ClusterArtwork(count: members).draw(into: cluster) }
        // The short way around the world from the middle.
        let east = Double(map.views.x.numbers[view]) - left - span / 2
        let x = (east - (east / world).rounded() * world) * pixels + width / 2
        let y = (Double(map.views.y.numbers[view]) - top) * pixels
        screen.composite(
          members > 1 ? cluster : marker, x: Int(x) - side / 2, y: Int(y) - side / 2)
      }
      return screen
    }
  }
}

extension MapRecording {
  /// The time in microseconds at which the main thread has finished each frame: it begins at its
  /// refresh, or when the one before is done.
  var finishTimes: [Int] {
    let interval = 1e6 / refresh
    var free = 0
    return work.totals.enumerated().map { frame, work in
      free = max(Int((Double(frame) * interval).rounded()), free) + work
      return free
    }
  }
}

extension MapRecording.Views {
  /// The views on screen in a frame, in their order.
  func indices(in frame: Int) -> [Int] {
    first.numbers.indices.filter { first.numbers[$0] <= frame && frame < end.numbers[$0] }
  }
}
