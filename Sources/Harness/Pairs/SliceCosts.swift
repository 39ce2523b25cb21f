/// What a case costs a program, as one worker that is thrown away found it: what slices are
/// planned by.
///
/// All times in nanoseconds, without the waiting for a processor but for the start.
public struct SliceCosts: Hashable, Sendable {
  /// From the start of the process until the case is prepared.
  public let start: Int64
  /// How many frames the case has.
  public let frameCount: Int
  /// Whether any of them can be shown without those before it.
  public let framesAreIndependent: Bool
  /// One build.
  public let build: Int64
  /// The case's first frames, in order; not all of them where that would have taken long.
  public let frames: [Int64]

  public init(
    start: Int64, frameCount: Int, framesAreIndependent: Bool, build: Int64, frames: [Int64]
  ) {
    self.start = start
    self.frameCount = frameCount
    self.framesAreIndependent = framesAreIndependent
    self.build = build
    self.frames = frames
  }
}

extension SliceCosts {
  /// What a frame or a build costs the program that it costs more: a frame that is expensive in one
  /// of the two only must not be missed. The start is this one's, and so is what kind of frames
  /// they are.
  func greater(_ other: SliceCosts) -> SliceCosts {
    let longer = frames.count >= other.frames.count ? frames : other.frames
    return SliceCosts(
      start: start, frameCount: frameCount, framesAreIndependent: framesAreIndependent,
      build: max(build, other.build),
      frames: zip(frames, other.frames).map { max($0, $1) }
        + longer.dropFirst(min(frames.count, other.frames.count)))
  }
}
