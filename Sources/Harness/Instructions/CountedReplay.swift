import Measurement
import ScenarioModel

/// A replay whose instructions are counted: building the strategy and every frame, as far as they
/// would be timed. What records the frames is left out, and no clock or meter runs in between.
struct CountedReplay {
  let replay: any Replay

  /// Replays the whole case once, from its build on.
  ///
  /// Where this process cannot count by itself the replay takes place all the same, for whoever
  /// watches it from outside.
  func run() throws -> WorkerReply {
    // Where this fails there is no jemalloc, and nothing that depends on its clock.
    try? AllocationDecay.stop()
    let counter: InstructionCounter
    do throws(InstructionCounterUnavailable) {
      counter = try InstructionCounter()
    } catch {
      try run { try CountedPart.run($0) }
      return .counted(instructions: nil, reason: error.description)
    }
    do {
      try run { work in
        try counter.start()
        try CountedPart.run(work)
        try counter.stop()
      }
      let instructions = try counter.read()
      guard instructions > 0 else { throw InstructionCounterUnavailable.countsNothing }
      return .counted(instructions: instructions, reason: nil)
    } catch let error as InstructionCounterUnavailable {
      return .counted(instructions: nil, reason: error.description)
    }
  }

  private func run(_ counted: (() throws -> Void) throws -> Void) throws {
    replay.reset()
    try counted { try replay.build() }
    for frame in 0..<replay.frameCount {
      try counted { try replay.showFrame(frame) }
      replay.frameDidEnd(frame)
    }
  }
}
