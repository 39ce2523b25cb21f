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
    for fact in facts where fact.effect == .unknown { #expect(fact.value == nil) }
  }

  @Test func aFactSurvivesJSON() throws {
    let facts = ConditionFixture(files: ["/proc/loadavg": "9 9 9 1/2 3"]).facts
    let data = try JSONEncoder().encode(facts)
    #expect(try JSONDecoder().decode([MachineFact].self, from: data) == facts)
  }

  // MARK: - Processors

  private static let cpu = "/proc/cpuinfo"
  private static let memory = "/proc/meminfo"
  private static let load = "/proc/loadavg"
  private static let randomisation = "/proc/sys/kernel/randomize_va_space"
  private static let hugePages = "/sys/kernel/mm/transparent_hugepage/enabled"

  @Test(arguments: [
    ("load-average", load, "1.05 0.95 1.19 1/90 18403", "1.05 0.95 1.19", true),
    ("load-average", load, "1.00 9.00 9.00 1/90 18403", "1.00 9.00 9.00", false),
    ("load-average", load, "0.00 0.01 0.05 2/1131 7", "0.00 0.01 0.05", false),
    ("hypervisor", cpu, "processor\t: 0\nflags\t\t: fpu hypervisor lahf_lm", "yes", true),
    ("hypervisor", cpu, "processor\t: 0\nflags\t\t: fpu hypervisor_like", "no", false),
    // Another label that only ends alike, before the flags themselves.
    ("hypervisor", cpu, "processor\t: 0\nvmx flags\t: hypervisor\nflags\t\t: fpu", "no", false),
    ("address-randomisation", randomisation, "2", "on", false),
    ("address-randomisation", randomisation, "1", "on, but not for the heap", false),
    ("address-randomisation", randomisation, "0", "off", true),
    ("transparent-huge-pages", hugePages, "always [madvise] never", "madvise", false),
    ("transparent-huge-pages", hugePages, "[always] madvise never", "always", true),
    ("transparent-huge-pages", hugePages, "always madvise [never]", "never", false),
    ("swap", memory, swapFile(total: 0, free: 0), "none", false),
    ("swap", memory, swapFile(total: 2_097_152, free: 2_097_152), "0 of 2048 MiB in use", false),
    ("swap", memory, swapFile(total: 2_097_152, free: 1_048_576), "1024 of 2048 MiB in use", true),
  ])
  func aFileHasAFact(
    name: String, path: String, text: String, value: String, isDisturbing: Bool
  ) throws {
    let fact = try #require(ConditionFixture.fact(name, path, text + "\n"))
    #expect(fact.value == value)
    #expect(fact.effect == (isDisturbing ? .disturbing : .harmless))
    if name == "load-average" { #expect((fact.advice == nil) == !isDisturbing) }
  }

  private static func swapFile(total: Int, free: Int) -> String {
    """
    MemTotal:       24684096 kB
    SwapCached:            0 kB
    SwapTotal:       \(total) kB
    SwapFree:        \(free) kB
    """
  }

  @Test(arguments: [
    ("load-average", load, "", "/proc/loadavg holds '"),
    ("load-average", load, "1.05", "/proc/loadavg holds '"),
    ("load-average", load, "a b c", "/proc/loadavg holds '"),
    ("load-average", load, "-1 0 0", "/proc/loadavg holds '"),
    ("load-average", load, "nan 0 0", "/proc/loadavg holds '"),
    ("transparent-huge-pages", hugePages, "", "in brackets"),
    ("transparent-huge-pages", hugePages, "always madvise never\n", "in brackets"),
    ("transparent-huge-pages", hugePages, "[]\n", "in brackets"),
    ("swap", memory, "MemTotal: 1 kB\n", "SwapTotal:"),
  ]) func aFileWithoutTheFactIsNamed(name: String, path: String, text: String, why: String) throws {
    let fact = try #require(ConditionFixture.fact(name, path, text))
    #expect(fact.reason?.contains(why) == true)
    #expect(fact.effect == .unknown)
  }

  @Test func anArmKernelDoesNotSayWhetherThereIsAHypervisor() throws {
    let text = """
      processor\t: 0
      BogoMIPS\t: 243.75
      Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid
      CPU implementer\t: 0x41
      CPU part\t: 0xd0c

      """
    let fact = try #require(ConditionFixture.fact("hypervisor", "/proc/cpuinfo", text))
    #expect(fact.reason == "/proc/cpuinfo lists no processor flags, as is usual on Arm")
  }

  @Test func everyProcessorsGovernorCounts() throws {
    let folder = "/sys/devices/system/cpu/cpu"
    var fixture = ConditionFixture(files: [
      folder + "0/cpufreq/scaling_governor": "performance\n",
      folder + "1/cpufreq/scaling_governor": "performance\n",
      // The machine has two processors only.
      folder + "2/cpufreq/scaling_governor": "ondemand\n",
    ])
    #expect(fixture.fact("frequency-governor")?.value == "performance")
    #expect(fixture.fact("frequency-governor")?.effect == .harmless)
    fixture.files[folder + "1/cpufreq/scaling_governor"] = "powersave\n"
    #expect(fixture.fact("frequency-governor")?.value == "performance, powersave")
    #expect(fixture.fact("frequency-governor")?.advice?.contains("powerprofilesctl") == true)
  }

  @Test(arguments: [
    ("/sys/devices/system/cpu/intel_pstate/no_turbo", "0", "on"),
    ("/sys/devices/system/cpu/intel_pstate/no_turbo", "1", "off"),
    ("/sys/devices/system/cpu/cpufreq/boost", "1", "on"),
    ("/sys/devices/system/cpu/cpufreq/boost", "0", "off"),
  ]) func theTwoTurboSwitchesMeanTheOppositeOfEachOther(
    _ path: String, _ text: String, _ value: String
  ) { #expect(ConditionFixture.fact("turbo", path, text + "\n")?.value == value) }

  @Test func oneProcessorIsTooFew() {
    #expect(ConditionFixture(logicalProcessors: 1).fact("processors")?.effect == .disturbing)
    #expect(ConditionFixture(logicalProcessors: 2).fact("processors")?.effect == .harmless)
  }

  // MARK: - Memory, allocator and clocks

  @Test func anotherAllocatorDisturbs() {
    var fixture = ConditionFixture()
    #expect(fixture.fact("allocator")?.value == "jemalloc (5.3.0)")
    #expect(fixture.fact("allocator")?.effect == .harmless)
    fixture.allocator = AllocatorDescription(name: "the system's", version: "not available: x")
    #expect(fixture.fact("allocator")?.effect == .disturbing)
    #expect(fixture.fact("allocator")?.advice != nil)
  }

  @Test func aClockThatIsExpensiveOrCoarseDisturbs() {
    var fixture = ConditionFixture()
    #expect(fixture.fact("wall-clock")?.value == "24 ns a call, steps of 10 ns, resolution 1 ns")
    #expect(fixture.fact("wall-clock")?.effect == .harmless)
    for (step, cost) in [(10, 500), (4_000_000, 24), (nil, 24)] as [(Int64?, Double)] {
      fixture.monotonic = ClockProperties(resolution: 1, smallestStep: step, cost: cost)
      #expect(fixture.fact("wall-clock")?.effect == .disturbing)
    }
    #expect(fixture.fact("wall-clock")?.value?.contains("did not move") == true)
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
