import Foundation

/// The Swift files that the targets of an Xcode project compile. A file next to them, such as an
/// old copy, is in no app.
struct XcodeProject {
  /// The folder that the project is in.
  let folder: String
  private var built: Set<String> = []
  /// Folders all of whose files are built.
  private var roots: [String] = []

  /// An object of the project's file: a group or a file.
  private struct Object {
    var kind = ""
    var path = ""
    var children: [Substring] = []
  }

  /// Reads `NAME.xcodeproj/project.pbxproj`; `nil` if that is not possible.
  init?(_ path: String) {
    guard let data = FileManager.default.contents(atPath: path + "/project.pbxproj") else {
      return nil
    }
    folder = (path as NSString).deletingLastPathComponent
    var objects: [Substring: Object] = [:]
    var sources: [Substring] = []
    var current: (name: Substring, object: Object)?
    for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.drop { $0.isWhitespace }
      let name = line.prefix { !$0.isWhitespace && $0 != "," && $0 != ";" }
      if line.contains("isa = PBXBuildFile") {
        if line.contains(" in Sources"), let file = Self.value("fileRef", in: line) {
          sources.append(file)
        }
      } else if line.contains("isa = PBXFileReference") {
        objects[name] = Object(kind: "file", path: String(Self.value("path", in: line) ?? ""))
      } else if line.hasSuffix("= {") {
        current = (name, Object())
      } else if line.hasPrefix("};"), let (name, object) = current {
        if object.kind.hasSuffix("Group") { objects[name] = object }
        current = nil
      } else if line.hasSuffix(","), line.contains("/*") {
        current?.object.children.append(name)
      } else if line.hasPrefix("isa = ") {
        current?.object.kind = String(Self.value("isa", in: line) ?? "")
      } else if line.hasPrefix("path = ") {
        current?.object.path = String(Self.value("path", in: line) ?? "")
      }
    }
    let parents = objects.flatMap { name, object in object.children.map { ($0, name) } }
    let parent = Dictionary(parents) { first, _ in first }
    func location(_ name: Substring) -> String {
      var parts: [String] = []
      var (rest, depth): (Substring?, Int) = (name, 0)
      while let name = rest, depth < 50 {
        if let path = objects[name]?.path, !path.isEmpty { parts.append(path) }
        (rest, depth) = (parent[name], depth + 1)
      }
      return ([folder] + parts.reversed()).joined(separator: "/")
    }
    built = Set(sources.map(location))
    roots = objects.filter { $0.value.kind == "PBXFileSystemSynchronizedRootGroup" }
      .map { location($0.key) + "/" }
  }

  /// The value of a key, without quotes.
  private static func value(_ key: String, in line: Substring) -> Substring? {
    guard let place = line.range(of: key + " = ") else { return nil }
    let rest = line[place.upperBound...]
    if rest.hasPrefix("\"") { return rest.dropFirst().prefix { $0 != "\"" } }
    return rest.prefix { $0 != ";" && $0 != " " }
  }

  /// The files that no target compiles; none if the project's file explains only a few.
  func unused(of files: [String]) -> [String] {
    let own = files.filter { $0.hasPrefix(folder + "/") }
    let unused = own.filter { file in
      !built.contains(file) && !roots.contains(where: file.hasPrefix)
        && !isInPackage(file)
    }
    return unused.count * 2 < own.count ? unused : []
  }

  private func isInPackage(_ file: String) -> Bool {
    var place = (file as NSString).deletingLastPathComponent
    while place.count > folder.count {
      if FileManager.default.fileExists(atPath: place + "/Package.swift") { return true }
      place = (place as NSString).deletingLastPathComponent
    }
    return false
  }
}
