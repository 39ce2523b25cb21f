import Foundation

/// The files of a commit, and of the commits of its submodules, by their paths from the top of the
/// repository.
///
/// Links lead where they led in the commit: in the working folder they may lead to another file.
struct CommitFiles: Sendable {
  /// A file, a link or a submodule of a commit.
  struct File: Hashable, Sendable {
    /// The path from the top of the repository, without links.
    fileprivate let place: String
    fileprivate let mode: String
    fileprivate let object: String
    fileprivate let tree: Tree

    fileprivate var isLink: Bool { mode == "120000" }
    fileprivate var isSubmodule: Bool { mode == "160000" }
  }

  /// The commit of the repository, or of a submodule.
  fileprivate struct Tree: Hashable, Sendable {
    let commit: String
    /// The top of its working folder.
    let folder: String
    /// The folder's place in the repository: empty, or with a slash at its end.
    let prefix: String
  }

  /// What a path leads to.
  private enum End {
    case file(File)
    /// A folder, by its path without links.
    case folder(String)
    case nothing
  }

  private let top: String
  /// By their places.
  private var entries: [String: File] = [:]

  /// Lists the files of a commit; those of a submodule when a path leads into it.
  ///
  /// - Parameter repository: the top of the working folder.
  init(of commit: String, in repository: String) async throws {
    top = repository
    try await add(Tree(commit: commit, folder: repository, prefix: ""))
  }

  /// Returns the file that a path leads to; `nil` where the commit has none.
  ///
  /// Throws where the commit does not know it, as for a link that leads out of the repository.
  mutating func file(at path: String) async throws -> File? {
    guard case .file(let file) = try await end(of: path) else { return nil }
    return file
  }

  /// Returns the names in the folder that a path leads to, in order, without those of folders; none
  /// where the commit has no such folder.
  mutating func names(in path: String) async throws -> [String] {
    guard case .folder(let folder) = try await end(of: path) else { return [] }
    let start = folder.isEmpty ? "" : folder + "/"
    return entries.keys.filter { $0.hasPrefix(start) }
      .map { String($0.dropFirst(start.count)) }
      .filter { !$0.contains("/") }.sorted()
  }

  /// Returns the text of a file, as the repository stores it.
  func text(of file: File) async throws -> String {
    try await ExternalCommand.git(["cat-file", "blob", file.object], in: file.tree.folder)
      .output { .unreadableCommit(file.tree.commit, reason: $0) }
  }

  private mutating func add(_ tree: Tree) async throws {
    let lines = try await ExternalCommand.list(
      ["ls-tree", "-r", "-z", "--full-tree", tree.commit], in: tree.folder
    ) { .unreadableCommit(tree.commit, reason: $0) }
    for line in lines {
      // The mode, the type and the object; a tab, and the path.
      let parts = line.split(separator: "\t", maxSplits: 1)
      let words = (parts.first ?? "").split(separator: " ")
      guard parts.count == 2, words.count == 3 else { continue }
      let place = tree.prefix + String(parts[1])
      entries[place] = File(
        place: place, mode: String(words[0]), object: String(words[2]), tree: tree)
    }
  }

  /// Follows a path name by name, as the system does in a working folder.
  private mutating func end(of path: String) async throws -> End {
    var rest = Self.names(path)[...]
    var names: [String] = []
    var links = 0
    while let name = rest.popFirst() {
      if name == "." { continue }
      guard name != ".." else {
        guard names.popLast() != nil else { throw CommitFilesError.outside(path) }
        continue
      }
      names.append(name)
      let place = names.joined(separator: "/")
      guard let entry = entries[place] else { continue }
      if entry.isSubmodule {
        try await open(entry)
      } else if entry.isLink {
        links += 1
        // The limit of the system, too.
        guard links <= 40 else { return .nothing }
        let target = try await text(of: entry)
        if target.hasPrefix("/") {
          guard target.hasPrefix(top + "/") else { throw CommitFilesError.outside(path) }
          names = []
          rest = (Self.names(String(target.dropFirst(top.count))) + rest)[...]
        } else {
          names.removeLast()
          rest = (Self.names(target) + rest)[...]
        }
      } else {
        guard rest.isEmpty else { return .nothing }
        return .file(entry)
      }
    }
    let folder = names.joined(separator: "/")
    let isThere = folder.isEmpty || entries.keys.contains { $0.hasPrefix(folder + "/") }
    return isThere ? .folder(folder) : .nothing
  }

