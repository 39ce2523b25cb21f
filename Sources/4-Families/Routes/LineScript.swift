import Clustering
import PinData
import Platform
import Simulation
import Support

/// The changes of the lines of a map, step by step.
struct LineScript: Hashable, Sendable {
  enum Event: Hashable, Sendable {
    /// A line has another point.
    case growth(line: Int, point: MapPoint)
    /// Another line is selected.
    case selection(Int?)
  }

  /// A change, and the camera after it.
  struct Step: Hashable, Sendable {
    let rect: MapRect
    let event: Event?
  }

  /// The lines at the beginning.
  let lines: [[MapPoint]]
  var steps: [Step]
  /// The refreshes of the screen in a step. All work of a step falls in the first of them.
  let refreshes: Int
  /// The shape that the points of each line draw.
  var shape = OverlayShape.line
}

extension LineScript {
  /// A track that grows by a fix each second. The map follows the person, and looks at the whole
  /// track now and then: then the camera is there at once.
  static func growing(
    fixes: Int, seed: UInt64, on device: Device, profile: PlatformProfile
  ) -> LineScript {
    var generator = LineGenerator(seed: seed, profile: profile)
    let track = generator.track(fixes: max(fixes, 2))
    let interval = max(1, Int((profile[.trackLookInterval] / 1e9).rounded()))
    let look = Int((profile[.trackLook] / 1e9).rounded())
    let zoom = profile[.followZoom]
    var bounds = MapRect(around: [track[0]])
    let steps = track.indices.dropFirst().map { second in
      bounds = bounds.union(MapRect(around: [track[second]]))
      let follow = device.viewport.mapRect(center: track[second], zoom: zoom)
      let isLook = second >= interval && second % interval < look
      // A whole track that is smaller than the followed part is in view anyway.
      let whole = device.viewport.mapRectThatFits(bounds.padded(by: 0.1))
      return Step(
        rect: isLook && whole.width > follow.width ? whole : follow,
        event: .growth(line: 0, point: track[second]))
    }
    return LineScript(
      lines: [[track[0]]], steps: Array(steps), refreshes: Int(device.refresh.rounded()))
  }

  /// Lines or shapes that stay as they are, a camera that moves around them, and selections.
  ///
  /// - Parameter selectionRate: per second.
  static func still(
    _ lines: [[MapPoint]], shape: OverlayShape, camera: CameraSource, selectionRate: Double,
    seed: UInt64, on device: Device, profile: PlatformProfile
  ) throws -> LineScript {
    // Enough places for a path around the lines.
    let places = lines.flatMap { line in
      stride(from: 0, to: line.count, by: max(1, line.count * lines.count / 400)).map {
        line[$0].coordinate
      }
    }
    let rects = try camera.visibleMapRects(
      pins: PinSet(coordinates: places), viewport: device.viewport, refresh: device.refresh,
      profile: profile)
    var random = SplitMix64(seed: seed ^ 0x5E1E_C710)
    var selected: Int?
    let steps = rects.map { rect in
      // One line has the stroke of the selected one anyway.
      guard lines.count > 1, random.chance(min(selectionRate / device.refresh, 1)) else {
        return Step(rect: rect, event: nil)
      }
      var next = random.index(below: lines.count)
      if next == selected { next = (next + 1) % lines.count }
      selected = next
      return Step(rect: rect, event: .selection(next))
    }
    return LineScript(lines: lines, steps: steps, refreshes: 1, shape: shape)
  }
}
