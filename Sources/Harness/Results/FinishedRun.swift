import Foundation
import ScenarioModel
import Support

extension RunResults {
  /// Reads the results in the folder of a finished run.
  public init(ofRunIn folder: String) throws(FinishedRunError) {
    let path = folder + "/" + RunFolder.resultsFile
    guard FileManager.default.fileExists(atPath: path) else {
      throw FileManager.default.fileExists(atPath: folder)
        ? .unfinished(folder: folder) : .missing(folder: folder)
    }
    let data: Data
    do throws(RegularFile.Failure) {
      data = try RegularFile.read(path)
    } catch {
      throw .damaged(path: path, reason: error.description)
    }
    do throws(ResultsDecodingError) {
      try self.init(json: data)
    } catch {
      switch error {
      case .otherVersion(let found): throw .otherVersion(path: path, found: found)
      case .damaged(let reason): throw .damaged(path: path, reason: reason)
      }
    }
  }
}

/// Why the results of an earlier run cannot be read.
public enum FinishedRunError: Error, Hashable, Sendable {
  case missing(folder: String)
  case unfinished(folder: String)
  case damaged(path: String, reason: String)
  case otherVersion(path: String, found: Int)
}

extension FinishedRunError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let folder):
      "expected a run's folder at \(folder), found none; '"
        + ShellWord.command(["mappressure", "run", "--out", folder]) + "' makes it"
    case .unfinished(let folder):
      "expected \(RunFolder.resultsFile) in \(folder), found none; if a run was interrupted there, "
        + "continue it: run --resume"
    case .damaged(let path, let reason):
      "\(path) cannot be read: \(reason); make the run again"
    case .otherVersion(let path, let found):
      "expected results of version \(RunResults.version) in \(path), found version \(found); make "
        + "the run again with this build"
    }
  }
}
