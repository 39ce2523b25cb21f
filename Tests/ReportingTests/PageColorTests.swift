import Foundation
import Gate
import Reporting
import Testing

/// The colours of the page, which people with little sight must tell from what is behind them.
@Suite struct PageColorTests {
  private static let style = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/Reporting/Page/Assets/page.css")

  /// The colours of the light and of the dark page, by name.
  private static func themes() throws -> [[String: [Double]]] {
    let text = try String(contentsOf: style, encoding: .utf8)
    let blocks = text.components(separatedBy: ":root {").dropFirst()
      .map { $0.components(separatedBy: "}")[0] }
    return blocks.map { block in
      Dictionary(
        uniqueKeysWithValues: block.matches(of: /--([a-z]+): #([0-9a-f]{3,6})\b/).map { match in
          let digits = match.2.count == 3 ? match.2.map { "\($0)\($0)" }.joined() : String(match.2)
          let value = Int(digits, radix: 16) ?? 0
          return (
            String(match.1), [16, 8, 0].map { Double((value >> $0) & 255) / 255 }
          )
        })
    }
  }

  /// The relative luminance of the Web Content Accessibility Guidelines 2.2.
  private static func luminance(_ color: [Double]) -> Double {
    zip(color, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
      let (value, weight) = part
      return sum
        + weight * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
    }
  }

  private static func contrast(_ first: [Double], _ second: [Double]) -> Double {
    let (a, b) = (luminance(first), luminance(second))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  @Test func textIsReadableOnItsBackground() throws {
    let themes = try Self.themes()
    #expect(themes.count == 2)
    for theme in themes {
      let names = ["text", "muted", "link", "good", "bad", "warn"]
      for name in names {
        let color = try #require(theme[name])
        for back in ["back", "panel"] {
          #expect(Self.contrast(color, try #require(theme[back])) >= 4.5, "\(name) on \(back)")
        }
      }
    }
  }

  /// Lines and bars of strategies, and the texts of a replay in their colors.
  @Test func strategiesAreSeenOnTheirBackground() throws {
    let page = ComparisonPage(
      ComparisonFixture.pass, verdict: ComparisonVerdict(ComparisonFixture.pass)
    ).text
    let colors = page.matches(of: /\.s([0-9]+) \{ color: #([0-9a-f]{6}) \}/)
    try #require(colors.count == 24)
    for (themes, part) in zip(try Self.themes(), [colors.prefix(12), colors.suffix(12)]) {
      for color in part {
        let value = Int(color.output.2, radix: 16) ?? 0
        let parts = [16, 8, 0].map { Double((value >> $0) & 255) / 255 }
        #expect(Self.contrast(parts, try #require(themes["back"])) >= 4.5, "\(color.output.0)")
      }
    }
  }
}
