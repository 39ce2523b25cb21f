/// When jemalloc gives memory back that nobody uses.
///
/// It does so bit by bit as time goes by, in the midst of whatever asks for memory then: what a
/// piece of work takes in instructions would depend on how long it took.
public enum AllocationDecay {
  /// Lets the calling thread's arena keep all memory from here on.
  ///
  /// Throws where jemalloc refuses a control, as where another allocator is in its place.
  public static func stop() throws(MeterUnavailable) {
    var arena: UInt32 = 0
    try JemallocControl("thread.arena").read(into: &arena)
    for control: StaticString in ["arena.0.dirty_decay_ms", "arena.0.muzzy_decay_ms"] {
      try JemallocControl(control).indexed(Int(arena), part: 1).write(never)
    }
  }

  /// Minus one, as jemalloc reads it.
  private static let never = UInt64.max
}
