/// The facts about a machine's processors, from the files of a Linux kernel.
struct ProcessorFacts {
  let files: SystemFiles
  let machine: MachineDescription
  /// The load average, where it is not from a file.
  var loadAverage: LoadAverage?
  /// True on a virtual machine; `nil` where the files say so.
  var hasHypervisor: Bool?

  var all: [MachineFact] {
    [processors, load, governor, turbo, hypervisor, quota]
  }

  private var processors: MachineFact {
    let count = machine.logicalProcessors
    return MachineFact(
      "processors",
      meaning:
        "A trial uses one processor and its coordinator another; trials never run at the same time."
    ) {
      (
        "\(count) x \(machine.processor)",
        count < 2 ? "use a machine with two processors or more" : nil
      )
    }
  }

  /// Above half of the processors, others disturb a trial and its coordinator.
  private var load: MachineFact {
    MachineFact(
      "load-average",
      meaning:
        "The threads ready to run in the last 1, 5 and 15 minutes: others take caches and time."
    ) { () throws(SystemFileUnavailable) in
      let average =
        if let loadAverage { loadAverage } else {
          try LoadAverage(procLoadavg: files.read(LoadAverage.path))
        }
      let numbers = [average.oneMinute, average.fiveMinutes, average.fifteenMinutes]
      let isBusy = average.oneMinute > Double(machine.logicalProcessors) / 2
      return (
        numbers.map { twoDecimals($0) }.joined(separator: " "),
        isBusy ? "end other programs, or wait until they are done" : nil
      )
    }
  }

  private var governor: MachineFact {
    let name = "frequency-governor"
    let meaning =
      "Who chooses the frequency; one that follows the load makes the first milliseconds slower."
    let folder = "/sys/devices/system/cpu/cpu"
    let governors = (0..<max(0, machine.logicalProcessors)).compactMap {
      files.line("\(folder)\($0)/cpufreq/scaling_governor")
    }
    guard !governors.isEmpty else {
      return MachineFact(
        name,
        notAvailable: "there is no \(folder)0/cpufreq/scaling_governor; in a virtual machine the "
          + "host decides",
        meaning: meaning)
    }
    let distinct = Set(governors).sorted()
    return MachineFact(name, meaning: meaning) {
      (
        distinct.joined(separator: ", "),
        distinct == ["performance"]
          ? nil : "choose 'performance': powerprofilesctl set performance, or the desktop's setting"
      )
    }
  }

  private var turbo: MachineFact {
    let meaning =
      "With it the frequency depends on heat and on the other cores, and drifts over minutes."
    let intel = "/sys/devices/system/cpu/intel_pstate/no_turbo"
    let generic = "/sys/devices/system/cpu/cpufreq/boost"
    for (path, on) in [(intel, "0"), (generic, "1")] {
      guard let text = files.line(path) else { continue }
      return MachineFact("turbo", meaning: meaning) {
        text == on
          ? ("on", "comparisons by alternated slices cancel it; compare nothing with earlier runs")
          : ("off", nil)
      }
    }
    return MachineFact(
      "turbo", notAvailable: "there is neither \(intel) nor \(generic)", meaning: meaning)
  }

  private var hypervisor: MachineFact {
    let name = "hypervisor"
    let meaning =
      "A virtual machine shares its caches and cores with others, which it cannot see."
    do throws(SystemFileUnavailable) {
      let isPresent = if let hasHypervisor { hasHypervisor } else { try hypervisorFlag() }
      guard let isPresent else {
        return MachineFact(
          name, notAvailable: "\(Self.infoPath) lists no flags, as on Arm", meaning: meaning)
      }
      return MachineFact(name, meaning: meaning) {
        isPresent
          ? ("yes", "compare two builds in one job, in turns; never with times of another day")
          : ("no", nil)
      }
    } catch {
      return MachineFact(name, notAvailable: error.description, meaning: meaning)
    }
  }

  private static let infoPath = "/proc/cpuinfo"

  /// The flag of the first processor for a hypervisor; `nil` where the kernel lists no flags.
  ///
  /// x86 kernels list `flags`, among them `hypervisor`; Arm kernels list `Features`, which have no
  /// such flag.
  private func hypervisorFlag() throws(SystemFileUnavailable) -> Bool? {
    for line in try files.read(Self.infoPath).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, SystemFiles.trimmed(String(parts[0])) == "flags" else { continue }
      return parts[1].split(whereSeparator: \.isWhitespace).contains("hypervisor")
    }
    return nil
  }

  private var quota: MachineFact {
    MachineFact(
      "processor-quota",
      meaning: "A group over its quota is stopped for the rest of each period: frames of 100 ms."
    ) { () throws(SystemFileUnavailable) in
      guard let limit = try ControlGroup(files).processorLimit() else { return ("no limit", nil) }
      // A trial keeps one processor busy and its coordinator a small part of another.
      return (
        "\(twoDecimals(limit)) processors",
        limit < 2 ? "give the container two processors or more (docker run --cpus 2)" : nil
      )
    }
  }

  /// `1.05`, without Foundation; for numbers from 0 to above those of any machine.
  private func twoDecimals(_ value: Double) -> String {
    guard value.isFinite, value >= 0, value < 1e12 else { return "\(value)" }
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
