import Support
import Synchronization

/// All pins of a store as one collection of features, which is made while it is sent.
///
/// The pins are read by pages in the order of their places: of changes meanwhile it has those in
/// pages that were not read yet. A pin that moves from one to the other is missing or there twice.
public struct AllPinsBody: Sendable {
  let store: any PinStore
  let pageSize: Int
  let lengths: BodyLengths
  /// Indicates whether this is the bytes of a gzip file.
  var isCompressed = false

  /// The number of bytes: O(n) once for each version of the store.
  public func length() throws -> Int { try lengths.length(of: self) }

  /// Returns the parts from the beginning.
  public func parts() throws -> Parts { try Parts(self) }

  /// The parts of the body, one after the other.
  ///
  /// Used by one thread at a time.
  public final class Parts {
    private let body: AllPinsBody
    private let compressor: GzipCompressor?
    private var cursor: PinCursor?
    private var isFirst = true
    private var isDone = false
    /// The rows that were read until now.
    public private(set) var rowsRead = 0

    fileprivate init(_ body: AllPinsBody) throws {
      self.body = body
      compressor = body.isCompressed ? GzipCompressor(level: .fast) : nil
      if body.isCompressed, compressor == nil { throw PinServiceError.outOfMemory }
    }

    /// The next bytes, which may be none; `nil` after the last.
    public func next() throws -> [UInt8]? {
      guard !isDone else { return nil }
      let page = try body.store.pins(in: .world, after: cursor, limit: body.pageSize)
      rowsRead += page.rowsRead
      var json = JSONWriter(capacity: 100 + 120 * page.pins.count)
      if isFirst { json.literal("{\"type\":\"FeatureCollection\",\"features\":[") }
      for pin in page.pins {
        json.literal(isFirst ? "\n" : ",\n")
        isFirst = false
        json.feature(pin)
      }
      isFirst = false
      cursor = page.next
      isDone = cursor == nil
      if isDone { json.literal("\n]}\n") }
      guard let compressor else { return json.bytes }
      return compressor.compressed(json.bytes) + (isDone ? compressor.finished() : [])
    }
  }
}

/// A failure of the service itself.
public enum PinServiceError: Error, Hashable, Sendable {
  /// There is no memory for an answer.
  case outOfMemory
}

/// The lengths of all pins as bodies, by whether they are compressed, at one version of the store.
final class BodyLengths: Sendable {
  private let known = Mutex<(version: Int64, lengths: [Bool: Int])>((-1, [:]))

  /// Makes a body and throws it away, once: clients that ask for its head again and again would keep
  /// the server from its work.
  func length(of body: AllPinsBody) throws -> Int {
    let version = try body.store.state().version
    return try known.withLock { known in
      if known.version != version { known = (version, [:]) }
      if let length = known.lengths[body.isCompressed] { return length }
      let parts = try body.parts()
      var length = 0
      while let part = try parts.next() { length += part.count }
      known.lengths[body.isCompressed] = length
      return length
    }
  }
}
