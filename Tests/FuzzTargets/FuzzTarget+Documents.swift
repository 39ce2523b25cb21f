import Foundation
import Gate
import Harness
import Reporting
import ScenarioModel

extension FuzzTarget {
  /// What the program has written itself, and reads back.
  static let documents: [FuzzTarget] = [journal, results, baseline, gate]

  /// The journal of a shard's run, as `merge` reads it; a run that goes on reads it the same way.
  private static let journal = FuzzTarget("journal", dictionary: "journal") { input in
    let run: ShardRun
    do {
      run = try journalFile.with(input, neighbours: ["results.json": provenanceOnly]) { _ in
        try ShardRun(folder: journalFile.folder)
      }
    } catch let error as FinishedRunError {
      let place = error.description.firstMatch(of: /:([0-9]+):1: error:/)
      if let line = place.flatMap({ Int($0.output.1) }) {
        try require(line: line, in: input, "\(error)")
      }
      return .refused("\(error)")
    }
    for record in run.records {
      let again = try JSONDecoder().decode(TrialRecord.self, from: JSONEncoder().encode(record))
      try require(again == record, "a record that is written and read again is another one")
    }
    return .accepted
  }

  /// A run's results, as `compare` reads them.
  private static let results = FuzzTarget("results", dictionary: "results") { input in
    let results: RunResults
    do {
      results = try resultsFile.with(input) { _ in try RunResults(ofRunIn: resultsFile.folder) }
    } catch let error as FinishedRunError {
      return .refused("\(error)")
    }
    // As text: a number that is none equals nothing.
    let text = try JSONEncoder.results.encode(results)
    let again = try resultsFile.with(text) { _ in try RunResults(ofRunIn: resultsFile.folder) }
    try require(
      try JSONEncoder.results.encode(again) == text,
      "results that are written and read again are others")
    return .accepted
  }

  /// A committed baseline, as `gate` and `baseline` read it.
  private static let baseline = FuzzTarget("baseline", dictionary: "baseline") { input in
    let document: RunResults
    do {
      document = try baselineFile.with(input) { try RunResults(baseline: $0) }
    } catch let error as BaselineError {
      return .refused("\(error)")
    }
    let text = try document.baselineText()
    let again = try RunResults(baseline: Data(text.utf8), path: "again.json")
    try require(
      try again.baselineText() == text, "a baseline that is written and read again is another one")
    return .accepted
  }

  /// A gate's results, as `merge` reads them, and a gate that goes on.
  private static let gate = FuzzTarget("gate", dictionary: "gate") { input in
    let results: ComparisonResults
    do {
      results = try ComparisonResults(json: input, path: "gate.json")
    } catch let error as FinishedRunError {
      return .refused("\(error)")
    }
    let verdict = ComparisonVerdict(results)
    let text = try ComparisonReport.json(results, verdict: verdict)
    let again = try ComparisonResults(json: Data(text.utf8), path: "again.json")
    try require(
      try ComparisonReport.json(again, verdict: verdict) == text,
      "a gate that is written and read again is another one")
    return .accepted
  }

  private static let journalFile = ScratchFile("journal.jsonl")
  private static let resultsFile = ScratchFile("results.json")
  private static let baselineFile = ScratchFile("baseline.json")

  /// What is read of a shard's results.
  private static let provenanceOnly = Data(
    """
    {"provenance": {"build": "release", "commit": "none",
      "allocator": {"name": "jemalloc", "version": "5.3.0"},
      "machine": {"architecture": "x86_64", "kernel": "Linux", "logicalProcessors": 2,
        "memory": 1000000, "processor": "AMD EPYC", "swiftVersion": "6.3.1"}}}
    """.utf8)
}
