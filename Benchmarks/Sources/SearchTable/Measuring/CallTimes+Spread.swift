import BenchmarkTables
import Support

extension [CallTimes] {
  /// A percentile of the calls with its spread over the repetitions, in the format of the tables.
  func text(_ percentile: Percentile) throws -> String {
    try Spread(map { $0.percentile(percentile) }).durations
  }

  /// The sum of the calls with its spread over the repetitions.
  func sumText() throws -> String { try Spread(map(\.sum)).durations }
}
