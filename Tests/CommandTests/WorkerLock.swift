import Foundation
import TestSupport

/// The lock that a waiting worker holds as long as its process lives.
struct WorkerLock {
  /// The worker's process identifier.
  let process: Int32
  private let path: String

  /// Waits for a worker to take its lock; `nil` where none does within five minutes.
  static func appearing(in project: TemporaryFolder) throws -> WorkerLock? {
    let end = Date(timeIntervalSinceNow: 300)
    while Date() < end {
      for name in try project.names() where name.hasPrefix("alive-") {
        let lock = WorkerLock(
          process: Int32(name.dropFirst("alive-".count)) ?? 0, path: project.path + "/" + name)
        if lock.isHeld { return lock }
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return nil
  }

  /// Indicates whether the process lives; a lock ends with the process, even before its parent
  /// waits for it.
  var isHeld: Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) != 0
  }

  /// Waits until the process has ended.
  func isReleased(within seconds: Double) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end {
      if !isHeld { return true }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return false
  }

  /// Ends the process if it still lives, so that a test that fails leaves none behind.
  func end() {
    if isHeld { kill(process, SIGKILL) }
  }
}
