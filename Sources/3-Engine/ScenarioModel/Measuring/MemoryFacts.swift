/// The facts about a machine's memory, from the files of a Linux kernel.
struct MemoryFacts {
  let files: SystemFiles

  var all: [MachineFact] { [randomisation, hugePages, limit, swap] }

  private var randomisation: MachineFact {
    let path = "/proc/sys/kernel/randomize_va_space"
    return MachineFact(
      "address-randomisation",
      meaning: "Each process gets different addresses, so no lucky or unlucky layout decides."
    ) { () throws(SystemFileUnavailable) in
      let text = SystemFiles.trimmed(try files.read(path))
      switch text {
      case "2": return ("on", nil)
      case "1": return ("on, but not for the heap", nil)
      case "0":
        return ("off", "leave it on: start without 'setarch -R' and without a debugger")
      default: throw .unexpected(path: path, expected: "0, 1 or 2", found: text)
      }
    }
  }

  private var hugePages: MachineFact {
    MachineFact(
      "transparent-huge-pages",
      meaning: "With 'always', the kernel may hand out 2 MB at once, so memory peaks vary."
    ) { () throws(SystemFileUnavailable) in
      let choice = try chosenWord(ofFileAt: "/sys/kernel/mm/transparent_hugepage/enabled")
      return (
        choice,
        choice == "always"
          ? "judge memory by peak-live-bytes and bytes-allocated, not by resident bytes" : nil
      )
    }
  }

  /// The word in brackets of a setting that the kernel shows among all its choices:
  /// `always [madvise] never`.
  private func chosenWord(ofFileAt path: String) throws(SystemFileUnavailable) -> String {
    let text = try files.read(path)
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let word = words.first(where: { $0.hasPrefix("[") && $0.hasSuffix("]") }), word.count > 2
    else {
      throw .unexpected(
        path: path, expected: "one of several words in brackets", found: SystemFiles.trimmed(text))
    }
    return String(word.dropFirst().dropLast())
  }

  private var limit: MachineFact {
    MachineFact(
      "memory-limit",
      meaning: "If a group exceeds its limit, the kernel kills a process: a trial may be killed."
    ) { () throws(SystemFileUnavailable) in
      guard let limit = try ControlGroup(files).memoryLimit() else { return ("no limit", nil) }
      // The default limit of a trial, and half as much for everything else.
      let isTight = limit < 3_221_225_472.0
      return (
        "\(Int(limit) / Self.mebibyte) MiB",
        isTight
          ? "set --memory-limit below this, so that a trial that takes more is reported" : nil
      )
    }
  }

  private static let mebibyte = 1_048_576

  private var swap: MachineFact {
    MachineFact(
      "swap",
      meaning:
        "Bringing memory back from a disk takes milliseconds, in the middle of frames."
    ) { () throws(SystemFileUnavailable) in
      let path = "/proc/meminfo"
      let text = try files.read(path)
      let total = try kilobytes("SwapTotal:", in: text, path: path)
      let used = total - (try kilobytes("SwapFree:", in: text, path: path))
      guard total > 0 else { return ("none", nil) }
      return (
        "\(used * 1024 / Self.mebibyte) of \(total * 1024 / Self.mebibyte) MiB in use",
        used > 0
          ? "end programs that take a lot of memory, then start the run again" : nil
      )
    }
  }

  /// A number of `/proc/meminfo`, in kilobytes of 1,024 bytes.
  private func kilobytes(
    _ label: String, in text: String, path: String
  ) throws(SystemFileUnavailable) -> Int {
    let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(label) }
    let words = line?.split(whereSeparator: \.isWhitespace) ?? []
    guard words.count == 3, words[2] == "kB", let number = Int(words[1]), number >= 0 else {
      throw .unexpected(
        path: path, expected: "a line '\(label) NUMBER kB'", found: String(line ?? ""))
    }
    return number
  }
}
