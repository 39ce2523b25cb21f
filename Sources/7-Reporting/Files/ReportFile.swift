import Foundation
import Support

/// The files of a report: each appears whole or not at all.
package enum ReportFile {
  /// Creates a folder, with those around it, if there is none.
  static func makeFolder(_ path: String) throws(ReportingError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: path, reason: FileFault.reason(error))
    }
  }

  /// Writes files by their names into a folder, in their order.
  package static func write(_ files: [(String, String)], to folder: String) throws(ReportingError) {
    for (name, text) in files { try write(Array(text.utf8), as: name, in: folder) }
  }

  /// Writes a file into a folder that is there, or into a folder in it, which is made.
  static func write(_ bytes: [UInt8], as name: String, in folder: String) throws(ReportingError) {
    if let slash = name.unicodeScalars.lastIndex(of: "/") {
      let inner = "\(folder)/\(name[..<slash])"
      guard mkdir(inner, 0o777) == 0 || errno == EEXIST else {
        throw .cannotWrite(path: inner, reason: String(cString: strerror(errno)))
      }
    }
    let path = folder + "/" + name
    do {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw .cannotWrite(path: path, reason: error.reason)
    }
  }
}

/// A reason why a report could not be written.
package enum ReportingError: Error, Hashable, Sendable {
  /// A file of the report could not be written.
  case cannotWrite(path: String, reason: String)
  /// A file that the report needs could not be read.
  case cannotRead(path: String, reason: String)
  /// A result could not be encoded.
  case cannotEncode(file: String, reason: String)
  /// The path of the output exists and is not a folder.
  case notAFolder(path: String)
  /// The folder for a report to publish holds something.
  case notEmpty(path: String)
  /// A file of the report exists and was not written by a comparison.
  case foreignFile(path: String)
}

extension ReportingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotWrite(let path, let reason):
      "cannot write \(path): \(reason); free disk space or choose another folder with --out; the "
        + "measurements of 'run' are in its journal, and --resume continues the run"
    case .cannotRead(let path, let reason):
      "cannot read \(path): \(reason)"
    case .notAFolder(let path):
      "expected a folder, or none yet, at \(path), found something else; choose another one with "
        + "--out"
    case .notEmpty(let path):
      "expected an empty folder, or none yet, at \(path), found files in it; remove them, or "
        + "choose another folder"
    case .foreignFile(let path):
      "\(path) was not written by a comparison, so it is not replaced; choose another folder "
        + "with --out, or remove the file"
    case .cannotEncode(let file, let reason):
      "the results cannot be written as \(file): \(reason); this is a bug in the tool"
    }
  }
}
