import Measurement
import Testing

/// What is read of memory and of clocks.
@Suite struct ConditionMemoryTests {
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

  @Test func aClockThatIsDearOrCoarseDisturbs() {
    var fixture = ConditionFixture()
    #expect(
      fixture.fact("wall-clock")?.text == "24 ns a reading, steps of 10 ns, resolution 1 ns")
    #expect(fixture.fact("wall-clock")?.effect == .harmless)
    fixture.monotonic = ClockProperties(resolution: 1, smallestStep: 10, cost: 500)
    #expect(fixture.fact("wall-clock")?.effect == .disturbing)
    fixture.monotonic = ClockProperties(resolution: 1, smallestStep: 4_000_000, cost: 24)
    #expect(fixture.fact("wall-clock")?.effect == .disturbing)
    fixture.monotonic = ClockProperties(resolution: 1, smallestStep: nil, cost: 24)
    #expect(fixture.fact("wall-clock")?.effect == .disturbing)
    #expect(fixture.fact("wall-clock")?.text?.contains("did not move") == true)
  }

  @Test func theClocksOfThisMachineMove() {
    for clock in [ClockProperties.ofMonotonicClock(), .ofThreadProcessorTime()] {
      #expect(clock.resolution > 0)
      #expect(clock.smallestStep.map { $0 > 0 } == true)
      #expect(clock.cost > 0)
    }
  }
}
