import Families
import Support
import Testing

@Suite struct PinSortTests {
  /// Few and many numbers of few and many: by comparing them, and by a bit for each.
  @Test(arguments: [0, 1, 2, 63, 64, 65, 500], [1, 10, 64, 1_000, 1_000_000])
  func theLowestNumbersAreKeptInOrder(count: Int, spread: Int) {
    var random = SplitMix64(seed: UInt64(count * 7 + spread))
    var numbers: Set<Int> = []
    while numbers.count < count {
      numbers.insert(Int(random.next() % UInt64(max(count * spread, 1))))
    }
    let shuffled = Array(numbers).shuffled(using: &random)
    for limit in [0, 1, count / 2, count, count + 1, .max] {
      var pins = shuffled
      pins.sortPins(keeping: limit)
      #expect(pins == Array(shuffled.sorted().prefix(limit)))
    }
  }
}
