/// The facts about a machine's processors, from the files of a Linux kernel.
struct ProcessorFacts {
  let files: SystemFiles
  let machine: MachineDescription
  /// The load average, where it is not from a file.
  var loadAverage: LoadAverage?
  /// Indicates whether this is a virtual machine; `nil` where the files decide.
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
        "The threads ready to run in the last 1, 5 and 15 minutes; other processes take caches and time."
    ) { () throws(SystemFileUnavailable) in
      let average =
        if let loadAverage { loadAverage } else {
          try LoadAverage(procLoadavg: files.read(LoadAverage.path))
        }
      let isBusy = average.oneMinute > Double(machine.logicalProcessors) / 2
      return (
        average.numbers.map { twoDecimals($0) }.joined(separator: " "),
        isBusy ? "end other programs, or wait until they are done" : nil
      )
    }
  }

  private var governor: MachineFact {
    MachineFact(
      "frequency-governor",
      meaning:
        "The governor may let the frequency follow the load: the first milliseconds are slower."
    ) { () throws(SystemFileUnavailable) in
      let folder = "/sys/devices/system/cpu/cpu"
      let governors = (0..<max(0, machine.logicalProcessors)).compactMap {
        files.line("\(folder)\($0)/cpufreq/scaling_governor")
      }
      guard !governors.isEmpty else {
        throw .notTold(
          "there is no \(folder)0/cpufreq/scaling_governor; the host of a virtual machine decides")
      }
      let distinct = Set(governors).sorted()
      return (
        distinct.joined(separator: ", "),
        distinct == ["performance"]
          ? nil : "choose 'performance': powerprofilesctl set performance, or the desktop's setting"
      )
    }
  }

  private var turbo: MachineFact {
    MachineFact(
      "turbo",
      meaning:
        "With turbo, the frequency depends on heat and the other cores, and drifts over minutes."
    ) { () throws(SystemFileUnavailable) in
      let intel = "/sys/devices/system/cpu/intel_pstate/no_turbo"
      let generic = "/sys/devices/system/cpu/cpufreq/boost"
      for (path, on) in [(intel, "0"), (generic, "1")] {
        guard let text = files.line(path) else { continue }
        return text == on
          ? ("on", "alternate slices cancel the drift; do not compare with earlier runs")
          : ("off", nil)
      }
      throw .notTold("there is neither \(intel) nor \(generic)")
    }
  }

  private var hypervisor: MachineFact {
    MachineFact(
      "hypervisor",
      meaning: "A virtual machine shares caches and cores with other machines that it cannot see."
    ) { () throws(SystemFileUnavailable) in
      let isPresent = if let hasHypervisor { hasHypervisor } else { try hypervisorFlag() }
      return isPresent
        ? ("yes", "compare two builds in one job, in turns; never use times from another day")
        : ("no", nil)
    }
  }

  /// The flag of the first processor for a hypervisor.
  ///
  /// x86 kernels list `flags`, among them `hypervisor`; Arm kernels list `Features`, which have no
  /// such flag.
  private func hypervisorFlag() throws(SystemFileUnavailable) -> Bool {
    let path = "/proc/cpuinfo"
    for line in try files.read(path).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, SystemFiles.trimmed(String(parts[0])) == "flags" else { continue }
      return parts[1].split(whereSeparator: \.isWhitespace).contains("hypervisor")
    }
    throw .notTold("\(path) lists no processor flags, as is usual on Arm")
  }

  private var quota: MachineFact {
    MachineFact(
      "processor-quota",
      meaning:
        "A group that exceeds its quota is stopped for the rest of each period, so frames take 100 ms."
    ) { () throws(SystemFileUnavailable) in
      guard let limit = try ControlGroup(files).processorLimit() else { return ("no limit", nil) }
      // A trial keeps one processor busy and its coordinator a small part of another.
      return (
        "\(twoDecimals(limit)) processors",
        limit < 2 ? "give the container two processors or more (docker run --cpus 2)" : nil
      )
    }
  }

  /// A number as `1.05`, without Foundation; for 0 to more than any machine has.
  private func twoDecimals(_ value: Double) -> String {
    guard value.isFinite, value >= 0, value < 1e12 else { return "\(value)" }
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
