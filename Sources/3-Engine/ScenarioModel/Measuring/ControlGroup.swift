/// The control group that this process runs in, as containers and services use them, with its
/// limits.
///
/// Limits of a group hold for all groups below it, so that the minimum of a group and its ancestors
/// counts. Both generations of the kernel's interface are read: in the first each controller has a
/// tree of its own, in the second all share one; a machine may have some of each.
struct ControlGroup {
  private static let path = "/proc/self/cgroup"
  private static let root = "/sys/fs/cgroup"

  private let files: SystemFiles
  /// The lines of the file: `4:memory:/a/b`, or `0::/a/b` for the second generation.
  private let lines: [(controllers: [String], group: String)]

  /// Finds the group of this process.
  init(_ files: SystemFiles) throws(SystemFileUnavailable) {
    self.files = files
    let text = try files.read(Self.path)
    lines = text.split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[2].hasPrefix("/") else { return nil }
      return (
        controllers: parts[1].split(separator: ",").map(String.init), group: String(parts[2])
      )
    }
    guard !lines.isEmpty else {
      throw .unexpected(
        path: Self.path, expected: "lines 'NUMBER:CONTROLLERS:/GROUP'",
        found: SystemFiles.trimmed(text))
    }
  }

  /// The number of processors that the group may keep busy; `nil` for all of the machine.
  func processorLimit() throws(SystemFileUnavailable) -> Double? {
    try minLimit(of: "cpu") { folder, generation throws(SystemFileUnavailable) in
      switch generation {
      case .first:
        let quota = try read("cpu.cfs_quota_us", in: folder)
        guard let quota, quota != "-1" else { return quota.map { _ in .infinity } }
        let period = try read("cpu.cfs_period_us", in: folder) ?? ""
        return try ratio("\(quota) \(period)", in: folder + "/cpu.cfs_quota_us")
      case .second:
        guard let text = try read("cpu.max", in: folder) else { return nil }
        return try text.hasPrefix("max") ? .infinity : ratio(text, in: folder + "/cpu.max")
      }
    }
  }

  /// The bytes of memory that the group may use; `nil` for all of the machine.
  func memoryLimit() throws(SystemFileUnavailable) -> Double? {
    try minLimit(of: "memory") { folder, generation throws(SystemFileUnavailable) in
      let name = generation == .first ? "memory.limit_in_bytes" : "memory.max"
      guard let text = try read(name, in: folder) else { return nil }
      if text == "max" { return .infinity }
      guard let bytes = Double(text), bytes > 0 else {
        throw .unexpected(path: "\(folder)/\(name)", expected: "bytes or 'max'", found: text)
      }
      // The first generation has no word for "no limit": it writes the maximum that it can count.
      return bytes >= Self.unlimited ? .infinity : bytes
    }
  }

  /// 2⁶², beyond every machine's memory.
  private static let unlimited = 4_611_686_018_427_387_904.0

  private enum Generation {
    case first, second
  }

  /// - Parameter limit: the limit in a folder, infinite without one; `nil` where the folder does
  ///   not say.
  private func minLimit(
    of controller: String,
    _ limit: (String, Generation) throws(SystemFileUnavailable) -> Double?
  ) throws(SystemFileUnavailable) -> Double? {
    var minimum: Double?
    for (folder, generation) in folders(of: controller) {
      guard let found = try limit(folder, generation) else { continue }
      minimum = min(found, minimum ?? found)
    }
    if let minimum { return minimum.isFinite ? minimum : nil }
    // The topmost group of the second generation has no limits, and no files for them.
    for folder in [Self.root, Self.root + "/unified"] {
      if files.line(folder + "/cgroup.controllers") != nil { return nil }
    }
    throw .missing(path: "\(Self.root) with a controller of \(controller)")
  }

  /// The folders of the group and its ancestors. In a container the group's own path may be the
  /// host's path, where only the topmost folder can be seen.
  private func folders(of controller: String) -> [(String, Generation)] {
    if let line = lines.first(where: { $0.controllers.contains(controller) }) {
      let trees = [line.controllers.joined(separator: ","), controller]
      return (trees[0] == trees[1] ? [controller] : trees).flatMap { tree in
        Self.ancestors(of: line.group).map { (Self.root + "/" + tree + $0, .first) }
      }
    }
    guard let line = lines.first(where: \.controllers.isEmpty) else { return [] }
    return Self.ancestors(of: line.group).map { (Self.root + $0, .second) }
  }

  /// `/a/b` gives `/a/b`, `/a` and the empty path.
  private static func ancestors(of group: String) -> [String] {
    let names = group.split(separator: "/")
    return (0...names.count).reversed().map { count in
      names.prefix(count).map { "/" + $0 }.joined()
    }
  }

  /// The text of a group's file, or `nil` where the group has no such file.
  private func read(_ name: String, in folder: String) throws(SystemFileUnavailable) -> String? {
    do throws(SystemFileUnavailable) {
      return SystemFiles.trimmed(try files.read(folder + "/" + name))
    } catch .missing {
      return nil
    }
  }

  /// The number of processors in a text of a quota and a period, both in microseconds.
  private func ratio(_ text: String, in path: String) throws(SystemFileUnavailable) -> Double {
    let numbers = text.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else {
      throw .unexpected(path: path, expected: "a quota and a period", found: text)
    }
    return numbers[0] / numbers[1]
  }
}
