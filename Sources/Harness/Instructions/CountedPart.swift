import CInstructionCounter

/// The part of a program whose instructions count, marked so that a profiler finds it.
enum CountedPart {
  /// The function that is on the stack while the part runs, and never otherwise.
  static let functionName = "mappressure_counted_part"

  /// Does some work inside of that function.
  static func run(_ work: () throws -> Void) throws {
    try withoutActuallyEscaping(work) { work in
      var call = Call(work: work)
      withUnsafeMutablePointer(to: &call) {
        mappressure_counted_part(Call.perform, UnsafeMutableRawPointer($0))
      }
      if let failure = call.failure { throw failure }
    }
  }

  /// What is handed through C, which knows neither closures nor errors.
  private struct Call {
    let work: () throws -> Void
    var failure: (any Error)?

    static let perform: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
      guard let call = context?.assumingMemoryBound(to: Call.self) else { return }
      do {
        try call.pointee.work()
      } catch {
        call.pointee.failure = error
      }
    }
  }
}
