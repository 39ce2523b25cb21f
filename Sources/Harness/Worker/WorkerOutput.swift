import Foundation

/// The worker's way to its coordinator: the standard output it was started with.
///
/// File descriptor 1 is pointed at the standard error stream, so that a strategy that prints does
/// not break the protocol.
struct WorkerOutput {
  private let handle: FileHandle

  init() throws {
    // Closed in whatever a strategy starts, so that the end of this process is the end of the line.
    let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  func send(_ reply: WorkerReply) throws {
    try handle.write(contentsOf: Data((try reply.line() + "\n").utf8))
  }
}
