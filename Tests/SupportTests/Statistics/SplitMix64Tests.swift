import Support
import Testing

@Suite struct SplitMix64Tests {
  // From the reference implementation in C by Sebastiano Vigna.
  @Test func givesTheReferenceNumbers() {
    var zero = SplitMix64(seed: 0)
    #expect(zero.next() == 0xE220_A839_7B1D_CDAF)
    #expect(zero.next() == 0x6E78_9E6A_A1B9_65F4)
    #expect(zero.next() == 0x06C4_5D18_8009_454F)
    var other = SplitMix64(seed: 1_234_567)
    #expect(other.next() == 6_457_827_717_110_365_317)
    #expect(other.next() == 3_203_168_211_198_807_973)
  }

  @Test func unitNumbersFillTheirRangeEvenly() {
    var random = SplitMix64(seed: 9)
    let numbers = (0..<20_000).map { _ in random.unit() }
    #expect(numbers.allSatisfy { $0 >= 0 && $0 < 1 })
    for decile in 0..<10 {
      let share = numbers.count { Int($0 * 10) == decile }
      #expect(abs(share - 2000) < 200)
    }
  }

  @Test func gaussianNumbersHaveMeanZeroAndDeviationOne() {
    var random = SplitMix64(seed: 9)
    let numbers = (0..<20_000).map { _ in random.gaussian() }
    let mean = numbers.reduce(0, +) / 20_000
    let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000
    #expect(abs(mean) < 0.03)
    #expect(abs(variance - 1) < 0.05)
    let withinOne = numbers.count { abs($0) < 1 }
    #expect(abs(withinOne - 13_654) < 300)
    #expect(numbers.allSatisfy { abs($0) <= 6 })
  }

  @Test func copiesGoOnIndependently() {
    var original = SplitMix64(seed: 5)
    var copy = original
    #expect(original.next() == copy.next())
    _ = original.next()
    #expect(original.next() != copy.next())
  }
}
