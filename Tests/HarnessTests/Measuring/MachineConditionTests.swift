import Foundation
import Harness
import ScenarioModel
import Support
import Testing

/// The facts about a machine, from files of kernels.
@Suite struct MachineConditionTests {
  private static let names = [
    "processors", "load-average", "frequency-governor", "turbo", "hypervisor", "processor-quota",
    "address-randomisation", "transparent-huge-pages", "memory-limit", "swap", "allocator",
    "wall-clock", "thread-clock",
  ]

  @Test func aMachineWithoutAnyFileStillHasAllFacts() {
    let facts = ConditionFixture().facts
    #expect(facts.map(\.name) == Self.names)
    for fact in facts where fact.effect == .unknown {
      #expect(fact.reason?.hasPrefix("there is n") == true, "\(fact.name)")
    }
    #expect(facts.count { $0.effect == .unknown } == 9)
  }

  @Test func thisMachineHasThemToo() {
    let facts = MachineCondition.current().facts
    #expect(facts.map(\.name) == Self.names)
    #expect(facts.allSatisfy { !$0.meaning.isEmpty && $0.meaning.hasSuffix(".") })
    for fact in facts where fact.effect == .unknown { #expect(fact.text == nil) }
  }

  @Test func aFactSurvivesJSON() throws {
    let facts = ConditionFixture(files: ["/proc/loadavg": "9 9 9 1/2 3"]).facts
    let data = try JSONEncoder().encode(facts)
    #expect(try JSONDecoder().decode([MachineFact].self, from: data) == facts)
  }

  // MARK: - Processors

  @Test(arguments: [
    ("1.05 0.95 1.19 1/90 18403\n", "1.05 0.95 1.19", MachineFact.Effect.disturbing),
    ("1.00 9.00 9.00 1/90 18403\n", "1.00 9.00 9.00", .harmless),
    ("0.00 0.01 0.05 2/1131 7\n", "0.00 0.01 0.05", .harmless),
  ])
  func loadAboveHalfOfTheProcessorsDisturbs(
    _ text: String, _ value: String, _ effect: MachineFact.Effect
  ) throws {
    let fact = try #require(ConditionFixture.fact("load-average", "/proc/loadavg", text))
    #expect(fact.text == value)
    #expect(fact.effect == effect)
    #expect((fact.advice == nil) == (effect == .harmless))
  }

  @Test(arguments: ["", "1.05", "a b c", "-1 0 0", "nan 0 0"])
  func aLoadThatIsNoneIsNotAvailable(_ text: String) throws {
    let fact = try #require(ConditionFixture.fact("load-average", "/proc/loadavg", text))
    #expect(fact.reason?.hasPrefix("/proc/loadavg holds '") == true)
    #expect(fact.effect == .unknown)
  }

  @Test(arguments: [
    ("flags\t\t: fpu vme hypervisor lahf_lm\n", "yes"),
    ("flags\t\t: fpu vme lahf_lm hypervisor_like\n", "no"),
    // Another label that only ends alike, before the flags themselves.
    ("vmx flags\t: hypervisor\nflags\t\t: fpu\n", "no"),
  ])
  func aHypervisorIsAFlagOfTheProcessor(_ text: String, _ value: String) throws {
    let fact = try #require(
      ConditionFixture.fact("hypervisor", "/proc/cpuinfo", "processor\t: 0\n" + text))
    #expect(fact.text == value)
    #expect(fact.effect == (value == "yes" ? .disturbing : .harmless))
  }

  @Test func anArmKernelTellsOfNoHypervisor() throws {
    let text = """
      processor\t: 0
      BogoMIPS\t: 243.75
      Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid
      CPU implementer\t: 0x41
      CPU part\t: 0xd0c

      """
    let fact = try #require(ConditionFixture.fact("hypervisor", "/proc/cpuinfo", text))
    #expect(fact.reason == "/proc/cpuinfo lists no flags, as on Arm")
  }

  @Test func everyProcessorsGovernorCounts() throws {
    let folder = "/sys/devices/system/cpu/cpu"
    var fixture = ConditionFixture(files: [
      folder + "0/cpufreq/scaling_governor": "performance\n",
      folder + "1/cpufreq/scaling_governor": "performance\n",
      // The machine has two processors only.
      folder + "2/cpufreq/scaling_governor": "ondemand\n",
    ])
    #expect(fixture.fact("frequency-governor")?.text == "performance")
    #expect(fixture.fact("frequency-governor")?.effect == .harmless)
    fixture.files[folder + "1/cpufreq/scaling_governor"] = "powersave\n"
    #expect(fixture.fact("frequency-governor")?.text == "performance, powersave")
    #expect(fixture.fact("frequency-governor")?.advice?.contains("powerprofilesctl") == true)
  }

  @Test(arguments: [
    ("/sys/devices/system/cpu/intel_pstate/no_turbo", "0", "on"),
    ("/sys/devices/system/cpu/intel_pstate/no_turbo", "1", "off"),
    ("/sys/devices/system/cpu/cpufreq/boost", "1", "on"),
    ("/sys/devices/system/cpu/cpufreq/boost", "0", "off"),
  ])
  func theTwoTurboSwitchesMeanTheOppositeOfEachOther(
    _ path: String, _ text: String, _ value: String
  ) {
    #expect(ConditionFixture.fact("turbo", path, text + "\n")?.text == value)
  }

  @Test func oneProcessorIsTooFew() {
    #expect(ConditionFixture(logicalProcessors: 1).fact("processors")?.effect == .disturbing)
    #expect(ConditionFixture(logicalProcessors: 2).fact("processors")?.effect == .harmless)
  }

