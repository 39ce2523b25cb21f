import Foundation
import Measurement

/// Where and how figures were taken: other work on the machine decides what they are worth.
public struct Provenance {
  private let machine = MachineDescription.current()
  private let loadAtStart = Provenance.loadAverages()
  private let start = MonotonicClock.now()
  private let startOfProcessorTime = ProcessorTime.process()

  /// Notes what can be told at the start only.
  public init() {}

  /// The machine, its load since the start, and the command, as a Markdown list.
  ///
  /// - Parameter isDebug: whether the caller was built without optimisation.
  public func markdown(isDebug: Bool) -> String {
    let elapsed = Double(MonotonicClock.now() - start)
    let share = Double(ProcessorTime.process() - startOfProcessorTime) / elapsed
    let allocator = AllocatorDescription.current()
    let build = isDebug ? "**debug build: the figures mean nothing**" : "release build"
    return """
      - machine: \(machine.processor), \(machine.logicalProcessors) cores, \
      \(NumberText.threeDigits(Double(machine.memory) / 0x1p30)) GiB, \(machine.kernel)
      - Swift \(machine.swiftVersion), \(build), \(allocator.name) \(allocator.version)
      - load average: \(loadAtStart) before, \(Self.loadAverages()) after; this process got \
      \(NumberText.threeDigits(share)) of a core for \(NumberText.threeDigits(elapsed / 1e9)) s
      - command: \(CommandLine.arguments.joined(separator: " "))
      """
  }

  private static func loadAverages() -> String {
    var averages = [0.0, 0.0, 0.0]
    guard getloadavg(&averages, 3) == 3 else { return "not available" }
    return averages.map(NumberText.threeDigits).joined(separator: " ")
  }
}
