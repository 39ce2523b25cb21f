import Foundation
import Harness
import Support
import Verdicts

extension ResultsDocument {
  /// Reads back the results in a run's folder.
  public init(ofRunIn folder: String) throws(ResultsReadingError) {
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
    // A file of another schema may look otherwise in everything else.
    let schema = try Self.decode(SchemaOnly.self, from: data, path: path).schema
    guard schema == Self.currentSchema else { throw .otherSchema(path: path, found: schema) }
    self = try Self.decode(ResultsDocument.self, from: data, path: path)
  }

  private struct SchemaOnly: Decodable {
    let schema: Int
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, path: String
  ) throws(ResultsReadingError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw .damaged(path: path, reason: DecodingFault.reason(error))
    }
  }
}

/// Why the results of an earlier run cannot be read.
public enum ResultsReadingError: Error, Hashable, Sendable {
  case missing(folder: String)
  case unfinished(folder: String)
  case damaged(path: String, reason: String)
  case otherSchema(path: String, found: Int)
}

extension ResultsReadingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let folder):
      "expected a run's folder at \(folder), found none; '"
        + ShellWord.command(["mappressure", "run", "--out", folder]) + "' makes it"
    case .unfinished(let folder):
      "expected \(RunFolder.resultsFile) in \(folder), found none; if a run was interrupted there, "
        + "go on with it: run --resume"
    case .damaged(let path, let reason):
      "\(path) cannot be read: \(reason); make the run again"
    case .otherSchema(let path, let found):
      "expected results of schema \(ResultsDocument.currentSchema) in \(path), found schema "
        + "\(found); make the run again with this build"
    }
  }
}
