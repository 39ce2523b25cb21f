import Foundation

/// A block of Swift of `Sources/Families/InApp`, which stands for a part of an app.
struct InAppBlock {
  /// The name of the file with it.
  let file: String
  /// The number of its first line.
  let line: Int
  let code: String

  /// All blocks of all files, in order; those for lines also as they are for areas.
  static func all() throws -> [InAppBlock] {
    let folder = AppleStubs.path("Sources/Families/InApp")
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

  /// The block as a file of Swift: declarations of an app, members of a screen of
  /// `Tests/AppleStubs/InApp`, statements in a method of one, or members of a `UIViewRepresentable`
  /// and its Coordinator. Errors name the block's own lines.
  func source(number: Int) -> String {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.first == "// In the UIViewRepresentable." {
      return representable(lines, number: number)
    }
    let screen = "final class Screen\(number): StoreScreen"
    let scopes =
      switch shape {
      // Two blocks may have a type of one name.
      case .declarations:
        lines.contains { $0.hasPrefix("extension ") } ? [] : ["enum Block\(number)"]
      case .members: [screen]
      case .statements: [screen, "func run() async throws"]
      }
    let beginning =
      ["Clustering", "MapKit", "SwiftUI", "Synchronization"].map { "import \($0)" }
      + scopes.map { $0 + " {" } + ["#sourceLocation(file: \"\(file)\", line: \(line))"]
    let body = lines.map { $0.hasPrefix("import ") ? "" : String($0) }
    let end = ["#sourceLocation()"] + scopes.map { _ in "}" }
    return (beginning + body + end).joined(separator: "\n") + "\n"
  }

  private func representable(_ lines: [Substring], number: Int) -> String {
    let coordinator = lines.firstIndex { $0.hasPrefix("// In its Coordinator, ") } ?? lines.endIndex
    func place(_ part: ArraySlice<Substring>) -> [String] {
      ["#sourceLocation(file: \"\(file)\", line: \(line + part.startIndex))"]
        + part.map(String.init) + ["#sourceLocation()"]
    }
    let make = "func makeUIView(context: Context) -> MKMapView"
    return
      (["import MapKit", "import SwiftUI", "struct Screen\(number): UIViewRepresentable {"]
      + ["let model: MapModel", lines.contains("\(make) {") ? "" : "\(make) { MKMapView() }"]
      + ["func makeCoordinator() -> Coordinator { Coordinator(model) }"]
      + place(lines[..<coordinator])
      + ["final class Coordinator: NSObject, MKMapViewDelegate, UIGestureRecognizerDelegate {"]
      + ["let model: MapModel", "init(_ model: MapModel) { self.model = model }"]
      + place(lines[coordinator...]) + ["}", "}"]).joined(separator: "\n") + "\n"
  }

  private enum Shape { case declarations, members, statements }

  /// The kind of the first line of code that is no comment, after attributes and modifiers.
  private var shape: Shape {
    let first = code.split(separator: "\n").first { !$0.hasPrefix("//") } ?? ""
    let words = first.split(separator: " ").drop { word in
      word.hasPrefix("@") || word.hasPrefix("nonisolated")
        || ["final", "lazy", "override", "private", "static"].contains(word)
    }
    switch words.first {
    case "actor", "class", "enum", "extension", "import", "protocol", "struct":
      return .declarations
    case "func", "init", "let", "var": return .members
    default: return .statements
    }
  }
}
