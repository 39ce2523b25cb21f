import Foundation

/// A PostgreSQL server of the tests: on loopback, with its files in a folder that is removed.
final class PostgreSQLServer: Sendable {
  /// Debian's folders of the programs, the newest version first.
  private static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap(Int.init).sorted(by: >).map { "\(root)/\($0)/bin" }.first {
      FileManager.default.isExecutableFile(atPath: $0 + "/initdb")
    }
  }()

  static var isInstalled: Bool { programs != nil }

  private let folder: String
  private let port: Int
  private let programs: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/mappressure-pg-" + UUID().uuidString
    port = Int.random(in: 40_000...60_000)
    guard let programs = Self.programs else { throw CocoaError(.fileNoSuchFile) }
    self.programs = programs
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // The server refuses to run as root.
    if getuid() == 0 { try run("chown postgres \(folder)", asOwner: false) }
    try run("\(programs)/initdb -D \(folder)/data -A trust -E UTF8 --locale=C -N")
    try run(
      "\(programs)/pg_ctl -D \(folder)/data -l \(folder)/log -w start -o "
        + "'-p \(port) -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off'")
  }

  deinit {
    try? run("\(programs)/pg_ctl -D \(folder)/data -m immediate -w stop")
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Makes a database and returns its address.
  func database() throws -> String {
    let name = "d" + UUID().uuidString.lowercased().filter { $0 != "-" }
    try run("\(programs)/createdb -h 127.0.0.1 -p \(port) \(name)")
    let user = getuid() == 0 ? "postgres" : NSUserName()
    return "postgres://\(user)@127.0.0.1:\(port)/\(name)"
  }

  /// Ends all connections, as an administrator or a restart does.
  func endConnections() throws {
    try run("\(programs)/pg_ctl -D \(folder)/data -m fast -w restart")
  }

  private func run(_ command: String, asOwner: Bool = true) throws {
    let isRoot = getuid() == 0 && asOwner
    let quiet = "cd / && { \(command); } >/dev/null 2>&1"
    let arguments =
      isRoot ? ["/bin/su", "postgres", "-s", "/bin/sh", "-c", quiet] : ["/bin/sh", "-c", quiet]
    // Not Foundation's Process: it waits for all that the process leaves behind, as the server.
    var child: pid_t = 0
    let pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    guard posix_spawn(&child, arguments[0], nil, nil, pointers, environ) == 0 else {
      throw CocoaError(.executableLoad)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw CocoaError(.executableLoad, userInfo: [NSDebugDescriptionErrorKey: command])
    }
  }
}
