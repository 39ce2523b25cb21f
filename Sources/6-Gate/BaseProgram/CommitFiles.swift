import Foundation
import Support

/// The files of a base's commit and of its submodules, in a checkout of it, by their paths from the
/// top of the repository.
///
/// Links lead where they lead in the checkout: in the working folder they may lead to another file.
struct CommitFiles: Sendable {
  private let commit: String
  /// The checkout's folder, without links.
  private let folder: String
  private let repository: Repository

  init(of commit: String, in checkout: String, repository: Repository) {
    self.commit = commit
    folder = RealPath.find(checkout) ?? checkout
    self.repository = repository
  }

  /// Returns the path, without links, of the file or folder at a place; `nil` if the commit has none.
  ///
  /// Throws if the commit does not have what is there, as for a link that leads out of the
  /// repository.
  func path(at place: String) throws(CommitFilesError) -> String? {
    var path = folder
    for name in place.split(separator: "/") {
      let next = path + "/" + name
      guard let real = RealPath.find(next) else {
        // A link that leads nowhere in the checkout leads to another place from there.
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: next)
        guard target == nil else { throw .outside(place) }
        try checkFolder(path)
        return nil
      }
      guard (real + "/").hasPrefix(folder + "/") else { throw .outside(place) }
      path = real
    }
    return path
  }

  /// Returns the names in the folder at a place, in order; none if the commit has no such folder.
  func names(in place: String) throws(CommitFilesError) -> [String] {
    guard let path = try path(at: place) else { return [] }
    try checkFolder(path)
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Throws if a folder is empty, as in git only submodules have empty folders.
  private func checkFolder(_ path: String) throws(CommitFilesError) {
    let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    if let names, names.isEmpty {
      throw .submoduleIsMissing(String(path.dropFirst(folder.count + 1)))
    }
  }

  /// Returns whether a file has the same contents as another one in the checkout.
  func isSame(_ own: String, as file: String) async throws -> Bool {
    if try Self.digest(of: own) == Self.digest(of: file) { return true }
    // Git knows what filters have made of the same file.
    guard let real = RealPath.find(file),
      real == repository.path + own.dropFirst(folder.count)
    else { return false }
    let place = URL(fileURLWithPath: real).deletingLastPathComponent().path
    guard let tree = try? await Repository(around: place).path,
      let commit = await commit(of: tree.dropFirst(repository.path.count + 1)),
      let changed = try? await ExternalCommand.list(
        ["--literal-pathspecs"] + Repository.differences + [commit, "--", real], in: tree)
    else { return false }
    return changed.isEmpty
  }

  private static func digest(of path: String) throws(BaseBuildError) -> SHA256Digest {
    do {
      return try SHA256Digest(ofFileAt: path)
    } catch {
      throw .fault("cannot read \(path): \(error)")
    }
  }

  /// Returns the commit of a submodule, or of the repository itself; `nil` if it is not known.
  private func commit(of submodule: Substring) async -> String? {
    guard !submodule.isEmpty else { return commit }
    return try? await ExternalCommand.git(
      ["rev-parse", "--verify", "\(commit):\(submodule)"], in: repository.path
    ).output()
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

/// The reason why a commit does not show what is at a path.
struct CommitFilesError: Error, Hashable, CustomStringConvertible {
  let description: String

  /// The path, or a link on its way, leads out of the repository.
  static func outside(_ path: String) -> Self {
    Self(
      description:
        "expected \(path) in the repository, found it outside, where no commit has it; "
        + "move it into the repository, and commit it")
  }

  static func missing(_ path: String) -> Self {
    Self(description: "expected \(path) in the base's commit, found none; commit the file")
  }

  /// The checkout does not have the files of a submodule.
  static func submoduleIsMissing(_ path: String) -> Self {
    Self(
      description:
        "expected the files of the submodule \(path), found none in the checkout of the base; "
        + "commit a .gitmodules with which git submodule update --init checks it out")
  }
}
