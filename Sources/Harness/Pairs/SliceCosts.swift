/// What a case costs a program, as one worker that is thrown away found it: what slices are
/// planned by.
///
/// All times in nanoseconds of wall time.
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
