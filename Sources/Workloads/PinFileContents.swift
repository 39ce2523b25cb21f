import PinData
import Synchronization

/// The pins of a file, read when they are first asked for and then kept: a scenario's size, its
/// warm-up and its trial all need them.
///
/// Safe to use from several threads.
package final class PinFileContents: Sendable {
  package let path: String
  private let pins = Mutex<PinSet?>(nil)

  package init(path: String) {
    self.path = path
  }

  package func read() throws(DataFileError) -> PinSet {
    if let pins = pins.withLock({ $0 }) { return pins }
    let read = try PinFile.read(path: path)
    pins.withLock { $0 = read }
    return read
  }
}
