/// A fault of the tool or its environment that ends a run.
public enum HarnessError: Error, Hashable, Sendable {
  /// A worker speaks another version of the protocol.
  case otherProtocol(found: String)
  /// A file or a folder cannot be written.
  case cannotWrite(path: String, reason: String)
  /// The machine failed while a strategy ran.
  case environmentFailure(reason: String)
  /// A file cannot be read.
  case cannotRead(path: String, reason: String)
  /// The folder contains no journal to continue.
  case nothingToResume(folder: String)
  /// The run to continue has another plan.
  case otherPlan(folder: String)
  /// The journal was removed or changed during the run.
  case lostJournal(path: String, reason: String)
  /// The worker's program cannot be started.
  case workerCannotStart(program: String, reason: String)
  /// A run cannot begin, continue or end as it should; the text is from the code that finds it.
  case refused(String)
}

extension HarnessError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .otherProtocol(let found):
      "expected a worker that speaks version \(WorkerProtocol.version) of the protocol, found "
        + "'\(found)'; use a program of the same build"
    case .cannotWrite(let path, let reason):
      "cannot write \(path): \(reason); free disk space or fix the permission, or choose another "
        + "folder (--out, or TMPDIR for temporary ones); 'run --resume' continues a run"
    case .environmentFailure(let reason):
      "\(reason); this is a problem of the machine, not of a strategy: free disk space (trials keep "
        + "their files in TMPDIR) and start again; 'run --resume' continues a run"
    case .cannotRead(let path, let reason):
      "cannot read \(path): \(reason)"
    case .nothingToResume(let folder):
      "expected a run to continue in \(folder), found no journal there; run without --resume"
    case .otherPlan(let folder):
      "the run in \(folder) was begun with other scenarios, options or another build; "
        + "results of two plans are not mixed: run without --resume into another folder (--out)"
    case .lostJournal(let path, let reason):
      "the journal \(path) was removed or changed while the run wrote it (\(reason)); the report of "
        + "this run is complete, but --resume and 'merge' need the journal: to use them, run again"
    case .workerCannotStart(let program, let reason):
      "cannot start the worker \(program): \(reason)"
    case .refused(let words): words
    }
  }
}
