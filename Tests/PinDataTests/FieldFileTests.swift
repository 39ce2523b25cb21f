import Foundation
import PinData
import TestSupport
import Testing

private let hasJQ = FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")

/// Files of the kinds that people bring: each is read as it is meant, or refused with words that
/// lead there. What a message prints is run here on the file that it is printed for.
@Suite(.blocking, .enabled(if: hasJQ, "messages print commands of jq, not found"))
struct FieldFileTests {
  /// The file, the ranges of latitude and longitude, the text before the advice to follow (none: the
  /// file is read as it is), and words of the message or of the summary.
  static let rows = ((try? RepositoryFile.text("Tests/FieldFiles/EXPECTED.tsv")) ?? "")
    .split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }

  @Test func eachFileHasItsRow() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: RepositoryFile.path("Tests/FieldFiles"))
    #expect(Set(files) == Set(Self.rows.map { String($0[0]) } + ["EXPECTED.tsv"]))
  }

  @Test(arguments: rows)
  func aFileIsReadOrItsAdviceLeadsThere(row: [Substring]) throws {
    let folder = try TemporaryFolder()
    var (path, options) = (RepositoryFile.path("Tests/FieldFiles/\(row[0])"), PinFileOptions())
    var said = ""
    // One advice may lead to another one.
    for step in 1...3 {
      guard let error = Self.error(path, options) else { break }
      let message = "\(error)"
      said += message
      let start = step > 1 || row[3].isEmpty ? nil : message.range(of: row[3])
      #expect(step > 1 || row[3].isEmpty || start != nil, "\(row[0]): \(message)")
      let advice = String(message[(start?.upperBound ?? message.startIndex)...])
      if let made = try Self.followCommand(in: advice, path, in: folder) {
        (path, options) = (made, PinFileOptions())
      } else {
        options = try #require(
          Self.options(in: advice) ?? (row[1].isEmpty ? options : nil), "\(said)")
      }
    }
    #expect(said.isEmpty == row[3].isEmpty, "\(said)")
    guard !row[1].isEmpty else { return #expect(said.contains(row[4]), "\(said)") }
    let summary = try PinFile.read(path: path, options: options).summary
    #expect("\(said)\(summary)".contains(row[4]), "\(said)\(summary)")
    let bounds = summary.bounds
    let found = [bounds.south, bounds.north, bounds.west, bounds.east]
    let expected = row[1...2].flatMap { $0.split(separator: " ").compactMap { Double($0) } }
    #expect(summary.placeCount == 6)
    #expect(expected.count == 4)
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 0.0001 }, "\(summary)")
  }

  private static func error(_ path: String, _ options: PinFileOptions) -> DataFileError? {
    do throws(DataFileError) {
      _ = try PinFile.read(path: path, options: options)
      return nil
    } catch {
      return error
    }
  }

  /// Runs the first command of an advice, and returns the file that it makes.
  private static func followCommand(
    in advice: String, _ path: String, in folder: TemporaryFolder
  ) throws -> String? {
    guard let found = advice.firstMatch(of: /(?:jq|sed) .* > (NEW\.[a-z]+)/) else { return nil }
    let (command, name) = (String(found.output.0), String(found.output.1))
    let made = folder.file(name)
    let shell = Process()
    shell.currentDirectoryURL = .stable
    shell.executableURL = URL(filePath: "/bin/sh")
    let line = command.replacing(name, with: "'\(made)'").replacing("FILE", with: "'\(path)'")
    shell.arguments = ["-c", line]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0, "\(line)")
    return made
  }

  /// The options in an advice; the first value of each counts.
  private static func options(in advice: String) -> PinFileOptions? {
    let words = advice.range(of: "; in a scenario").map { advice[..<$0.lowerBound] } ?? ""
    var values: [String: String] = [:]
    for match in words.matches(of: /--([a-z]+) ([^ ;]+)/) {
      values[String(match.output.1), default: String(match.output.2)] += ""
    }
    guard !values.isEmpty else { return nil }
    var options = PinFileOptions(table: values["table"])
    if let latitude = values["latitude"], let longitude = values["longitude"] {
      options.columns = CoordinateNames(latitude: latitude, longitude: longitude)
    }
    options.notation.scale = values["scale"].flatMap(Double.init) ?? 1
    options.notation.longitudes = values["longitudes"] == nil ? .around0 : .from0
    return options
  }
}
