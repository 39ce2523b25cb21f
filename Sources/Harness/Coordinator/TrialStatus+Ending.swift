import ScenarioModel

extension TrialStatus {
  /// What the end of a worker process means that had not answered yet.
  init(_ ending: WorkerProcess.Ending, limits: WorkerLimits) {
    switch ending.brokenLimit {
    case .time: self = .timedOut(seconds: limits.seconds)
    case .memory: self = .outOfMemory(limit: limits.memory)
    case nil where WorkerMemoryLimit.isDenial(ending.lastWords):
      self = .outOfMemory(limit: limits.memory)
    case nil:
      self = .crashed(ending: ProcessEnding.text(ending.status), standardError: ending.lastWords)
    }
  }
}
