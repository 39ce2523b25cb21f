import Answers
import ArgumentParser
import Documents
import Harness
import Reporting
import ScenarioModel
import Support

/// `mappressure cache`: shows and removes the numbers that commands have kept.
struct CacheCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Show or remove the numbers that earlier commands have kept.",
    discussion: """
      Numbers that are the same on every run are computed once, and kept in the \
      user's cache folder (XDG_CACHE_HOME names another place). Only the same program \
      with the same libraries on the same kind of processor reuses them, for the same \
      scenario, data and seed. Times are never kept. For a scenario that names a file, \
      pictures, recordings and texts are not kept either. Above the limit, the least \
      recently used numbers are removed. With --no-cache, a command computes everything.

        mappressure cache
        mappressure cache --clear
      """)

  @Flag(help: "Remove all kept numbers.")
  var clear = false

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    guard let folder = tool.invocation.cache else {
      throw CommandError(
        "expected an absolute path in XDG_CACHE_HOME or HOME, found none: nothing is kept")
    }
    if clear { folder.clear() }
    let summary = folder.summary
    if json {
      tool.output.write(try SortedJSON.text(of: summary, named: "the cache"))
    } else {
      func size(_ bytes: Int) -> String { NumberFormat.text(Double(bytes), .bytes) }
      tool.output.printProse(
        "\(summary.folder): \(LimitedList.counted(summary.entries, "result")), "
          + "\(size(summary.bytes)) of at most \(size(summary.limit))"
          + (summary.oldestDays.map {
            "; the oldest was used \(NumberFormat.plain($0)) days ago"
          } ?? ""))
    }
    return .pass
  }
}
