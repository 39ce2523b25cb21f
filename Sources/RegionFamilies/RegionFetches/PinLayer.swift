/// The pins that an app's map shows.
///
/// Used by one thread at a time.
public final class PinLayer {
  /// The answers whose pins are shown.
  public private(set) var answers: [PinAnswer] = []
  private var pins: Set<Int> = []
  /// Called when other pins are shown, with whether they are older than what was shown before.
  var didShow: (_ isStale: Bool) -> Void = { _ in }

  /// A map without pins.
  init() {}

  /// Shows an answer's pins in place of what was shown before.
  public func show(_ answer: PinAnswer) {
    show([answer])
  }

  /// Shows the pins of several answers in place of what was shown before.
  public func show(_ answers: [PinAnswer]) {
    let isStale = Self.newestFetch(of: self.answers) > Self.newestFetch(of: answers)
    self.answers = answers
    pins.removeAll(keepingCapacity: true)
    for answer in answers { pins.formUnion(answer.pins) }
    didShow(isStale)
  }

  /// 0 where there are none.
  private static func newestFetch(of answers: [PinAnswer]) -> Int {
    answers.reduce(0) { max($0, $1.fetchNumber.value) }
  }

  /// Whether all of these pins are shown. O(n).
  func shows(_ wanted: [Int]) -> Bool {
    wanted.allSatisfy(pins.contains)
  }
}
