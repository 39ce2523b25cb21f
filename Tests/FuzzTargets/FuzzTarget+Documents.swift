import Foundation
import Gate
import Harness
import Reporting
import ScenarioModel

extension FuzzTarget {
  /// The documents that the program has written itself, and reads back.
  static let documents: [FuzzTarget] = [journal, results, baseline, gate]

  /// The journal of a shard's run, as `merge` reads it; a run that is resumed reads it the same way.
  private static let journal = FuzzTarget(
    "journal", dictionary: "journal", refusingWith: FinishedRunError.self
  ) { input in
    try journalFile.with(input, neighbours: ["results.json": provenanceOnly]) { _ in
      try ShardRun(folder: journalFile.folder)
    }
  } checkError: { error, input in
    let place = error.description.firstMatch(of: /:([0-9]+):1: error:/)
    if let line = place.flatMap({ Int($0.output.1) }) {
      try require(line: line, in: input, "\(error)")
    }
  } check: { run in
    for record in run.records {
      let again = try JSONDecoder().decode(TrialRecord.self, from: JSONEncoder().encode(record))
      try require(again == record, "a record that is written and read again is another one")
    }
  }

  /// A run's results, as `compare` reads them.
  private static let results = FuzzTarget(
    "results", dictionary: "results", refusingWith: FinishedRunError.self
  ) { input in
    try resultsFile.with(input) { _ in try RunResults(ofRunIn: resultsFile.folder) }
  } check: { results in
    // As text: a number that is none equals nothing.
    let text = try JSONEncoder.results.encode(results)
    let again = try resultsFile.with(text) { _ in try RunResults(ofRunIn: resultsFile.folder) }
    try require(
      try JSONEncoder.results.encode(again) == text,
      "results that are written and read again are others")
  }

  /// A committed baseline, as `gate` and `baseline` read it.
  private static let baseline = FuzzTarget(
    "baseline", dictionary: "baseline", refusingWith: BaselineError.self
  ) { input in
    try baselineFile.with(input) { try RunResults(baseline: $0) }
  } check: { document in
    let text = try document.baselineText()
    let again = try RunResults(baseline: Data(text.utf8), path: "again.json")
    try require(
      try again.baselineText() == text, "a baseline that is written and read again is another one")
  }

  /// A gate's results, as `merge` reads them, and a gate that continues.
  private static let gate = FuzzTarget(
    "gate", dictionary: "gate", refusingWith: FinishedRunError.self
  ) { input in
    try ComparisonResults(json: input, path: "gate.json")
  } check: { results in
    let verdict = ComparisonVerdict(results)
    let text = try ComparisonReport.json(results, verdict: verdict)
    let again = try ComparisonResults(json: Data(text.utf8), path: "again.json")
    try require(
      try ComparisonReport.json(again, verdict: verdict) == text,
      "a gate that is written and read again is another one")
  }

  private static let journalFile = ScratchFile("journal.jsonl")
  private static let resultsFile = ScratchFile("results.json")
  private static let baselineFile = ScratchFile("baseline.json")

  /// The part of a shard's results that is read.
  private static let provenanceOnly = Data(
    """
    {"provenance": {"build": "release", "commit": "none",
      "allocator": {"name": "jemalloc", "version": "5.3.0"},
      "machine": {"architecture": "x86_64", "kernel": "Linux", "logicalProcessors": 2,
        "memory": 1000000, "processor": "AMD EPYC", "swiftVersion": "6.3.1"}}}
    """.utf8)
}
