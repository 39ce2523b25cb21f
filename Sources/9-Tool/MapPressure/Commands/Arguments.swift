import ArgumentParser
import ScenarioModel
import Support

/// A memory size on the command line: `500MB`, `2GiB`.
struct ByteCountArgument: CustomStringConvertible {
  let bytes: Int

  init(bytes: Int) {
    self.bytes = bytes
  }

  init(_ argument: String) throws {
    guard let bytes = Quantity.parse(Substring(argument), as: .bytes),
      bytes >= 16_777_216, bytes <= 1e15
    else { throw ValidationError("expected at least 16 MiB, such as 500MB or 2GiB") }
    self.bytes = Int(bytes)
  }

  var description: String { "\(bytes / 1_048_576)MiB" }
}

/// A fraction on the command line, in percent: `2`, `2%`, `0.5 %`.
struct PercentArgument: CustomStringConvertible {
  /// 0.02 for 2 %.
  let share: Double

  init(share: Double) {
    self.share = share
  }

  init(_ argument: String) throws {
    let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
    guard let percent = Double(digits.filter { $0 != " " }), percent.isFinite, percent > 0,
      percent <= 100
    else { throw ValidationError("expected a percentage above 0 and at most 100, such as 2%") }
    share = percent / 100
  }

  var description: String { "\((share * 1_000).rounded() / 10) %" }
}

/// Values on the command line that need no type of their own.
enum ArgumentValue {
  /// Reads a size: a number of pins or of another load, whose digits underscores may group.
  static func size(_ argument: String) throws -> Int {
    guard let size = Int(argument.filter { $0 != "_" }), size >= 1 else {
      throw ValidationError("expected a whole number above 0, such as 10_000")
    }
    return size
  }

  /// Reads a number of measured trials of each case; 0 measures nothing.
  static func trialCount(_ argument: String) throws -> Int {
    guard let count = Int(argument), (0...1_000).contains(count) else {
      throw ValidationError("expected a whole number from 0 to 1,000")
    }
    return count
  }

  /// Reads a tolerance: `bytes-allocated=1%`.
  static func tolerance(_ argument: String) throws -> Tolerance {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let share = Tolerance.share(parts[1]) else {
      throw ValidationError("expected METRIC=PERCENT%, such as bytes-allocated=1%")
    }
    return Tolerance(metric: String(parts[0]), share: share)
  }
}

extension [Tolerance] {
  /// The tolerances, the last option first.
  ///
  /// - Throws: ``CommandError`` for a metric that is not in the list.
  func tolerances(of metrics: [Metric]) throws(CommandError) -> [Tolerance] {
    for tolerance in self where !metrics.contains(where: { $0.name == tolerance.metric }) {
      throw CommandError(
        "--tolerance", unknown: "metric", tolerance.metric, known: metrics.map(\.name).uniqued())
    }
    return reversed()
  }

  /// The options as arguments of a command line.
  var repeatedArguments: [String] {
    flatMap { ["--tolerance", "\($0.metric)=\($0.share * 100)%"] }
  }
}
