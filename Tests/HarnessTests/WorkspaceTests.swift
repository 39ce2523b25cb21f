import Foundation
import Harness
import TestSupport
import Testing

/// The temporary folders of processes that live, and of those that do not.
@Suite struct WorkspaceTests {
  private let base: TemporaryFolder

  init() throws { base = try TemporaryFolder() }

  /// A folder as a process leaves it that was killed.
  private func abandoned(_ name: String = "mappressure-" + UUID().uuidString) throws -> String {
    _ = try base.makeFolder(name + "/trial")
    try base.write("pins", to: name + "/trial/data")
    try base.write("", to: name + "/.lock")
    return name
  }

  @Test func foldersOfDeadProcessesAreRemoved() throws {
    _ = try abandoned()
    _ = try abandoned()
    Workspace.removeAbandoned(in: base.path)
    #expect(try base.names() == [])
  }

  @Test func aLivingProcesssFolderStays() throws {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let folder = URL(fileURLWithPath: workspace.path).deletingLastPathComponent().path
    let lock = workspace.path + "/.lock"
    #expect(FileManager.default.fileExists(atPath: lock))
    Workspace.removeAbandoned(in: folder)
    #expect(FileManager.default.fileExists(atPath: lock))
  }

  @Test func onlyItsUserMayReadIt() throws {
    let workspace = try Workspace()
    defer { workspace.remove() }
    var status = stat()
    #expect(stat(workspace.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  /// Folders that are made while others look for abandoned ones: none is taken from its maker.
  @Test func noFolderIsTakenFromItsMaker() async throws {
    let folder = URL(fileURLWithPath: try temporaryFolder()).deletingLastPathComponent().path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for _ in 0..<100 {
            if task.isMultiple(of: 2) {
              let workspace = try Workspace()
              defer { workspace.remove() }
              usleep(500)
              #expect(FileManager.default.fileExists(atPath: workspace.path + "/.lock"))
            } else {
              Workspace.removeAbandoned(in: folder)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func temporaryFolder() throws -> String {
    let workspace = try Workspace()
    defer { workspace.remove() }
    return workspace.path
  }

  @Test func whatIsNoWorkspaceStays() throws {
    let names = ["mappressure", "mappressure-notes", "mappressure-" + UUID().uuidString + "x", "x"]
    for name in names { _ = try abandoned(name) }
    // Without a lock file, or with something else of its name.
    let bare = "mappressure-" + UUID().uuidString
    _ = try base.makeFolder(bare)
    let folder = "mappressure-" + UUID().uuidString
    _ = try base.makeFolder(folder + "/.lock")
    let pipe = "mappressure-" + UUID().uuidString
    _ = try base.makeFolder(pipe)
    mkfifo(base.file(pipe + "/.lock"), 0o600)
    try base.write("", to: "mappressure-" + UUID().uuidString)
    let before = try base.names()
    Workspace.removeAbandoned(in: base.path)
    #expect(try base.names() == before)
  }

  @Test func noLinkIsFollowed() throws {
    let target = try abandoned("another one")
    try FileManager.default.createSymbolicLink(
      atPath: base.file("mappressure-" + UUID().uuidString),
      withDestinationPath: base.file(target))
    // A link within a folder that is removed leads to what stays.
    let name = try abandoned()
    try FileManager.default.createSymbolicLink(
      atPath: base.file(name + "/trial/link"), withDestinationPath: base.file(target))
    Workspace.removeAbandoned(in: base.path)
    #expect(try base.names().count == 2)
    #expect(try base.read(target + "/trial/data") == "pins")
  }
}
