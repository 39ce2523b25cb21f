/// The hash of words by which the index finds them: FNV-1a in 64 bits, the same on every machine.
enum IndexHash {
  /// Returns the hash of some words in order.
  static func of(_ words: some Sequence<String>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for word in words {
      for byte in word.utf8 { add(byte) }
      // No UTF-8 text contains this separator, so that two words cannot run together.
      add(0xFF)
    }
    return hash
  }
}
