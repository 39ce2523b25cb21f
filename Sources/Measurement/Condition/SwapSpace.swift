/// How much memory may be, and is, moved to a disk.
struct SwapSpace: Hashable {
  static let path = "/proc/meminfo"

  let bytes: Int
  let bytesUsed: Int

  init(bytes: Int, bytesUsed: Int) {
    self.bytes = bytes
    self.bytesUsed = bytesUsed
  }

  /// Reads the text of `/proc/meminfo`, which counts in kilobytes of 1,024 bytes.
  init(procMeminfo text: String) throws(SystemFileUnavailable) {
    func kilobytes(_ label: String) throws(SystemFileUnavailable) -> Int {
      let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(label) }
      let words = line?.split(whereSeparator: \.isWhitespace) ?? []
      guard words.count == 3, words[2] == "kB", let number = Int(words[1]), number >= 0 else {
        throw .unexpected(
          path: Self.path, expected: "a line '\(label) NUMBER kB'", found: String(line ?? ""))
      }
      return number
    }
    let total = try kilobytes("SwapTotal:")
    self.init(bytes: total * 1024, bytesUsed: (total - (try kilobytes("SwapFree:"))) * 1024)
  }
}
