import Foundation
import Harness
import Support

/// A file of runs, one in a line, to which lines are only added.
package struct HistoryFile: Sendable {
  /// The runs, in the order of the file.
  package private(set) var lines: [HistoryLine] = []
  /// A warning for each line that was skipped, with its number.
  package private(set) var warnings: [String] = []
  /// Indicates whether the last line has no end, as an interrupted process leaves it.
  private var isOpen = false

  /// Reads a file, which need not exist yet.
  ///
  /// A line of another version, and one that is not whole, is skipped with a warning.
  package init(path: String) throws(FinishedRunError) {
    let data: Data
    do throws(RegularFile.Failure) {
      data = try RegularFile.read(path)
    } catch {
      if error == .missing { return }
      throw FinishedRunError("cannot read the history \(path): \(error)")
    }
    isOpen = data.last.map { $0 != UInt8(ascii: "\n") } ?? false
    let parts = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() where !part.isEmpty {
      do {
        lines.append(try JSONDecoder().decode(HistoryLine.self, from: part))
      } catch {
        let reason = DecodingFault.reason(error)
        warnings.append("line \(index + 1) of \(path) is not a run and is skipped: \(reason)")
      }
    }
  }

  /// Adds a line at the end of a file, which is created if there is none.
  ///
  /// Several processes may add at once: each waits for the lock of the one before, and a line is
  /// whole even on a file system without locks, because it is appended by one write.
  ///
  /// - Throws: an error if the file has the run already: one of the same moment, or with the same
  ///   numbers, as of a copied folder; and if another process keeps the lock for longer than `limit`.
  package static func add(
    _ line: HistoryLine, to path: String, waiting limit: Duration = .seconds(60)
  ) throws {
    func fault(_ code: Int32) -> FinishedRunError {
      FinishedRunError("cannot write the history \(path): \(String(cString: strerror(code)))")
    }
    let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
    guard descriptor >= 0 else { throw fault(errno) }
    defer { close(descriptor) }
    let end = ContinuousClock.now + limit
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard [EWOULDBLOCK, EINTR].contains(errno) else { break }
      guard ContinuousClock.now < end else {
        throw FinishedRunError(
          "cannot write the history \(path): another process has it locked for "
            + "\(limit.components.seconds) s; end it, or try again later")
      }
      usleep(10_000)
    }
    let earlier = try HistoryFile(path: path)
    for known in earlier.lines
    where known.commit == line.commit && known.provenance == line.provenance
      && (known.time == line.time || known.cases == line.cases)
    {
      throw FinishedRunError("\(path) has this run already, added with the time \(known.time)")
    }
    let text = String(decoding: try JSONEncoder.results.encode(line), as: UTF8.self) + "\n"
    let bytes = Array(((earlier.isOpen ? "\n" : "") + text).utf8)
    let written = write(descriptor, bytes, bytes.count)
    guard written == bytes.count else { throw fault(written < 0 ? errno : ENOSPC) }
  }
}
