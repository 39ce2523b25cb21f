/// Damages inputs as disks and editors do it, and as those do who look for a way in.
struct Mutator {
  /// Undamaged inputs.
  let seeds: [[UInt8]]
  /// Words that mean something in the format.
  let words: [[UInt8]]

  /// One of the seeds, damaged in one to three places.
  func input(using random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = seeds.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...3, using: &random) { damage(&bytes, using: &random) }
    return bytes
  }

  private func damage(_ bytes: inout [UInt8], using random: inout some RandomNumberGenerator) {
    guard let place = bytes.indices.randomElement(using: &random) else {
      bytes = words.randomElement(using: &random) ?? []
      return
    }
    let stretch = place..<min(bytes.count, place + Int.random(in: 1...40, using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes.removeSubrange(stretch)
    case 3: bytes.insert(contentsOf: bytes[stretch], at: stretch.upperBound)
    case 4: bytes.removeSubrange(place...)
    case 5: bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place)
    case 6: swap(Self.lines, in: &bytes, using: &random)
    case 7: duplicateLine(in: &bytes, using: &random)
    case 8: swap(Self.tokens, in: &bytes, using: &random)
    case 9: replaceToken(in: &bytes, by: words, using: &random)
    default: replaceToken(in: &bytes, by: Self.extremes, using: &random)
    }
  }

  /// Numbers at the end of what a type holds, or beyond it.
  private static let extremes: [[UInt8]] = [
    "0", "-0", "-1", "1e308", "-1e308", "1e400", "5e-324", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "18446744073709551616", "9007199254740993",
    "2147483648", "NaN", "Infinity", "0.30000000000000004", "1e-7", "00", "1_000",
  ].map { Array($0.utf8) }

  // MARK: - Parts of a text

  private static func lines(_ bytes: [UInt8]) -> [Range<Int>] {
    ranges(of: bytes) { $0 != UInt8(ascii: "\n") }
  }

  /// Names and numbers.
  private static func tokens(_ bytes: [UInt8]) -> [Range<Int>] {
    ranges(of: bytes) { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }

  private static func ranges(of bytes: [UInt8], where isInside: (UInt8) -> Bool) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      if isInside(byte) {
        start = start ?? index
      } else if let begun = start {
        ranges.append(begun..<index)
        start = nil
      }
    }
    if let start { ranges.append(start..<bytes.count) }
    return ranges
  }

  private func swap(
    _ parts: ([UInt8]) -> [Range<Int>], in bytes: inout [UInt8],
    using random: inout some RandomNumberGenerator
  ) {
    let ranges = parts(bytes)
    guard let one = ranges.randomElement(using: &random),
      let other = ranges.randomElement(using: &random), one != other
    else { return }
    let (first, second) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
    let (firstBytes, secondBytes) = (bytes[first], bytes[second])
    // From behind, so that the first range stays where it is.
    bytes.replaceSubrange(second, with: firstBytes)
    bytes.replaceSubrange(first, with: secondBytes)
  }

  private func duplicateLine(
    in bytes: inout [UInt8], using random: inout some RandomNumberGenerator
  ) {
    guard let line = Self.lines(bytes).randomElement(using: &random) else { return }
    bytes.insert(contentsOf: bytes[line] + [UInt8(ascii: "\n")], at: line.lowerBound)
  }

  private func replaceToken(
    in bytes: inout [UInt8], by replacements: [[UInt8]],
    using random: inout some RandomNumberGenerator
  ) {
    guard let token = Self.tokens(bytes).randomElement(using: &random),
      let replacement = replacements.randomElement(using: &random)
    else { return }
    bytes.replaceSubrange(token, with: replacement)
  }
}
