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
}
