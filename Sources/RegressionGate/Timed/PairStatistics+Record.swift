import Harness
import Verdicts

extension PairStatistics {
  /// The statistics of a part of a pair: the total is that of the whole plan, whose dear slices are
  /// timed more often than the others.
  init(_ record: PairRecord.Part) throws(PairStatisticsError) {
    try self.init(base: record.extrapolated(.base), head: record.extrapolated(.head))
  }
}
