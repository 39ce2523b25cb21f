import Foundation
import Testing

/// The colours of the page, which people with poor sight must be able to see on their backgrounds.
@Suite struct PageColorTests {
  private static let assets = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/7-Reporting/Page/Assets")

  /// The colours of the light and of the dark page, by name.
  private static func themes() throws -> [[String: [Double]]] {
    var themes: [[String: [Double]]] = [[:], [:]]
    for file in ["page.css", "charts.css", "replay.css"] {
      let text = try String(contentsOf: assets.appending(path: file), encoding: .utf8)
      let blocks = text.components(separatedBy: ":root {").dropFirst()
        .map { $0.components(separatedBy: "}")[0] }
      try #require(blocks.count == 2, "\(file)")
      for (theme, block) in blocks.enumerated() {
        for match in block.matches(of: /--([a-z]+): #([0-9a-f]{3,6})\b/) {
          let digits = match.2.count == 3 ? match.2.map { "\($0)\($0)" }.joined() : String(match.2)
          let value = Int(digits, radix: 16) ?? 0
          themes[theme][String(match.1)] = [16, 8, 0].map { Double((value >> $0) & 255) / 255 }
        }
      }
    }
    return themes
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

  /// The least contrast of each of some colours with each of others, in the light and in the dark.
  private func expect(_ names: [String], on backs: [String], _ least: Double) throws {
    for theme in try Self.themes() {
      for name in names {
        for back in backs {
          let contrast = Self.contrast(try #require(theme[name]), try #require(theme[back]))
          #expect(contrast >= least, "\(name) on \(back)")
        }
      }
    }
  }

  @Test func textIsReadableOnItsBackground() throws {
    try expect(["text", "muted", "link", "good", "bad", "warn"], on: ["back", "panel"], 4.5)
  }

  /// Lines and bars of strategies, and the texts of a replay in their colors.
  @Test func strategiesAreSeenOnTheirBackground() throws {
    try expect(["naive", "taken", "other", "late"], on: ["back"], 4.5)
    try expect(["naive", "taken"], on: ["land", "water"], 3)
  }

  @Test func theLandIsSeenInTheWater() throws {
    try expect(["land"], on: ["water"], 1.35)
    try expect(["coast"], on: ["land"], 3)
  }
}
