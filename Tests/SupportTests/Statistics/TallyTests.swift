import Support
import Testing

@Suite struct TallyTests {
  private struct Counts: Hashable, Tally {
    var seen = 0
    var found = 0
  }

  private struct Times: Hashable, Tally {
    typealias Number = Double
    var search = 0.0
    var drawing = 0.0
  }

  @Test func eachNumberIsAddedAndSubtracted() {
    let (first, second) = (Counts(seen: 7, found: 2), Counts(seen: 3, found: 4))
    #expect(first + second == Counts(seen: 10, found: 6))
    #expect(first - second == Counts(seen: 4, found: -2))
    var total = first
    total += second
    #expect(total == first + second)
    let times = Times(search: 1.5, drawing: 0.25)
    #expect(times + times == Times(search: 3, drawing: 0.5))
  }
}
