import Foundation

/// Keeps the numbers of the standard streams for the standard streams.
enum ClosedStreams {
  /// Opens those that are closed: the next file that is opened would else be one of them, and take
  /// what is printed.
  ///
  /// Each is opened for the direction that it is not used in, so that it still cannot be read or
  /// written (`EBADF`), and a command that prints knows that it was closed.
  static func reserve() {
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) == -1 && errno == EBADF {
      // The lowest number that is free is this one's, as those below it are open by now.
      _ = open("/dev/null", mode)
    }
  }
}
