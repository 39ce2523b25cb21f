import Support

extension ServiceResponse {
  /// Bodies below this length are not compressed: a packet of a network has about as many bytes.
  private static let minCompressedLength = 1_000

  /// The answer as its client wants it: nothing if it has it already, compressed if it can take
  /// that.
  ///
  /// The entity tag is weak (RFC 9110, 8.8.1): it is that of the bytes before they are compressed.
  func forClient(of request: ServiceRequest) -> ServiceResponse {
    var response = self
    guard status == 200 else { return response }
    if !request.isChange, self[header: "Cache-Control"] == nil, case .bytes(let bytes) = body {
      let tag = "W/\"\(String(bytes.contentHash, radix: 36))\""
      response.headers.append(("ETag", tag))
      // A client may keep the answer, and asks each time whether it is still right.
      response.headers.append(("Cache-Control", "no-cache"))
      if let tags = request.ifNoneMatch, Self.matches(tags, tag) {
        response.status = 304
        response.contentType = nil
        response.body = .bytes([])
        response.headers.append(("Vary", "Accept-Encoding"))
        return response
      }
    }
    response.headers.append(("Vary", "Accept-Encoding"))
    guard Self.acceptsGzip(request.acceptEncoding) else { return response }
    switch body {
    case .bytes(let bytes):
      guard bytes.count >= Self.minCompressedLength,
        let compressed = Gzip.compressed(bytes, level: .fast)
      else { return response }
      response.body = .bytes(compressed)
    case .parts(var parts):
      parts.isCompressed = true
      response.body = .parts(parts)
    }
    response.headers.append(("Content-Encoding", "gzip"))
    return response
  }

  /// If-None-Match compares weakly (RFC 9110, 13.1.2).
  private static func matches(_ tags: String, _ tag: String) -> Bool {
    let opaque = tag.dropFirst(2)
    return tags.split(separator: ",").contains { element in
      let trimmed = element.drop { $0 == " " }.prefix { $0 != " " }
      return trimmed == "*" || trimmed == opaque || trimmed == tag
    }
  }

  /// Accept-Encoding names gzip without the weight 0 (RFC 9110, 12.5.3).
  private static func acceptsGzip(_ header: String?) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { element in
      let parts = element.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
      guard parts.first == "gzip" || parts.first == "*" else { return false }
      return !parts.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
    }
  }
}

extension [UInt8] {
  /// A hash of the bytes, the same on every machine of one byte order.
  fileprivate var contentHash: UInt64 {
    withUnsafeBytes { bytes in
      var state: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
      func combine(_ word: UInt64) {
        state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
        state ^= state >> 29
      }
      let words = bytes.count / 8
      for word in 0..<words {
        combine(bytes.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self))
      }
      for byte in bytes[(8 * words)...] { combine(UInt64(byte)) }
      return state
    }
  }
}
