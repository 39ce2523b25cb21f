import Foundation
import TestSupport

/// A block of Swift of `Sources/4-Families/InApp`, which stands for a part of an app.
struct InAppBlock {
  /// The name of the file with it.
  let file: String
  /// The number of its first line.
  let line: Int
  let code: String

  /// All blocks of all files, in order; those for lines also as they are for areas.
  static func all() throws -> [InAppBlock] {
    let folder = RepositoryFile.path("Sources/4-Families/InApp")
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().flatMap { file in
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      let areas = text.replacing("Polyline", with: "Polygon")
      return [text, areas].prefix(file == "overlays.md" ? 2 : 1).flatMap { text in
        text.matches(of: /```swift\n(?<code>(?:.|\n)*?\n)```/).map { match in
          let before = text[..<match.output.code.startIndex]
          return InAppBlock(
            file: file, line: before.count { $0 == "\n" } + 1, code: String(match.output.code))
        }
      }
    }
  }

  /// A block with a part without a place.
  struct UnplacedCode: Error, CustomStringConvertible {
    let file: String
    let line: Int
    let text: Substring

    var description: String { "\(file):\(line): '\(text)' is no place of InAppPlace" }
  }

  /// The block as a file of Swift, with each part in the place that its comment names. Errors name
  /// the block's own lines.
  func source(number: Int) throws(UnplacedCode) -> String {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let starts = lines.indices.filter {
      $0 == 0 || lines[$0].hasPrefix("// In ") || lines[$0].hasPrefix("// At ")
    }
    var source = ["import MapKit", "import SwiftUI"]
    var open: [String] = []
    func enter(_ scopes: [String]) {
      let kept = zip(open, scopes).prefix { $0 == $1 }.count
      source += open[kept...].map { _ in "}" } + scopes[kept...]
      open = scopes
    }
    for (index, start) in starts.enumerated() {
      guard let place = InAppPlace(rawValue: String(lines[start])) else {
        throw UnplacedCode(file: file, line: line + start, text: lines[start])
      }
      let end = index + 1 < starts.count ? starts[index + 1] : lines.count
      let next = end < lines.count ? InAppPlace(rawValue: String(lines[end])) : nil
      // Two blocks may have a type of one name.
      enter(place == .imports ? [] : ["enum Block\(number) {"] + place.scopes(before: next))
      source += ["#sourceLocation(file: \"\(file)\", line: \(line + start))"]
      source += lines[start..<end].map(String.init) + ["#sourceLocation()"]
      if place == .representable, !code.contains("func makeUIView(") {
        source.append("func makeUIView(context: Context) -> MKMapView { MKMapView() }")
      }
    }
    enter([])
    return source.joined(separator: "\n") + "\n"
  }
}
