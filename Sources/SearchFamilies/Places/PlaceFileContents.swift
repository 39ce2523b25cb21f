import PinData
import Synchronization
import Workloads
import YAMLReading

/// The places of a file, read when they are first asked for and then kept.
///
/// Safe to use from several threads.
final class PlaceFileContents: Sendable {
  let path: String
  private let places = Mutex<PlaceSet?>(nil)

  init(path: String) {
    self.path = path
  }

  func read() throws(InputError) -> PlaceSet {
    if let places = places.withLock({ $0 }) { return places }
    let read: PlaceSet
    do {
      read = try PlaceFile.read(path: path)
    } catch {
      throw InputError(error)
    }
    places.withLock { $0 = read }
    return read
  }
}
