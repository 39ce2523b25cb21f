import CZlib

/// Compressed bytes in the format gzip (RFC 1952).
package enum Gzip {
  /// The time that is spent for a shorter result.
  package enum Level: Int32 {
    /// For an answer that is compressed while its client waits: a third of the time, and a tenth
    /// longer.
    case fast = 3
    /// For a file that is written once.
    case smallest = 9
  }

  /// Compresses bytes; the same bytes always give the same result, without a time or a name.
  ///
  /// - Returns: `nil` if there is no memory.
  package static func compressed(_ bytes: [UInt8], level: Level = .smallest) -> [UInt8]? {
    GzipCompressor(level: level)?.deflate(bytes, Z_FINISH)
  }

  /// Returns the content of compressed bytes; `nil` if they are damaged, or if the content is larger
  /// than a limit.
  package static func decompressed(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    return input.withUnsafeMutableBufferPointer { source -> [UInt8]? in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      while true {
        let (status, count) = piece.withUnsafeMutableBufferPointer { target -> (Int32, Int) in
          stream.next_out = target.baseAddress
          stream.avail_out = UInt32(target.count)
          let status = inflate(&stream, Z_NO_FLUSH)
          return (status, target.count - Int(stream.avail_out))
        }
        output += piece[..<count]
        guard output.count <= limit else { return nil }
        if status == Z_STREAM_END { return output }
        // Input that ends early makes no progress.
        guard status == Z_OK, count > 0 || stream.avail_in > 0 else { return nil }
      }
    }
  }
}

/// Compresses bytes that come in parts into one gzip file.
///
/// Used by one thread at a time.
package final class GzipCompressor {
  /// zlib keeps the address.
  private let stream: UnsafeMutablePointer<z_stream>

  /// - Returns: `nil` if there is no memory.
  package init?(level: Gzip.Level) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 bits of window, and 16 for the header of gzip.
    let code = deflateInit2_(
      stream, level.rawValue, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Returns the compressed bytes that are ready, which may be none.
  package func compressed(_ bytes: [UInt8]) -> [UInt8] { deflate(bytes, Z_NO_FLUSH) }

  /// Returns the last compressed bytes.
  package func finished() -> [UInt8] { deflate([], Z_FINISH) }

  fileprivate func deflate(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
    var input = bytes
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    input.withUnsafeMutableBufferPointer { source in
      stream.pointee.next_in = source.baseAddress
      stream.pointee.avail_in = UInt32(source.count)
      var isDone = false
      while !isDone {
        let count = piece.withUnsafeMutableBufferPointer { target in
          stream.pointee.next_out = target.baseAddress
          stream.pointee.avail_out = UInt32(target.count)
          _ = CZlib.deflate(stream, flush)
          return target.count - Int(stream.pointee.avail_out)
        }
        output += piece[..<count]
        // Space that is left over means that there is nothing more.
        isDone = stream.pointee.avail_out > 0
      }
    }
    return output
  }
}