  // MARK: - Memory, allocator and clocks

  @Test(arguments: [
    ("2\n", "on", MachineFact.Effect.harmless), ("1\n", "on, not for the heap", .harmless),
    ("0\n", "off", .disturbing),
  ])
  func addressRandomisation(_ text: String, _ value: String, _ effect: MachineFact.Effect) {
    let fact = ConditionFixture.fact(
      "address-randomisation", "/proc/sys/kernel/randomize_va_space", text)
    #expect(fact?.text == value)
    #expect(fact?.effect == effect)
  }

  @Test(arguments: [
    ("always [madvise] never\n", "madvise", MachineFact.Effect.harmless),
    ("[always] madvise never\n", "always", .disturbing),
    ("always madvise [never]\n", "never", .harmless),
  ])
  func hugePages(_ text: String, _ value: String, _ effect: MachineFact.Effect) {
    let fact = ConditionFixture.fact(
      "transparent-huge-pages", "/sys/kernel/mm/transparent_hugepage/enabled", text)
    #expect(fact?.text == value)
    #expect(fact?.effect == effect)
  }

  @Test(arguments: ["", "always madvise never\n", "[]\n"])
  func aChoiceWithoutBracketsIsNotAvailable(_ text: String) {
    let fact = ConditionFixture.fact(
      "transparent-huge-pages", "/sys/kernel/mm/transparent_hugepage/enabled", text)
    #expect(fact?.reason?.contains("in brackets") == true)
  }

  @Test(arguments: [
    (0, 0, "none", MachineFact.Effect.harmless),
    (2_097_152, 2_097_152, "0 of 2048 MiB in use", .harmless),
    (2_097_152, 1_048_576, "1024 of 2048 MiB in use", .disturbing),
  ])
  func swapDisturbsWhereItIsUsed(
    _ total: Int, _ free: Int, _ value: String, _ effect: MachineFact.Effect
  ) {
    let text = """
      MemTotal:       24684096 kB
      SwapCached:            0 kB
      SwapTotal:       \(total) kB
      SwapFree:        \(free) kB

      """
    let fact = ConditionFixture.fact("swap", "/proc/meminfo", text)
    #expect(fact?.text == value)
    #expect(fact?.effect == effect)
  }

  @Test func meminfoWithoutSwapIsNotAvailable() {
    let fact = ConditionFixture.fact("swap", "/proc/meminfo", "MemTotal: 1 kB\n")
    #expect(fact?.reason?.contains("SwapTotal:") == true)
  }

  @Test func anotherAllocatorDisturbs() {
    var fixture = ConditionFixture()
    #expect(fixture.fact("allocator")?.text == "jemalloc (5.3.0)")
    #expect(fixture.fact("allocator")?.effect == .harmless)
    fixture.allocator = AllocatorDescription(name: "the system's", version: "not available: x")
    #expect(fixture.fact("allocator")?.effect == .disturbing)
    #expect(fixture.fact("allocator")?.advice != nil)
  }

  @Test func aClockThatIsExpensiveOrCoarseDisturbs() {
    var fixture = ConditionFixture()
    #expect(
      fixture.fact("wall-clock")?.text == "24 ns a call, steps of 10 ns, resolution 1 ns")
    #expect(fixture.fact("wall-clock")?.effect == .harmless)
    fixture.monotonic = ClockProperties(resolution: 1, smallestStep: 10, cost: 500)
    #expect(fixture.fact("wall-clock")?.effect == .disturbing)
    fixture.monotonic = ClockProperties(resolution: 1, smallestStep: 4_000_000, cost: 24)
    #expect(fixture.fact("wall-clock")?.effect == .disturbing)
    fixture.monotonic = ClockProperties(resolution: 1, smallestStep: nil, cost: 24)
    #expect(fixture.fact("wall-clock")?.effect == .disturbing)
    #expect(fixture.fact("wall-clock")?.text?.contains("did not move") == true)
  }
}

/// A machine that consists of files.
struct ConditionFixture {
  var files: [String: String] = [:]
  var logicalProcessors = 2
  var allocator = AllocatorDescription(name: "jemalloc", version: "5.3.0")
  var monotonic = ClockProperties(resolution: 1, smallestStep: 10, cost: 24)
  var processorTime = ClockProperties(resolution: 1, smallestStep: 390, cost: 387)

  var facts: [MachineFact] {
    MachineCondition(
      linux: SystemFiles(files),
      machine: MachineDescription(
        processor: "AMD EPYC", logicalProcessors: logicalProcessors, architecture: "x86_64",
        kernel: "Linux 6.18.44", memory: 24 << 30, swiftVersion: "6.3.1"),
      allocator: allocator, monotonic: monotonic, processorTime: processorTime
    ).facts
  }

  /// The fact of a name; there is always exactly one.
  func fact(_ name: String) -> MachineFact? {
    let found = facts.filter { $0.name == name }
    return found.count == 1 ? found[0] : nil
  }

  /// The fact of a machine with one file.
  static func fact(_ name: String, _ path: String, _ text: String) -> MachineFact? {
    ConditionFixture(files: [path: text]).fact(name)
  }
}

extension MachineFact {
  /// The text of a fact that was found out.
  var text: String? {
    if case .text(let text) = value { text } else { nil }
  }

  /// The reason of a fact that was not found out.
  var reason: String? {
    if case .notAvailable(let reason) = value { reason } else { nil }
  }
}
