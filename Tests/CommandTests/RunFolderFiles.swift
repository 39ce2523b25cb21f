import Foundation
import TestSupport
import Testing

/// The files that a run left in a project, as another program would read them.
struct RunFolderFiles {
  /// The places of files for programs, as paths from the folder.
  static let (journal, samples) = ("data/journal.jsonl", "data/samples.csv")
  static let (results, sensitivity) = ("data/results.json", "data/sensitivity.json")

  let project: TemporaryFolder
  let folder: String

  init(_ project: TemporaryFolder, _ folder: String = "Reports/small") {
    self.project = project
    self.folder = folder
  }

  var results: CSVFile { get throws { try CSVFile(project.read(folder + "/results.csv")) } }

  var samples: CSVFile { get throws { try CSVFile(project.read(folder + "/" + Self.samples)) } }

  /// The report and the details of all its scenarios.
  var report: String {
    get throws {
      let details = try project.names(folder + "/scenarios").map { "scenarios/" + $0 }
      return try (["report.md"] + details).map { try project.read(folder + "/" + $0) }.joined()
    }
  }

  /// The pictures' bytes by their names.
  var pictures: [String: Data] {
    get throws {
      let pictures = folder + "/pictures"
      let names = try project.names(pictures).filter { $0.hasSuffix(".png") }
      return Dictionary(
        uniqueKeysWithValues: try names.map { ($0, try project.data(pictures + "/" + $0)) })
    }
  }

  /// The trials of the journal in their order, each as `STRATEGY NUMBER STATUS`; throws where a
  /// line cannot be read.
  var trials: [String] {
    get throws {
      try project.read(folder + "/" + Self.journal).split(separator: "\n").dropFirst().map { line in
        let record = try JSONValue(String(line))
        let strategy = try #require(record.key["case"].strategy.text)
        let trial = Int(try #require(record.key.trial.number))
        return "\(strategy) \(trial) \(record.status.object.keys.sorted().joined())"
      }
    }
  }

  /// The median of a metric, of one strategy or of the only one.
  func median(_ metric: String, of strategy: String? = nil) throws -> Double {
    let record = try results.records.first {
      $0["metric"] == metric && (strategy == nil || $0["strategy"] == strategy)
    }
    return try #require(record?["median"].flatMap { Double($0) })
  }

  /// The status of each of a strategy's metrics that are available, each once.
  func statuses(of strategy: String) throws -> [String] {
    Array(
      Set(
        try results.records.filter { $0["strategy"] == strategy }.compactMap { $0["status"] }
          .filter { !$0.hasPrefix("not-available") })
    ).sorted()
  }
}
