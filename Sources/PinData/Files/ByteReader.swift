#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The bytes of a file, one after the other, through a buffer of fixed size: a file of any size
/// takes 128 KB of memory. Closes the file when it goes out of scope.
struct ByteReader: ~Copyable {
  private let descriptor: Int32
  private var buffer: [UInt8]
  /// The next byte's index in the buffer.
  private var position = 0
  /// The number of filled bytes of the buffer.
  private var end = 0
  private var bytesBeforeBuffer = 0

  /// The number of bytes consumed so far.
  var offset: Int { bytesBeforeBuffer + position }

  /// Opens a file and steps over a UTF-8 byte order mark.
  init(path: String) throws(DataFileError.Problem) {
    // O_NONBLOCK: refuses a pipe without a writer instead of waiting for it.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    buffer = [UInt8](repeating: 0, count: 128 * 1024)
    // Only now is everything initialized, so that throwing closes the file.
    guard descriptor >= 0 else { throw .lastSystemError }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .lastSystemError }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw .unreadable(reason: isFolder ? "Is a directory" : "it is not a regular file")
    }
    try refill()
    if buffer[..<end].starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The next byte, not consumed; `nil` at the end of the file.
  @inline(__always)
  mutating func peek() throws(DataFileError.Problem) -> UInt8? {
    if position == end {
      try refill()
      if end == 0 { return nil }
    }
    return buffer[position]
  }

  /// Consumes the next byte; `nil` at the end of the file.
  @inline(__always)
  mutating func next() throws(DataFileError.Problem) -> UInt8? {
    guard let byte = try peek() else { return nil }
    position += 1
    return byte
  }

  /// The rest of the current line, not consumed and without its end, as far as it is buffered.
  func bufferedLine() -> ArraySlice<UInt8> {
    buffer[position..<end].prefix { $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn }
  }

  private mutating func refill() throws(DataFileError.Problem) {
    bytesBeforeBuffer += end
    position = 0
    end = 0
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        end = count
        return
      }
      if errno != EINTR { throw .lastSystemError }
    }
  }
}

extension DataFileError.Problem {
  /// The operating system's reason for the call that just failed.
  fileprivate static var lastSystemError: Self {
    .unreadable(reason: String(cString: strerror(errno)))
  }
}

/// The bytes that text formats give a meaning to.
enum ASCII {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= zero && byte <= nine
  }

  static func isExponentMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
  }

  /// The text of bytes without the white space around it.
  static func trimmedText(_ bytes: ArraySlice<UInt8>) -> String {
    let start = bytes.firstIndex { $0 > space } ?? bytes.endIndex
    let end = bytes.lastIndex { $0 > space }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The name of a byte, or of the file's end, in an error message.
  static func name(of byte: UInt8?) -> String {
    guard let byte else { return "the end of the file" }
    if byte == lineFeed || byte == carriageReturn { return "the end of the line" }
    guard byte > space, byte < 0x7F else { return "byte 0x" + String(byte, radix: 16) }
    return "'" + String(UnicodeScalar(byte)) + "'"
  }
}

/// Reads decimal numbers from bytes, rounded correctly.
enum DecimalNumber {
  /// Returns the number that the bytes spell, or `nil` where they spell none.
  ///
  /// The usual coordinate takes the fast path: digits that fit a double's 53 bits, divided by a
  /// power of ten that a double holds exactly, give the correctly rounded result (Clinger, 1990).
  /// Everything else, "nan" and "inf" included, is left to the standard library.
  static func parse(_ bytes: ArraySlice<UInt8>) -> Double? {
    var digits: UInt64 = 0
    var digitCount = 0
    var fractionDigitCount = 0
    var hasPoint = false
    var index = bytes.startIndex
    let isNegative = bytes.first == ASCII.minus
    if isNegative { index += 1 }
    while index < bytes.endIndex {
      let byte = bytes[index]
      if ASCII.isDigit(byte) {
        // 19 digits always fit 64 bits; the limit below excludes longer numbers.
        if digitCount < 19 { digits = digits * 10 + UInt64(byte - ASCII.zero) }
        digitCount += 1
        if hasPoint { fractionDigitCount += 1 }
      } else if byte == ASCII.point, !hasPoint {
        hasPoint = true
      } else {
        return standardLibraryValue(bytes)
      }
      index += 1
    }
    guard digitCount > 0, digitCount <= 19, digits <= 1 << 53,
      fractionDigitCount < exactPowersOfTen.count
    else {
      return standardLibraryValue(bytes)
    }
    let magnitude = Double(digits) / exactPowersOfTen[fractionDigitCount]
    return isNegative ? -magnitude : magnitude
  }

  private static func standardLibraryValue(_ bytes: ArraySlice<UInt8>) -> Double? {
    Double(String(decoding: bytes, as: UTF8.self))
  }

  /// The powers of ten that a double holds exactly.
  private static let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
