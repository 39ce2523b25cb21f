import Foundation
import Measurement

/// Where and how the figures were taken: other work on the machine decides what they are worth.
struct Provenance {
  private let machine = MachineDescription.current()
  private let loadAtStart = Provenance.loadAverages()
  private let start = MonotonicClock.now()
  private let startOfProcessorTime = ProcessorTime.process()
  private var loadAtEnd = ""
  private var seconds = 0.0
  private var processorShare = 0.0

  /// Notes what can be told at the end only.
  mutating func end() {
    loadAtEnd = Self.loadAverages()
    let elapsed = Double(MonotonicClock.now() - start)
    seconds = elapsed / 1e9
    processorShare = Double(ProcessorTime.process() - startOfProcessorTime) / elapsed
  }

  var markdown: String {
    let allocator = AllocatorDescription.current()
    let share = NumberText.threeDigits(processorShare)
    return """
      - machine: \(machine.processor), \(machine.logicalProcessors) cores, \
      \(NumberText.threeDigits(Double(machine.memory) / 0x1p30)) GiB, \(machine.kernel)
      - Swift \(machine.swiftVersion), \(Self.buildKind), \(allocator.name) \(allocator.version) \
      that keeps what is freed
      - load average: \(loadAtStart) before, \(loadAtEnd) after; this process got \(share) of a \
      core for \(NumberText.threeDigits(seconds)) s
      - command: \(CommandLine.arguments.joined(separator: " "))
      - first: the first sample, with memory fresh from the system; not in the other columns
      - a series of queries is taken after one pass over the same views; single ones contain a \
      reading of the clock
      - spread: the least and the greatest sample against the median; of the ratio, its 95 % \
      interval (bootstrap over the rounds)
      - ratio: the reference's median in medians of ours; above 1 the reference takes more
      - floors: least of the same run for as many pins: project coordinates, radix sort of 64-bit \
      keys, copy 16 bytes a pin

      """
  }

  private static var buildKind: String {
    #if DEBUG
      "**debug build: the figures mean nothing**"
    #else
      "release build"
    #endif
  }

  private static func loadAverages() -> String {
    var averages = [0.0, 0.0, 0.0]
    let count = getloadavg(&averages, 3)
    guard count == 3 else { return "not available" }
    return averages.map(NumberText.threeDigits).joined(separator: " ")
  }
}
