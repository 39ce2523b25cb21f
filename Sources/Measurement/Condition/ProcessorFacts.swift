/// What a kernel's files say of the machine's processors.
struct ProcessorFacts {
  let files: SystemFiles
  let machine: MachineDescription

  var all: [MachineFact] {
    [processors, load, governor, turbo, hypervisor, quota]
  }

  private var processors: MachineFact {
    let count = machine.logicalProcessors
    let value = "\(count) x \(machine.processor)"
    let meaning =
      "A trial uses one processor and its coordinator another; trials never run side by side."
    guard count < 2 else { return MachineFact("processors", value, .harmless, meaning: meaning) }
    return MachineFact(
      "processors", value, .disturbing, meaning: meaning,
      advice: "use a machine with two processors or more")
  }

  // MARK: - Load

  static let loadName = "load-average"

  private static let loadMeaning =
    "How many threads wanted to run in the last 1, 5 and 15 minutes: others take caches and time."

  private var load: MachineFact {
    do throws(SystemFileUnavailable) {
      return Self.load(
        try LoadAverage(procLoadavg: files.read(LoadAverage.path)),
        processors: machine.logicalProcessors)
    } catch {
      return MachineFact(
        Self.loadName, notAvailable: error.description, meaning: Self.loadMeaning)
    }
  }

  /// Above half of the processors the others get in the way of a trial and its coordinator.
  static func load(_ average: LoadAverage, processors: Int) -> MachineFact {
    let numbers = [average.oneMinute, average.fiveMinutes, average.fifteenMinutes]
    let isBusy = average.oneMinute > Double(processors) / 2
    return MachineFact(
      loadName, numbers.map { Hundredths.text($0) }.joined(separator: " "),
      isBusy ? .disturbing : .harmless, meaning: loadMeaning,
      advice: isBusy ? "end other programs, or wait until they are done" : nil)
  }

  // MARK: - Frequency

  private var governor: MachineFact {
    let meaning =
      "Who chooses the frequency; one that follows the load makes the first milliseconds slower."
    let folder = "/sys/devices/system/cpu/cpu"
    let governors = (0..<max(0, machine.logicalProcessors)).compactMap {
      files.line("\(folder)\($0)/cpufreq/scaling_governor")
    }
    guard !governors.isEmpty else {
      return MachineFact(
        "frequency-governor",
        notAvailable: "there is no \(folder)0/cpufreq/scaling_governor; in a virtual machine the "
          + "host decides",
        meaning: meaning)
    }
    let distinct = Set(governors).sorted()
    let isSteady = distinct == ["performance"]
    return MachineFact(
      "frequency-governor", distinct.joined(separator: ", "), isSteady ? .harmless : .disturbing,
      meaning: meaning,
      advice: isSteady
        ? nil : "choose 'performance': powerprofilesctl set performance, or the desktop's setting")
  }

  private var turbo: MachineFact {
    let meaning =
      "With it the frequency depends on heat and on the other cores, and drifts over minutes."
    let intel = "/sys/devices/system/cpu/intel_pstate/no_turbo"
    let generic = "/sys/devices/system/cpu/cpufreq/boost"
    let switches = [(intel, "0"), (generic, "1")]
    for (path, on) in switches {
      guard let text = files.line(path) else { continue }
      let isOn = text == on
      return MachineFact(
        "turbo", isOn ? "on" : "off", isOn ? .disturbing : .harmless, meaning: meaning,
        advice: isOn
          ? "comparisons by alternated slices cancel it; compare nothing with earlier runs" : nil)
    }
    return MachineFact(
      "turbo", notAvailable: "there is neither \(intel) nor \(generic)", meaning: meaning)
  }

  // MARK: - Virtual machines and containers

  static let hypervisorName = "hypervisor"

  private static let hypervisorMeaning =
    "A virtual machine shares its caches and cores with strangers, unseen from within."

  private var hypervisor: MachineFact {
    do throws(SystemFileUnavailable) {
      let info = ProcessorInfo(procCpuinfo: try files.read(ProcessorInfo.path))
      guard let hasHypervisor = info.hasHypervisor else {
        return MachineFact(
          Self.hypervisorName,
          notAvailable: "\(ProcessorInfo.path) lists no flags, as on Arm",
          meaning: Self.hypervisorMeaning)
      }
      return Self.hypervisor(hasHypervisor)
    } catch {
      return MachineFact(
        Self.hypervisorName, notAvailable: error.description, meaning: Self.hypervisorMeaning)
    }
  }

  static func hypervisor(_ isPresent: Bool) -> MachineFact {
    MachineFact(
      hypervisorName, isPresent ? "yes" : "no", isPresent ? .disturbing : .harmless,
      meaning: hypervisorMeaning,
      advice: isPresent
        ? "compare two builds in one job, side by side; never with times of another day" : nil)
  }

  private var quota: MachineFact {
    let name = "processor-quota"
    let meaning = "A group over its quota is stopped for the rest of each period: frames of 100 ms."
    do throws(SystemFileUnavailable) {
      guard let limit = try ControlGroup(files).processorLimit() else {
        return MachineFact(name, "no limit", .harmless, meaning: meaning)
      }
      // A trial keeps one processor busy and its coordinator a small part of another.
      let isTight = limit < 2
      return MachineFact(
        name, "\(Hundredths.text(limit)) processors", isTight ? .disturbing : .harmless,
        meaning: meaning,
        advice: isTight ? "give the container two processors or more (docker run --cpus 2)" : nil)
    } catch {
      return MachineFact(name, notAvailable: error.description, meaning: meaning)
    }
  }
}
