import Measurement
import Testing

/// What is read of processors, from texts as kernels write them.
@Suite struct ConditionProcessorTests {
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

  @Test func stolenTimeIsTheEighthNumberOfTheFirstLine() throws {
    let text = """
      cpu  5686117 75695 505876 3146391 36176 0 4976 15655 0 0
      cpu0 2715038 40646 231227 1729220 10133 0 501 7532 0 0
      intr 1 2 3

      """
    let times = try ProcessorTimes(procStat: text)
    #expect(times == ProcessorTimes(total: 9_470_886, stolen: 15_655))
    let later = ProcessorTimes(total: 9_470_886 + 400, stolen: 15_655 + 10)
    #expect(later.stolenShare(since: times) == 0.025)
    #expect(times.stolenShare(since: times) == nil)
    #expect(times.stolenShare(since: later) == nil)
  }

  @Test(arguments: ["", "cpu 1 2 3\n", "cpu0 1 2 3 4 5 6 7 8\n", "cpu  a b c d e f g h\n"])
  func aStatWithoutEightTimesIsRefused(_ text: String) {
    #expect(throws: SystemFileUnavailable.self) { try ProcessorTimes(procStat: text) }
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
}
