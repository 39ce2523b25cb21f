import PlatformProfiles
import Statistics

/// The memory of an app after each frame of its visits: what it had then, and the bytes that were
/// measured where frames are compared.
struct ScreenMemory: Sendable {
  private let frames: VisitFrames
  /// What the app had after each frame that was replayed.
  private(set) var contents: [MapContents]
  private(set) var screensAlive: [Int]
  private(set) var replayedFrames = 0
  /// The live bytes after each frame that was measured; -1 for others.
  var liveBytes: [Int]

  init(frames: VisitFrames) {
    self.frames = frames
    contents = Array(repeating: MapContents(), count: frames.count)
    screensAlive = Array(repeating: 0, count: frames.count)
    liveBytes = Array(repeating: -1, count: frames.count)
  }

  /// Forgets all frames; keeps the memory.
  mutating func reset() {
    replayedFrames = 0
    for frame in liveBytes.indices { liveBytes[frame] = -1 }
  }

  mutating func frameDidEnd(_ frame: Int, contents: MapContents, screensAlive: Int) {
    self.contents[frame] = contents
    self.screensAlive[frame] = screensAlive
    replayedFrames = frame + 1
  }

  /// The modelled footprint after each replayed frame.
  func course(on profile: PlatformProfile) -> MemoryCourse {
    MemoryCourse(
      frames: frames,
      bytes: contents.prefix(replayedFrames).map { $0.footprint(on: profile) },
      contents: Array(contents.prefix(replayedFrames)),
      screensAlive: Array(screensAlive.prefix(replayedFrames)))
  }

  /// The live bytes after each measured frame.
  func measuredCourse() -> MemoryCourse {
    MemoryCourse(
      frames: frames,
      bytes: liveBytes.prefix(replayedFrames).map { $0 < 0 ? .nan : Double($0) },
      contents: Array(contents.prefix(replayedFrames)),
      screensAlive: Array(screensAlive.prefix(replayedFrames)))
  }
}

/// The memory of an app over the frames of its visits, and what it says about leaks.
struct MemoryCourse: Sendable {
  let frames: VisitFrames
  /// The bytes after each frame; not a number for frames that were not measured.
  let bytes: [Double]
  let contents: [MapContents]
  let screensAlive: [Int]

  /// The visits that were replayed to their end.
  var visits: Range<Int> {
    0..<(0..<frames.visits).count { frames.closing(of: $0) < bytes.count }
  }

  /// The bytes after a frame; `nil` if there are none.
  func bytes(after frame: Int) -> Double? {
    guard frame < bytes.count, !bytes[frame].isNaN else { return nil }
    return bytes[frame]
  }

  /// The growth from loop to loop of one visit, with the camera at the same place.
  ///
  /// The first loop is left out: it fills reuse queues and caches. What each visit had before is a
  /// level of its own.
  var slopePerLoop: SlopeFit? {
    SlopeFit(
      visits.map { visit in
        (1..<max(1, frames.loops)).compactMap { loop in
          bytes(after: frames.end(ofLoop: loop, of: visit)).map {
            SlopeFit.Point(x: Double(loop), y: $0)
          }
        }
      })
  }

  /// The growth from one visit to the next, each after its screen has closed.
  var slopePerVisit: SlopeFit? {
    SlopeFit([
      visits.compactMap { visit in
        bytes(after: frames.closing(of: visit)).map {
          SlopeFit.Point(x: Double(visit), y: $0)
        }
      }
    ])
  }

  /// The part of what all visits added that was free after they had closed; `nil` if they added
  /// nothing.
  var fractionGivenBack: Double? {
    var added = 0.0
    var givenBack = 0.0
    for visit in visits {
      guard let before = bytes(after: frames.opening(of: visit) - 1),
        let end = bytes(after: frames.closing(of: visit) - 1),
        let after = bytes(after: frames.closing(of: visit))
      else { return nil }
      added += end - before
      givenBack += end - after
    }
    return added > 0 ? givenBack / added : nil
  }

  /// The number of the visit in which a limit is reached, if each one after those that were replayed
  /// keeps as much; `nil` if none does.
  func visitsUntil(_ limit: Double) -> Double? {
    guard let peak = bytes.indices.compactMap({ bytes(after: $0) }).max() else { return nil }
    for visit in visits {
      let span = frames.opening(of: visit)...frames.closing(of: visit)
      if span.contains(where: { bytes(after: $0).map { $0 >= limit } ?? false }) {
        return Double(visit + 1)
      }
    }
    guard let growth = slopePerVisit?.slope, growth >= 1 else { return nil }
    return (Double(visits.count) + (limit - peak) / growth).rounded(.up)
  }
}
