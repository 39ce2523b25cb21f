import Clustering

/// The camera's path of a visit: out along the scenario's path and back, so that each loop ends
/// exactly where it began.
struct CameraLoop: Hashable, Sendable {
  /// The rectangle as the screen opens, and at the end of each loop.
  let start: MapRect
  /// The rectangles of a loop, frame by frame, the last one ``start``; at least one.
  let rects: [MapRect]

  /// - Parameter path: at least one rectangle.
  init(outAndBack path: [MapRect]) {
    start = path[0]
    rects = path.count == 1 ? path : Array(path.dropFirst() + path.dropLast().reversed())
  }

  /// The rectangle after a step.
  func rect(after step: VisitFrames.Step) -> MapRect {
    if case .moves(_, let position) = step { rects[position] } else { start }
  }
}

/// The order of the frames of all visits: one of the app before its first screen, then for each
/// visit its opening, its loops and its end.
struct VisitFrames: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    /// The app shows no map.
    case rest
    case opens
    case moves(loop: Int, position: Int)
    case closes
  }

  let visits: Int
  let loops: Int
  /// The frames of a loop.
  let loopLength: Int

  private var visitLength: Int { loops * loopLength + 2 }
  var count: Int { 1 + visits * visitLength }

  func visit(of frame: Int) -> Int { max(0, frame - 1) / visitLength }

  func step(_ frame: Int) -> Step {
    guard frame > 0 else { return .rest }
    let position = (frame - 1) % visitLength
    if position == 0 { return .opens }
    if position == visitLength - 1 { return .closes }
    return .moves(loop: (position - 1) / loopLength, position: (position - 1) % loopLength)
  }

  /// The first frame of a visit: its opening.
  func opening(of visit: Int) -> Int { 1 + visit * visitLength }
  /// The frame in which a visit's screen closes.
  func closing(of visit: Int) -> Int { opening(of: visit) + visitLength - 1 }
  /// The last frame of a loop, in which the camera is where the visit began.
  func end(ofLoop loop: Int, of visit: Int) -> Int { opening(of: visit) + (loop + 1) * loopLength }

  /// Returns whether the memory of a frame is compared with other frames.
  func isCheckpoint(_ frame: Int) -> Bool {
    switch step(frame) {
    case .rest, .closes: true
    case .opens: false
    case .moves(_, let position): position == loopLength - 1
    }
  }
}
