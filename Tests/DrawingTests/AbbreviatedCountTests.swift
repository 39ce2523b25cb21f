import MapSimulation
import Testing

@Suite struct AbbreviatedCountTests {
  @Test(arguments: [
    (0, "0"), (2, "2"), (10, "10"), (99, "99"), (105, "105"), (999, "999"),
    (1_000, "1.0K"), (1_099, "1.0K"), (1_250, "1.2K"), (9_999, "9.9K"),
    (10_000, "10K"), (15_999, "15K"), (999_999, "999K"),
    (1_000_000, "1.0M"), (9_999_999, "9.9M"), (10_000_000, "10M"), (999_999_999, "999M"),
    (1_000_000_000, "999M+"), (Int.max, "999M+"),
  ])
  func abbreviates(count: Int, text: String) {
    #expect(AbbreviatedCount(count).description == text)
    #expect(AbbreviatedCount(count).length == text.count)
  }

  /// What the text says is at most the count, and off by less than its last digit's worth.
  @Test func neverSaysMoreThanThereIs() throws {
    for count in Array(0..<12_000) + Array(stride(from: 12_000, through: 1_000_000, by: 37)) {
      let text = AbbreviatedCount(count).description
      let unit: Double = text.hasSuffix("M") ? 1_000_000 : text.hasSuffix("K") ? 1_000 : 1
      let digits = text.filter { $0 != "K" && $0 != "M" }
      let said = try #require(Double(digits)) * unit
      let step = text.contains(".") ? unit / 10 : unit
      let rest = Double(count) - said
      #expect(rest > -1e-6 && rest < step, "\(count) as \(text)")
    }
  }

  @Test func refusesNegativeCounts() async {
    await #expect(processExitsWith: .failure) { _ = AbbreviatedCount(-1) }
  }
}
