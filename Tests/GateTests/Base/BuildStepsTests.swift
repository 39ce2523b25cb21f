import Gate
import Testing

/// The progress of a build from the log of the package manager.
@Suite struct BuildStepsTests {
  @Test func theLastStepCounts() throws {
    let steps = try #require(
      BuildSteps(
        log: """
          Building for production...
          [1/61] Compiling _SubprocessCShims process_shims.c
          [14/63] Compiling Support AtomicFile.swift
          a warning: [99/99] is no step

          """))
    #expect(steps.done == 14 && steps.total == 63)
  }

  @Test(arguments: [
    "", "Building for production...\n", "see [1/2] \n", "[1/99999999999999999999] ",
  ]) func withoutAStepThereIsNone(log: String) { #expect(BuildSteps(log: log) == nil) }
}
