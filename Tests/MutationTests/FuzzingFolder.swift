import Foundation
import TestSupport

/// The fuzzer's first inputs: whole files, and the words of their formats.
enum FuzzingFolder {
  private static let path = RepositoryFile.path("Tests/Fuzzing")

  /// The seeds of a target, by their names.
  static func seeds(of target: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = path + "/Seeds/" + target
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
      (name, Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))))
    }
  }

  /// The words of a dictionary in libFuzzer's form: a word in quotes on each line, in which `\xNN`
  /// stands for a byte.
  static func words(of dictionary: String) throws -> [[UInt8]] {
    let text = try RepositoryFile.text("Tests/Fuzzing/Dictionaries/\(dictionary).dict")
    return text.split(separator: "\n").filter { $0.hasPrefix("\"") }.map { line in
      var rest = line.utf8.dropFirst().dropLast()
      var word: [UInt8] = []
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x") {
          word.append(
            UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16) ?? 0)
          rest = rest.dropFirst(3)
        } else {
          word.append(byte)
        }
      }
      return word
    }
  }
}
