import Foundation
import Reporting
import Testing

@Suite struct SortedJSONTests {
  private static let texts = [
    "plain ä 日本 \u{1F600} # ## ### ##[error] ##vso[x] \u{FE0F}", "\u{1B}[31m\u{7F}\u{85}\u{9B}",
    "\u{202E}\u{2066}\u{200B}\u{2028}\u{2029}\u{FEFF}\u{E0041}\u{F0000}", "a\nb\r\n\"\\/",
    "e\u{301}",
  ]

  @Test func theTextsAreThoseThatWereGiven() throws {
    let json = try SortedJSON.text(of: Self.texts, named: "texts")
    let read = try JSONDecoder().decode([String].self, from: Data(json.utf8))
    #expect(
      read.map { Array($0.unicodeScalars) } == Self.texts.map { Array($0.unicodeScalars) })
  }

  @Test func nothingIsObeyedWhereItIsPrinted() throws {
    let json = try SortedJSON.text(of: Self.texts, named: "texts")
    #expect(!json.contains("##"))
    for scalar in json.unicodeScalars where scalar != "\n" {
      let isSeen =
        ![.control, .format, .lineSeparator, .paragraphSeparator, .privateUse]
        .contains(scalar.properties.generalCategory)
      #expect(isSeen && !scalar.properties.isDefaultIgnorableCodePoint, "\(scalar.value)")
    }
    #expect(json.contains("ä 日本 \u{1F600} # #"))
  }
}
