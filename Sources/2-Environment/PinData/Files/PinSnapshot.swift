import Clustering
import Foundation
import Support

/// The coordinates of a file's pins in a temporary file, from which the other processes of a run take
/// them: a million pins within hundredths of a second, where the file itself takes a second.
///
/// A snapshot that is damaged, cut off, or of a file that changed, of another file or of other options
/// counts as missing. It has the byte order of the machine.
struct PinSnapshot: Hashable {
  private let path: String
  /// A hash of everything that the pins depend on.
  private let key: UInt64

  /// `nil` where the file of the pins cannot be found.
  ///
  /// - Parameter folder: a temporary folder, where the snapshot is or will be.
  init?(ofFileAt source: String, options: PinFileOptions, in folder: String) {
    guard let file = FileState(of: source) else { return nil }
    // The pages that a database's writer has not moved into it yet.
    let pages = FileState(of: source + "-wal")?.fields
    let identifier = SHA256Digest(
      ofTexts: [source, "\(options)", "\(file.fields)", "\(pages ?? [])"]
    ).identifier
    key = UInt64(identifier, radix: 16) ?? 0
    path = "\(folder)/pins-\(identifier).snapshot"
  }

  /// The pins; `nil` where there is no whole snapshot of them.
  func pins() -> PinSet? {
    guard let file = try? RegularFile.open(path) else { return nil }
    var status = stat()
    var checksum: UInt64 = 0
    guard fstat(file.fileDescriptor, &status) == 0,
      withUnsafeMutableBytes(of: &checksum, { Self.fill($0, from: file) }),
      case (let count, 0) = (Int(status.st_size) - MemoryLayout<UInt64>.size)
        .quotientAndRemainder(dividingBy: MemoryLayout<Coordinate>.stride)
    else { return nil }
    // Straight into the array: a process whose memory is measured later holds the pins once.
    var isFilled = false
    let coordinates = [Coordinate](unsafeUninitializedCapacity: count) { buffer, initialized in
      isFilled = Self.fill(UnsafeMutableRawBufferPointer(buffer), from: file)
      initialized = isFilled ? count : 0
    }
    let isWhole = isFilled && checksum == coordinates.withUnsafeBytes { self.checksum(of: $0) }
    return isWhole ? PinSet(coordinates: coordinates) : nil
  }

  /// Fills a buffer with the next bytes of a file; `false` where the file has fewer.
  private static func fill(_ bytes: UnsafeMutableRawBufferPointer, from file: FileHandle) -> Bool {
    var filled = 0
    while filled < bytes.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
      let count = read(file.fileDescriptor, rest.baseAddress, rest.count)
      guard count > 0 || count < 0 && errno == EINTR else { return false }
      filled += max(count, 0)
    }
    return true
  }

  /// Writes the snapshot. Where that fails, as on a full disk, others read the file itself.
  func write(_ pins: PinSet) {
    try? AtomicFile.build(path) { partial in
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: partial))
      defer { try? file.close() }
      try pins.coordinates.withUnsafeBytes { body in
        try file.write(contentsOf: withUnsafeBytes(of: checksum(of: body)) { Data($0) })
        guard let start = body.baseAddress else { return }
        // Without a copy: the process may be one whose memory is measured later.
        try file.write(
          contentsOf: Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: body.count,
            deallocator: .none))
      }
    }
  }

  /// A checksum of coordinates and of what they depend on, which stands before them in the file.
  private func checksum(of coordinates: UnsafeRawBufferPointer) -> UInt64 {
    // Each step is a bijection, so that no single changed word is missed.
    var checksum = key
    for word in coordinates.bindMemory(to: UInt64.self) {
      checksum = (checksum ^ word) &* 0x9E37_79B9_7F4A_7C15
      checksum ^= checksum >> 32
    }
    return checksum
  }
}

extension PinFile {
  /// The places in a file, in the file's order, which the processes of a run read once: the first
  /// leaves a snapshot for the others.
  ///
  /// - Parameter folder: a temporary folder that the processes have in common.
  package static func pins(
    path: String, options: PinFileOptions, sharedIn folder: String
  ) throws(DataFileError) -> PinSet {
    let snapshot = PinSnapshot(ofFileAt: path, options: options, in: folder)
    if let pins = snapshot?.pins() { return pins }
    let pins = try read(path: path, options: options).pins
    // What was read while the file changed is of neither state.
    if let snapshot, snapshot == PinSnapshot(ofFileAt: path, options: options, in: folder) {
      snapshot.write(pins)
    }
    return pins
  }
}
