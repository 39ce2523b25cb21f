import Foundation
import ScenarioModel

/// The circumstances of figures, such as the machine and its load.
public struct Provenance {
  private let machine = MachineDescription.current()
  private let loadAtStart = Provenance.loadAverages()
  private let start = MonotonicClock.now()
  private let startOfProcessorTime = ProcessorTime.process()

  private let commit: String?

  /// Notes the facts that are known at the start only.
  public init(commit: String? = nil) {
    self.commit = commit
  }

  /// The machine, its load since the start, and the command, as a Markdown list.
  ///
  /// - Parameter allocatorNote: what is unusual about the allocator of the process, after its name.
  public func markdown(allocatorNote: String? = nil) -> String {
    let elapsed = Double(MonotonicClock.now() - start)
    let share = Double(ProcessorTime.process() - startOfProcessorTime) / elapsed
    let allocator = AllocatorDescription.current()
    let note = allocatorNote.map { " \($0)" } ?? ""
    let version = commit.map { "commit \($0), " } ?? ""
    return """
      - \(version)\(Date.now.formatted(.iso8601.year().month().day()))
      - machine: \(machine.processor), \(machine.logicalProcessors) cores, \
      \(NumberText.threeDigits(Double(machine.memory) / 0x1p30)) GiB, \(machine.kernel)
      - Swift \(machine.swiftVersion), \(Self.buildKind), \(allocator.name) \
      \(allocator.version)\(note)
      - load average: \(loadAtStart) before, \(Self.loadAverages()) after; this process got \
      \(NumberText.threeDigits(share)) of a core for \(NumberText.threeDigits(elapsed / 1e9)) s
      - command: \(CommandLine.arguments.joined(separator: " "))
      """
  }

  /// The kind of build of this library, and so of its callers.
  private static var buildKind: String {
    #if DEBUG
      "**debug build: the figures mean nothing**"
    #else
      "release build"
    #endif
  }

  private static func loadAverages() -> String {
    var averages = [0.0, 0.0, 0.0]
    guard getloadavg(&averages, 3) == 3 else { return "not available" }
    return averages.map(NumberText.threeDigits).joined(separator: " ")
  }
}
