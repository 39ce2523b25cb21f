import Clustering
import ScenarioModel

/// One pair of lists, and the times and results of the algorithms that compare them.
final class DifferenceContest {
  let count: Int
  let share: Double
  let order: AnnotationLists.Order
  /// Nanoseconds an update, one for each repetition.
  private(set) var times: [Double] = []
  private(set) var dictionaryTimes: [Double] = []
  /// Empty if it would take too long.
  private(set) var collectionTimes: [Double] = []
  private(set) var results: [DifferenceResult] = []

  private let lists: AnnotationLists
  private var difference = AnnotationDifference()
  private var dictionary = DictionaryDifference()

  /// The time and the memory of the difference of collections grow with the square of the number of
  /// changes: it is left out above this number.
  private static let maxCollectionChange = 2_000

  init(count: Int, share: Double, order: AnnotationLists.Order) {
    self.count = count
    self.share = share
    self.order = order
    lists = AnnotationLists(count: count, share: share, order: order)
    // Both allocate before anything is measured.
    difference.update(from: lists.old, to: lists.new)
    dictionary.update(from: lists.old, to: lists.new)
  }

  /// Short updates are repeated until they are long enough for the clock.
  private var updatesPerSample: Int { max(1, 200_000 / count) }

  func run() {
    times.append(
      time(updatesPerSample) { difference.update(from: lists.old, to: lists.new) })
    dictionaryTimes.append(
      time(updatesPerSample) { dictionary.update(from: lists.old, to: lists.new) })
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
    (order == .ascending || order == .same)
      && Int(Double(count) * share) * 2 <= Self.maxCollectionChange
  }

  private func time(_ updates: Int, _ update: () -> Void) -> Double {
    let start = ProcessorTime.thread()
    for _ in 0..<updates { update() }
    return Double(ProcessorTime.thread() - start) / Double(updates)
  }
}
