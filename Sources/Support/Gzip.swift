import CZlib

/// Compressed bytes in the format gzip (RFC 1952).
package enum Gzip {
  /// Compresses bytes; the same bytes always give the same result, without a time or a name.
  ///
  /// - Returns: `nil` if there is no memory.
  package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 15 bits of window, and 16 for the header of gzip.
    guard
      deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let count = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target -> Int? in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        // The bound is enough for one call.
        return deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : nil
      }
    }
    guard let count else { return nil }
    output.removeLast(output.count - count)
    return output
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
