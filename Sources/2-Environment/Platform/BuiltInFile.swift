import Support

/// A file that comes with MapPressure, whose parameters are in the sections of their groups.
///
/// The group and the dimension of a name are read from these files. So reading such a file must not
/// ask a name for them. The files are a part of the program, whose tests read them: a mistake in one
/// ends it with the mistake's text.
///
/// A section is parsed when one of its parameters is asked for: a case needs a few of them, and to
/// parse all takes as long as a short replay.
struct BuiltInFile: Sendable {
  let name: String
  let title: String
  /// The warning of a platform; empty for the environment.
  let warning: String
  let sections: [Section]

  // Read once in a process.
  static let simulator = BuiltInFile(
    PackageResources.iphone_simulator_yaml, file: "iphone-simulator.yaml")
  static let environment = BuiltInFile(PackageResources.environment_yaml, file: "environment.yaml")

  /// The places of all parameters in the sections of both files.
  fileprivate static let places = Dictionary(
    (simulator.sections + environment.sections).flatMap { section in
      section.names.enumerated().map { ($1, (section: section, index: $0)) }
    }
  ) { place, _ in
    fatalError("a parameter of \(place.section.group.rawValue) is in two built-in sections")
  }

  private init(_ bytes: [UInt8], file: String) {
    // The indentation of a line shows whether it is a section or a name.
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let start = lines.firstIndex { $0.elementsEqual("parameters:".utf8) } ?? lines.indices.last ?? 0
    let heads = lines.indices.dropFirst(start + 1).compactMap { index in
      Self.key(of: lines[index], indent: 2).flatMap(ProfileParameter.Group.init)
        .map { (line: index, group: $0) }
    }
    sections = zip(heads, heads.dropFirst().map(\.line) + [lines.endIndex]).map { head, end in
      let keys = lines[head.line..<end].compactMap { Self.key(of: $0, indent: 4) }
      let names = keys.compactMap(ProfileParameter.Name.init)
      let text = bytes[lines[head.line].startIndex..<lines[end - 1].endIndex]
      return Section(
        group: head.group, names: names,
        read: Lazy { Self.parameters(names, in: text, of: file, linesBefore: head.line) })
    }
    do {
      let head = String(decoding: bytes[..<lines[start].startIndex], as: UTF8.self)
      let profile = try YAMLDocument(text: head, file: file).root.mapping(
        keys: ["profile", "title", "warning"])
      name = try profile.value("profile").text()
      title = try profile.value("title").text()
      warning = try profile["warning"]?.text() ?? ""
    } catch {
      fatalError("\(error)")
    }
  }

  /// The key that a line begins with; `nil` for a comment, and for another indentation.
  private static func key(of line: ArraySlice<UInt8>, indent: Int) -> String? {
    let text = line.drop { $0 == UInt8(ascii: " ") }
    guard line.count - text.count == indent, text.first != UInt8(ascii: "#"),
      let end = text.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return String(decoding: text[..<end], as: UTF8.self)
  }

  /// The parameters of a section, in the order of their names.
  private static func parameters(
    _ names: [ProfileParameter.Name], in section: ArraySlice<UInt8>, of file: String,
    linesBefore: Int
  ) -> [ProfileParameter] {
    // With the lines before it, so that a mistake has its line.
    let text =
      String(repeating: "\n", count: linesBefore) + String(decoding: section, as: UTF8.self)
    do {
      let root = try YAMLDocument(text: text, file: file).root
      let entries = try ParameterEntry.all(in: root.mapping())
      guard Set(names) == Set(entries.keys) else {
        throw root.error(expected: "each parameter of a group indented by 4 spaces")
      }
      return try names.compactMap { name in
        try entries[name].map { try ProfileParameter(name: name, yaml: $0.value, dimension: nil) }
      }
    } catch {
      fatalError("\(error)")
    }
  }
}

extension BuiltInFile {
  /// The parameters of a group in a file.
  struct Section: Sendable {
    let group: ProfileParameter.Group
    /// The parameters, in the file's order.
    let names: [ProfileParameter.Name]
    fileprivate let read: Lazy<[ProfileParameter]>

    /// The parameters in the order of the names.
    var parameters: [ProfileParameter] { read.value }
  }
}

extension ProfileParameter.Name {
  /// The group in whose section of a built-in file the parameter is.
  var builtInGroup: ProfileParameter.Group { place.section.group }

  /// The parameter that comes with MapPressure.
  var builtIn: ProfileParameter {
    let (section, index) = place
    return section.parameters[index]
  }

  private var place: (section: BuiltInFile.Section, index: Int) {
    guard let place = BuiltInFile.places[self] else {
      fatalError("no section of a built-in file has the parameter \(rawValue)")
    }
    return place
  }
}
