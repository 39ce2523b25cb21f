import Foundation
import Synchronization

/// A stream of lines that nothing waits for: a thread of its own writes them. If there is no space
/// for a line, or the stream does not take it, it is lost, and the next line says how many were.
///
/// The server continues if the reader is gone or reads no more, or if the disk is full. The system
/// says that a stream can be written, but not how much it takes at once, so only a thread that may
/// wait writes.
final class LogStream: Sendable {
  private struct Counts {
    var waitingBytes = 0
    var lost = 0
  }

  private let descriptor: Int32
  private let counts = Mutex(Counts())
  private let queue = DispatchQueue(label: "log")
  /// The bytes of the lines that wait, to a line.
  private static let maxWaitingBytes = 1 << 20

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Takes a line to write.
  ///
  /// - Parameter note: the line that says how many were lost before it.
  func write(_ line: String, note: (Int) -> String? = { _ in nil }) {
    counts.withLock { current in
      guard current.waitingBytes < Self.maxWaitingBytes else {
        current.lost += 1
        return
      }
      let lost = current.lost
      let before = lost > 0 ? note(lost).map { $0 + "\n" } ?? "" : ""
      let text = Array((before + line + "\n").utf8)
      current.lost = 0
      current.waitingBytes += text.count
      queue.async {
        let isWritten = self.send(text)
        self.counts.withLock { current in
          current.waitingBytes -= text.count
          if !isWritten { current.lost += lost + 1 }
        }
      }
    }
  }

  /// Waits for the lines to be written, at most a second: before the process ends.
  func flush() {
    let end = DispatchSemaphore(value: 0)
    queue.async { end.signal() }
    _ = end.wait(timeout: .now() + 1)
  }

  private func send(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch count < 0 ? errno : EIO {
      case EINTR: continue
      // Another process that shares the descriptor may have set O_NONBLOCK.
      case EAGAIN:
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      default: return false
      }
    }
    return true
  }
}
