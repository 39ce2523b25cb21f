/// A fault of the tool or its environment that ends a run.
public enum HarnessError: Error, Hashable, Sendable {
  /// A worker speaks another version of the protocol.
  case otherProtocol(found: String)
  /// A file or a folder cannot be written.
  case cannotWrite(path: String, reason: String)
  /// A trial cannot be added to the journal.
  case cannotRecord(path: String, reason: String)
  /// The machine failed while a strategy ran.
  case environmentFailure(reason: String)
  /// A file cannot be read.
  case cannotRead(path: String, reason: String)
  /// The output folder contains an unfinished run.
  case runExists(folder: String)
  /// The output folder contains a finished run.
  case finishedRunExists(folder: String)
  /// Another process writes a run into the folder.
  case runInProgress(folder: String)
  /// The output folder contains a file that no run has written.
  case foreignFile(folder: String, name: String)
  /// The folder contains no journal to continue.
  case nothingToResume(folder: String)
  /// The run to continue has another plan.
  case otherPlan(folder: String)
  /// Data files changed during the run.
  case changedFiles(scenarios: [String])
  /// The journal was removed or changed during the run.
  case lostJournal(path: String, reason: String)
  /// A line of the journal cannot be decoded.
  case damagedJournal(path: String, line: Int, reason: String)
  /// The worker's program cannot be started.
  case workerCannotStart(program: String, reason: String)
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
    case .cannotRecord(let path, let reason):
      "cannot record a trial in \(path): \(reason); the earlier trials of 'run' are recorded, and "
        + "--resume continues it; other commands start from the beginning"
    case .environmentFailure(let reason):
      "\(reason); this is a problem of the machine, not of a strategy: free disk space (trials keep "
        + "their files in TMPDIR) and start again; 'run --resume' continues a run"
    case .cannotRead(let path, let reason):
      "cannot read \(path): \(reason)"
    case .runExists(let folder):
      "\(folder) holds an unfinished run; continue it with 'run --resume', or choose another "
        + "folder with --out, or delete it"
    case .finishedRunExists(let folder):
      "\(folder) holds a finished run; replace it with --overwrite, or choose another folder with "
        + "--out"
    case .runInProgress(let folder):
      "another process is writing a run into \(folder); wait for it, or choose another folder "
        + "with --out"
    case .foreignFile(let folder, let name):
      "expected an empty folder or one of an earlier run, found '\(name)' in \(folder), which is "
        + "not from a run; choose another folder with --out"
    case .nothingToResume(let folder):
      "expected a run to continue in \(folder), found no journal there; run without --resume"
    case .otherPlan(let folder):
      "the run in \(folder) was begun with other scenarios, options or another build; "
        + "results of two plans are not mixed: run without --resume into another folder (--out)"
    case .changedFiles(let scenarios):
      "\(scenarios.joined(separator: ", ")): data or profile files that these scenarios name changed "
        + "while the run read them, so that its trials had different data: run it again without --resume"
    case .lostJournal(let path, let reason):
      "the journal \(path) was removed or changed while the run wrote it (\(reason)); the report of "
        + "this run is complete, but --resume and 'merge' need the journal: for them, run it again"
    case .damagedJournal(let path, let line, let reason):
      "\(path):\(line):1: error: this line of the journal cannot be read (\(reason)); "
        + "delete it to measure its trial again"
    case .workerCannotStart(let program, let reason):
      "cannot start the worker \(program): \(reason)"
    }
  }
}
