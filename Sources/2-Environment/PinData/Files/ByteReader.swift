import Foundation

/// The bytes of a file, one after the other, through a buffer of fixed size: a file of any size
/// takes 128 KB of memory. Unpacks a file in the format gzip while it is read. Closes the file when
/// it goes out of scope.
struct ByteReader: ~Copyable {
  private let descriptor: Int32
  private let maxUnpackedSize: Int
  /// `nil` for a file that is not compressed.
  private var inflater: GzipInflater?
  private var buffer: [UInt8]
  /// The next byte's index in the buffer.
  private var position = 0
  /// The number of filled bytes of the buffer.
  private var end = 0
  private var bytesBeforeBuffer = 0
  /// The number of bytes of the file on the disk.
  private var fileSize = 0
  /// The number of bytes of the file on the disk that were read.
  private var fileOffset = 0

  /// The number of bytes consumed so far, of the unpacked ones where the file is compressed.
  var offset: Int { bytesBeforeBuffer + position }
  /// The part of the file on the disk that was read.
  var progress: PinFileProgress {
    PinFileProgress(done: fileOffset, total: fileSize, unit: .bytes)
  }
  /// Indicates whether this is a file in the format gzip.
  var isCompressed: Bool { inflater != nil }

  /// Opens a file and steps over a UTF-8 byte order mark.
  ///
  /// - Parameter maxUnpackedSize: more bytes of a compressed file are refused.
  init(path: String, maxUnpackedSize: Int = ReadingLimits().textSize) throws(Problem) {
    self.maxUnpackedSize = maxUnpackedSize
    // O_NONBLOCK: refuses a pipe without a writer instead of waiting for it.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    buffer = [UInt8](repeating: 0, count: 128 * 1024)
    // Only now is everything initialized, so that throwing closes the file.
    guard descriptor >= 0 else { throw .lastSystemError }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .lastSystemError }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .folder
    default: throw .unreadable(reason: "it is not a regular file")
    }
    fileSize = Int(status.st_size)
    try refill()
    if buffer[..<end].starts(with: GzipInflater.magic) {
      inflater = try GzipInflater(start: Array(buffer[..<end]))
      end = 0
      try refill()
    }
    if buffer[..<end].starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Reads bytes in memory.
  init(_ bytes: [UInt8]) {
    (descriptor, maxUnpackedSize, buffer) = (-1, 0, bytes)
    end = bytes.count
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The next byte, not consumed; `nil` at the end of the file.
  @inline(__always)
  mutating func peek() throws(Problem) -> UInt8? {
    if position == end {
      try refill()
      if end == 0 { return nil }
    }
    return buffer[position]
  }

  /// Consumes the next byte; `nil` at the end of the file.
  @inline(__always)
  mutating func next() throws(Problem) -> UInt8? {
    guard let byte = try peek() else { return nil }
    position += 1
    return byte
  }

  /// The rest of what is buffered, not consumed: at the beginning of a file all of it, or more than
  /// 100 KB.
  var buffered: ArraySlice<UInt8> { buffer[position..<end] }

  /// Passes all bytes that are left on, in pieces.
  mutating func forEachPiece(_ body: (ArraySlice<UInt8>) throws(Problem) -> Void) throws(Problem) {
    while try peek() != nil {
      try body(buffered)
      position = end
    }
  }

  private mutating func refill() throws(Problem) {
    bytesBeforeBuffer += end
    position = 0
    end = 0
    guard descriptor >= 0 else { return }
    guard let inflater else {
      end = try Self.read(descriptor, into: &buffer)
      fileOffset += end
      guard fileOffset <= fileSize else { throw .grown(from: fileSize) }
      return
    }
    end = try inflater.fill(&buffer) { [descriptor, fileSize] input throws(Problem) in
      let count = try Self.read(descriptor, into: &input)
      guard inflater.inputCount + count <= fileSize else { throw .grown(from: fileSize) }
      return count
    }
    fileOffset = inflater.inputCount
    guard bytesBeforeBuffer + end <= maxUnpackedSize else {
      throw .mismatch(
        expected: "at most \(maxUnpackedSize) bytes in the compressed file", found: "more",
        remedy: "Unpack it, or split it.")
    }
  }

  /// Reads as many bytes as there are and as the buffer holds; 0 at the end of the file.
  private static func read(_ descriptor: Int32, into buffer: inout [UInt8]) throws(Problem) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes in
        Foundation.read(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 { return count }
      if errno != EINTR { throw .lastSystemError }
    }
  }
}

extension DataFileError.Problem {
  /// The operating system's reason for the call that just failed.
  static var lastSystemError: Self {
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
  static let bar = UInt8(ascii: "|")
  static let openBracket = UInt8(ascii: "[")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  /// Begins each text of a sequence (RFC 8142).
  static let recordSeparator: UInt8 = 0x1E
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")

  static func isDigit(_ byte: UInt8) -> Bool { byte >= zero && byte <= nine }

  /// Returns whether this is a letter, a digit and an underscore.
  static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
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
