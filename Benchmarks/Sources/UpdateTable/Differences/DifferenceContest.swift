import Clustering
import Measurement

/// One pair of lists, and what the three ways to compare them have taken and found.
final class DifferenceContest {
  let count: Int
  let share: Double
  let order: AnnotationLists.Order
  /// In nanoseconds an update, one for each repetition.
  private(set) var times: [Double] = []
  private(set) var dictionaryTimes: [Double] = []
  /// Empty where it would take too long.
  private(set) var collectionTimes: [Double] = []
  private(set) var results: [DifferenceResult] = []

  private let lists: AnnotationLists
  private var difference = AnnotationDifference()
  private var dictionary = DictionaryDifference()

  /// The difference of collections takes time and memory by the square of what has changed: where
  /// more than this has, it is left out.
  private static let greatestCollectionChange = 2_000

  init(count: Int, share: Double, order: AnnotationLists.Order) {
    self.count = count
    self.share = share
    self.order = order
    lists = AnnotationLists(count: count, share: share, order: order)
    // Both get their room before anything is measured.
    difference.update(from: lists.old, to: lists.new)
    dictionary.update(from: lists.old, to: lists.new)
  }

  /// Short updates are repeated until a clock can tell.
  private var updatesATime: Int { max(1, 200_000 / count) }

  func run() {
    times.append(
      time(updatesATime) { difference.update(from: lists.old, to: lists.new) })
    dictionaryTimes.append(
      time(updatesATime) { dictionary.update(from: lists.old, to: lists.new) })
    results += [DifferenceResult(difference), dictionary.result]
    guard hasCollectionDifference else { return }
    var result = DifferenceResult()
    collectionTimes.append(
      time(1) {
        result = DifferenceResult(collectionDifferenceFrom: lists.old, to: lists.new)
      })
    results.append(result)
  }

  private var hasCollectionDifference: Bool {
    order != .shuffled && Int(Double(count) * share) * 2 <= Self.greatestCollectionChange
  }

  private func time(_ updates: Int, _ update: () -> Void) -> Double {
    let start = ProcessorTime.thread()
    for _ in 0..<updates { update() }
    return Double(ProcessorTime.thread() - start) / Double(updates)
  }
}