  private static func names(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init)
  }

  /// Replaces a submodule by the files of its commit, which its checkout in the working folder
  /// knows.
  private mutating func open(_ submodule: File) async throws {
    let place = submodule.place
    let folder = top + "/" + place
    // In a folder without a checkout, git answers for the repository around it.
    let own = try? await Repository(around: folder)
    do {
      guard let own, own.prefix.isEmpty else {
        throw CommitFilesError(description: "it is not checked out")
      }
      try await add(Tree(commit: submodule.object, folder: folder, prefix: place + "/"))
    } catch {
      throw CommitFilesError(
        description:
          "expected the commit \(submodule.object.prefix(12)) of the submodule \(place), "
          + "found none (\(error)); check the submodule out with its history, as with git "
          + "submodule update --init and git fetch --unshallow")
    }
    entries[place] = nil
  }
}

extension CommitFiles.File {
  /// Returns `true` where a file of the working folder, or of another folder, has the same contents.
  func hasContents(of path: String) async throws -> Bool {
    let name = String(place.dropFirst(tree.prefix.count))
    if let folder = RealPath.find(tree.folder), RealPath.find(path) == folder + "/" + name {
      // Git knows what filters have made of it.
      return try await ExternalCommand.git(
        ["--literal-pathspecs"] + Repository.differences + [tree.commit, "--", name],
        in: tree.folder
      ).output { .unreadableCommit(tree.commit, reason: $0) }.isEmpty
    }
    return try await ExternalCommand.git(["hash-object", "--", path], in: tree.folder)
      .output { .fault("cannot read \(path): \($0)") } == object
  }
}

extension Repository {
  /// Returns the path of a file from the top of the repository, with the links and the steps upwards
  /// of its name, which may lead elsewhere in a commit; `nil` for a file outside.
  ///
  /// - Parameter file: the whole path.
  func place(of file: String) -> String? {
    guard let top = RealPath.find(path) else { return nil }
    let names = file.split(separator: "/")
    for count in 0...names.count {
      let start = "/" + names[..<count].joined(separator: "/")
      guard let real = RealPath.find(start), (real + "/").hasPrefix(top + "/") else { continue }
      let place = real.dropFirst(top.count).split(separator: "/") + names[count...]
      // A name may go out of the repository, and into it again.
      var depth = 0
      let staysInside = place.allSatisfy { name in
        depth += name == ".." ? -1 : name == "." ? 0 : 1
        return depth >= 0
      }
      if staysInside { return place.joined(separator: "/") }
    }
    return nil
  }
}

/// The place of a file after all links.
enum RealPath {
  /// Returns the place, as the system finds it; `nil` where nothing is there.
  static func find(_ path: String) -> String? {
    guard let place = realpath(path, nil) else { return nil }
    defer { free(place) }
    return String(cString: place)
  }
}

/// A reason why a commit does not tell what is at a path.
struct CommitFilesError: Error, Hashable, CustomStringConvertible {
  let description: String

  /// The path, or a link on its way, leads out of the repository.
  static func outside(_ path: String) -> Self {
    Self(
      description:
        "expected \(path) in the repository, found it outside, of which no commit tells; "
        + "move it into the repository, and commit it")
  }

  static func missing(_ path: String) -> Self {
    Self(description: "expected \(path) in the base's commit, found none; commit the file")
  }
}
