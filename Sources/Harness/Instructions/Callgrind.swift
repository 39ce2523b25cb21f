/// Valgrind's profiler, which executes a program on a simulated processor and counts.
struct Callgrind {
  /// How much longer a program takes under it, with room to spare: 50 to 80 times was measured.
  static let slowdown = 100.0
  /// Bytes that it needs for itself, with room to spare: 130 MB were measured.
  static let ownMemory = 512 << 20

  let valgrind: String
  /// Where it puts its counts.
  let outputFile: String
  /// Where it puts its words, so that the program's own last words stay what they are.
  let logFile: String

  /// The program under callgrind, which counts what happens inside of ``CountedPart``.
  func around(_ program: WorkerProgram, executable: String) -> WorkerProgram {
    WorkerProgram(
      executable: valgrind,
      arguments: [
        "--tool=callgrind", "--collect-atstart=no",
        "--toggle-collect=\(CountedPart.functionName)", "--dump-line=no",
        "--callgrind-out-file=\(Self.escaped(outputFile))", "--log-file=\(Self.escaped(logFile))",
        executable,
      ] + program.arguments)
  }

  /// Limits under which a program gets as far as it gets by itself under the given ones.
  static func scaled(_ limits: WorkerLimits) -> WorkerLimits {
    WorkerLimits(seconds: limits.seconds * slowdown, memory: limits.memory + ownMemory)
  }

  /// The instructions that an output file tells of; `nil` where it tells of none.
  ///
  /// Its line `totals:`, or `summary:` where the file was not finished, holds the sum of each event;
  /// instructions are the first, and here the only one.
  static func instructions(in output: String) -> Int? {
    for label in ["totals:", "summary:"] {
      for line in output.split(whereSeparator: \.isNewline) where line.hasPrefix(label) {
        let numbers = line.dropFirst(label.count).split(separator: " ")
        if let first = numbers.first, let count = Int(first), count > 0 { return count }
      }
    }
    return nil
  }

  /// Valgrind takes `%` in a file's name for a variable.
  private static func escaped(_ path: String) -> String {
    path.replacing("%", with: "%%")
  }
}
