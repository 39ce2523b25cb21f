import Gate
import Support
import Testing

/// The result of the halving, wherever the first worse commit is, and whatever is skipped.
@Suite struct BisectSearchTests {
  /// Searches to the end, and returns the number of steps with it.
  private func search(
    _ count: Int, firstWorse: Int, skipped: Set<Int> = []
  ) -> (search: BisectSearch, judged: [Int]) {
    var search = BisectSearch(count: count)
    var judged: [Int] = []
    while let place = search.next, judged.count <= count {
      judged.append(place)
      search.mark(place, skipped.contains(place) ? .skipped : place < firstWorse ? .passed : .worse)
    }
    return (search, judged)
  }

  @Test func eachCommitIsFoundInAsManyStepsAsHalvingTakes() {
    for count in 1...130 {
      for firstWorse in 0..<count {
        let (search, judged) = search(count, firstWorse: firstWorse)
        #expect(search.suspects == firstWorse...firstWorse)
        #expect(1 << BisectSearch(count: count).stepsLeft >= count)
        #expect(judged.count <= BisectSearch(count: count).stepsLeft)
      }
    }
    #expect(BisectSearch(count: 64).stepsLeft == 6)
  }

  @Test func whatIsLeftHoldsTheCommitAndWasSkipped() {
    var random = SplitMix64(seed: 39)
    for _ in 0..<2_000 {
      let count = Int.random(in: 1...40, using: &random)
      let firstWorse = Int.random(in: 0..<count, using: &random)
      let share = Double.random(in: 0...1, using: &random)
      let skipped = Set(
        (0..<count - 1).filter { _ in Double.random(in: 0...1, using: &random) < share })
      let (search, judged) = search(count, firstWorse: firstWorse, skipped: skipped)
      #expect(search.suspects.contains(firstWorse))
      #expect(search.suspects.dropLast().allSatisfy(skipped.contains))
      #expect(Set(judged).count == judged.count)
      // The last commit is known already.
      #expect(!judged.contains(count - 1))
    }
  }

  /// As in a file that was edited by hand.
  @Test func judgementsThatSayNothingNewAreIgnored() {
    var search = BisectSearch(count: 4)
    for place in [-1, 3, 4, 99] { search.mark(place, .passed) }
    #expect(search.suspects == 0...3)
    search.mark(1, .passed)
    search.mark(0, .worse)
    #expect(search.suspects == 2...3)
  }
}
