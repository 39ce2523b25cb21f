import CZlib

/// The reason why a file in the format gzip (RFC 1952) cannot be unpacked.
package enum GzipFault: String, Error, Hashable, Sendable, CaseIterable {
  /// A member has no valid header, for example because other bytes follow the compressed ones.
  case header = "bytes that are not the start of a gzip member"
  /// The compressed data breaks the rules of its format.
  case data = "compressed data that is damaged"
  /// The checksum of the unpacked bytes is not the stored one.
  case checksum = "data that does not match the stored checksum"
  /// The number of the unpacked bytes is not the stored one.
  case length = "data that does not match the stored length"
  /// The file ends within a member.
  case truncated = "a file that ends within the compressed data"
  /// There is no memory for the tables.
  case memory = "too little memory to unpack it"
}

/// Unpacks a file in the format gzip, piece by piece; its members may follow one another.
///
/// A class, because zlib's state refers to the place in memory where it is.
final class GzipInflater {
  /// The first bytes of a file in this format.
  static let magic: [UInt8] = [0x1F, 0x8B]

  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8]
  /// The part of the input that is not unpacked yet.
  private var rest: Range<Int>
  private var isBetweenMembers = false
  /// The number of compressed bytes taken so far.
  private(set) var inputCount: Int

  /// - Parameter start: the first bytes of the file, which were read already.
  init(start: [UInt8]) throws(Problem) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    input = start
    rest = 0..<start.count
    inputCount = start.count
    // 15 bits of window, and 16 for the header of gzip.
    let code = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw .damagedCompression(.memory) }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Fills the output with unpacked bytes and returns their number, which is smaller than the
  /// output only at the end of the file.
  ///
  /// - Parameter read: reads more of the file; returns 0 at its end.
  func fill(
    _ output: inout [UInt8],
    read: (inout [UInt8]) throws(Problem) -> Int
  ) throws(Problem) -> Int {
    var filled = 0
    while filled < output.count {
      if rest.isEmpty {
        rest = 0..<(try read(&input))
        inputCount += rest.count
        guard !rest.isEmpty else {
          guard isBetweenMembers else { throw .damagedCompression(.truncated) }
          return filled
        }
      }
      if isBetweenMembers {
        // Files on tapes are filled up with zeros.
        rest = (input[rest].firstIndex { $0 != 0 } ?? rest.upperBound)..<rest.upperBound
        if rest.isEmpty { continue }
        inflateReset(stream)
        isBetweenMembers = false
      }
      filled += try inflateOnce(into: &output, from: filled)
    }
    return filled
  }

  /// Unpacks as much of the input as there is or as the output holds.
  private func inflateOnce(into output: inout [UInt8], from start: Int) throws(Problem) -> Int {
    let (code, unread, unfilled) = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        let source = UnsafeMutableBufferPointer(rebasing: source[rest])
        let target = UnsafeMutableBufferPointer(rebasing: target[start...])
        stream.pointee.next_in = source.baseAddress
        stream.pointee.avail_in = UInt32(source.count)
        stream.pointee.next_out = target.baseAddress
        stream.pointee.avail_out = UInt32(target.count)
        let code = inflate(stream, Z_NO_FLUSH)
        return (code, Int(stream.pointee.avail_in), Int(stream.pointee.avail_out))
      }
    }
    rest = (rest.upperBound - unread)..<rest.upperBound
    switch code {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: isBetweenMembers = true
    case Z_MEM_ERROR: throw .damagedCompression(.memory)
    default: throw .damagedCompression(fault)
    }
    return output.count - start - unfilled
  }

  /// The fault by zlib's message.
  private var fault: GzipFault {
    guard let message = stream.pointee.msg.map({ String(cString: $0) }) else { return .data }
    if message.contains("data check") { return .checksum }
    if message.contains("length check") { return .length }
    return message.contains("header") || message.contains("compression method") ? .header : .data
  }
}
