import Foundation

extension ELFProgram {
  /// What the loader is told of the program, in lines: its sections, its libraries, and the names
  /// that it takes from them and gives to them.
  func linkedParts() throws -> [String] {
    var lines = segments.map { "segment \($0.type) \($0.flags)" }
    // Variables of a thread that begin as zeros are only a size.
    lines += sections.filter(\.isLoaded).map {
      "section \($0.name) \($0.type) \($0.flags) \($0.isOfThread ? $0.size : 0)"
    }
    lines.append("entry \(entry - (section(".text")?.address ?? 0))")
    let names = section(".dynstr")?.offset ?? 0
    lines += try entries(of: section(".dynamic"), size: 16) {
      let (tag, value) = (
        try number($0, Int64.self), try number($0 + 8, Int64.self)
      )
      return switch tag {
      case 1, 14, 15, 29: "library or folder \(string(at: names &+ value))"
      case 16, 22, 24, 30, 0x6fff_fffb: "setting \(tag) \(value)"
      default: nil
      }
    }.compactMap(\.self)
    // Libraries have entries of the same size as the versions of their names, which begin with a
    // hash of the version; its number comes later.
    let versions = Dictionary(
      grouping: try entries(of: section(".gnu.version_r"), size: 16) {
        (try number($0, UInt32.self), number: try number($0 + 6, UInt16.self))
      }, by: \.number)
    let numbers = try entries(of: section(".gnu.version"), size: 2) {
      try number($0, UInt16.self) & 0x7fff
    }
    let symbols = try section(".dynsym").map(symbols) ?? []
    // A library could find an exported name in the program instead of another library's; Swift's
    // are in no other.
    lines += symbols.enumerated().compactMap { index, symbol in
      let name = string(at: symbol.name)
      guard symbol.section == 0 else { return name.hasPrefix("$s") ? nil : "exported name \(name)" }
      let version = numbers.indices.contains(index) ? versions[numbers[index]] : nil
      return "name \(name) of version \(version?.map(\.0) ?? [])"
    }.sorted()
    return lines
  }
}
