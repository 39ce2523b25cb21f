/// What a kernel's files say of the machine's memory, and of how processes get theirs.
struct MemoryFacts {
  let files: SystemFiles

  var all: [MachineFact] { [randomisation, hugePages, limit, swap] }

  private var randomisation: MachineFact {
    let name = "address-randomisation"
    let path = "/proc/sys/kernel/randomize_va_space"
    let meaning =
      "Each process lies elsewhere in memory, so that no single lucky or unlucky place decides."
    do throws(SystemFileUnavailable) {
      let text = SystemFiles.trimmed(try files.read(path))
      switch text {
      case "2": return MachineFact(name, "on", .harmless, meaning: meaning)
      case "1": return MachineFact(name, "on, not for the heap", .harmless, meaning: meaning)
      case "0":
        return MachineFact(
          name, "off", .disturbing, meaning: meaning,
          advice: "leave it on: start without 'setarch -R' and without a debugger")
      default: throw .unexpected(path: path, expected: "0, 1 or 2", found: text)
      }
    } catch {
      return MachineFact(name, notAvailable: error.description, meaning: meaning)
    }
  }

  private var hugePages: MachineFact {
    let name = "transparent-huge-pages"
    let path = "/sys/kernel/mm/transparent_hugepage/enabled"
    let meaning =
      "With 'always' the kernel hands out 2 MB at once, when it sees fit: peaks of memory vary."
    do throws(SystemFileUnavailable) {
      let choice = try KernelChoice.chosen(in: files.read(path), path: path)
      let isAlways = choice == "always"
      return MachineFact(
        name, choice, isAlways ? .disturbing : .harmless, meaning: meaning,
        advice: isAlways
          ? "judge memory by peak-live-bytes and bytes-allocated, not by resident bytes" : nil)
    } catch {
      return MachineFact(name, notAvailable: error.description, meaning: meaning)
    }
  }

  private var limit: MachineFact {
    let name = "memory-limit"
    let meaning = "A group over its limit loses a process to the kernel: a trial may end as killed."
    do throws(SystemFileUnavailable) {
      guard let limit = try ControlGroup(files).memoryLimit() else {
        return MachineFact(name, "no limit", .harmless, meaning: meaning)
      }
      let isTight = limit < Self.comfortableLimit
      return MachineFact(
        name, "\(Int(limit) / Self.mebibyte) MiB", isTight ? .disturbing : .harmless,
        meaning: meaning,
        advice: isTight
          ? "set --memory-limit below it, so that a trial that takes more is told as such" : nil)
    } catch {
      return MachineFact(name, notAvailable: error.description, meaning: meaning)
    }
  }

  private static let mebibyte = 1_048_576
  /// What a trial may take unless it is told otherwise, and half as much for everything else.
  private static let comfortableLimit = 3_221_225_472.0

  private var swap: MachineFact {
    let name = "swap"
    let meaning =
      "Memory that was moved to a disk comes back in milliseconds, in the midst of frames."
    do throws(SystemFileUnavailable) {
      let space = try SwapSpace(procMeminfo: files.read(SwapSpace.path))
      guard space.bytes > 0 else { return MachineFact(name, "none", .harmless, meaning: meaning) }
      let value =
        "\(space.bytesUsed / Self.mebibyte) of \(space.bytes / Self.mebibyte) MiB in use"
      guard space.bytesUsed > 0 else {
        return MachineFact(name, value, .harmless, meaning: meaning)
      }
      return MachineFact(
        name, value, .disturbing, meaning: meaning,
        advice: "end programs that take much memory, and start the run again after that")
    } catch {
      return MachineFact(name, notAvailable: error.description, meaning: meaning)
    }
  }

  /// The allocator that Swift's allocations go through.
  static func allocator(_ allocator: AllocatorDescription) -> MachineFact {
    let isJemalloc = allocator.name == "jemalloc"
    return MachineFact(
      "allocator", "\(allocator.name) (\(allocator.version))",
      isJemalloc ? .harmless : .disturbing,
      meaning: "Allocations and live bytes are counted by jemalloc, and by no other allocator.",
      advice: isJemalloc
        ? nil : "start without LD_PRELOAD, and link jemalloc before the C library")
  }
}
