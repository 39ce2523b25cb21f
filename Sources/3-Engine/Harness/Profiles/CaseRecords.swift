import ScenarioModel
import Support

/// The records that a program makes of the replays of a case.
package struct CaseRecords: Sendable {
  /// The names of the followed metrics.
  package let metrics: [String]
  /// The values of these metrics after each frame, of the frames until then; `nil` where a value is
  /// not available.
  package let steps: [[Double?]]
  package let recording: ReplayRecording
  package let transcripts: [Transcript]

  package init(
    metrics: [String], steps: [[Double?]], recording: ReplayRecording = ReplayRecording(),
    transcripts: [Transcript] = []
  ) {
    (self.metrics, self.steps) = (metrics, steps)
    (self.recording, self.transcripts) = (recording, transcripts)
  }
}

extension PairedCase {
  /// Replays the case twice: once observed, and once with a look at some metrics after each frame.
  ///
  /// - Throws: ``ProfileUnavailable``; ``HarnessError`` for a fault of the tool or its environment;
  ///   `CancellationError`.
  package func records(
    of revision: Revision, metrics: [String], limits: WorkerLimits, within seconds: Double
  ) async throws -> CaseRecords {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let pictures = try workspace.makeFolder("pictures")
    var limits = limits
    limits.seconds = min(limits.seconds, seconds)
    let preparation = prepare(revision, in: workspace)
    let outcome = try await WorkerSession.run(self[revision].program, limits: limits) { session in
      let inspection = try await session.inspect(preparation, pictures: pictures).0
      _ = try await session.prepare(preparation)
      return (inspection, try await session.follow(metrics))
    }
    switch outcome {
    case .broken(let status): throw ProfileUnavailable("the \(revision.rawValue): \(status)")
    case .completed((let inspection, let steps), _):
      let recording = try inspection.recording.map {
        try ReplayRecording(file: Array(RegularFile.read("\(pictures)/\($0)")))
      }
      return CaseRecords(
        metrics: metrics, steps: steps, recording: recording ?? ReplayRecording(),
        transcripts: inspection.transcripts)
    }
  }
}
