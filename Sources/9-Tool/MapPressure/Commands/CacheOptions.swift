import ArgumentParser
import Harness

/// The option of commands that take over what an earlier command has computed.
struct CacheOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Compute everything: neither reuse nor keep numbers.",
      visibility: .hidden))
  var noCache = false

  /// The results of earlier commands with a program; `nil` if none may be reused.
  ///
  /// - Parameter limits: those of the processes that replay.
  func kept(
    for program: WorkerProgram = .itself(), limits: WorkerLimits, call: Invocation
  ) async -> KeptEvaluations? {
    guard !noCache, let folder = call.cache else { return nil }
    return await KeptEvaluations(program: program, folder: folder, limits: limits)
  }
}
