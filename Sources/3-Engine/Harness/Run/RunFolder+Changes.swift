import Foundation
import ScenarioModel
import Support

extension RunFolder {
  /// Checks that a run may write to a folder: that it holds a run's journal, or nothing but hidden
  /// files. Changes nothing.
  static func check(_ folder: String) throws {
    guard !Journal.isBegun(in: folder) else { return }
    let empty = [journalFile, name(of: journalFile)].filter { Journal.isEmpty(folder + "/" + $0) }
    let found = files(of: folder) + files(in: dataFolder, of: folder)
    if let foreign = found.first(where: { !([dataFolder, ownScenarioFile] + empty).contains($0) }) {
      throw HarnessError.refused(
        "expected an empty folder or one of an earlier run, found '\(foreign)' in \(folder), which "
          + "is not from a run; choose another folder with --out")
    }
  }

  /// Checks that a new run may begin in a folder. Changes nothing.
  ///
  /// - Parameter replaces: true if a finished run is to be replaced.
  package static func check(_ folder: String, replacing replaces: Bool) throws {
    try check(folder)
    guard replaces || !isFinished(folder) else {
      throw HarnessError.refused(
        "\(folder) holds a finished run; replace it with --overwrite, or choose another folder "
          + "with --out")
    }
    if Journal.hasRecords(in: folder), !isFinished(folder) {
      throw HarnessError.refused(
        "\(folder) holds an unfinished run; continue it with 'run --resume', or choose another "
          + "folder with --out, or delete it")
    }
  }

  /// Prepares the folder for a new run: removes the files of a finished run if it is to be replaced,
  /// and nothing else.
  ///
  /// A run is finished if it has results, which are written last. An unfinished run with a recorded
  /// trial is refused.
  static func prepare(_ folder: String, replacing replaces: Bool) throws {
    try check(folder, replacing: replaces)
    let recorded = Journal.pictures(in: folder)
    // The results go first: a folder with results has all of its run.
    try reopen(folder, keeping: recorded)
    try remove(recorded.map(place), from: folder)
    try removeBacktraces(in: folder)
    removeEmptyFolders(in: folder)
  }

  /// Removes the results of a finished run whose journal is about to grow; its journal stays, and so
  /// do the pictures and recordings that it names. Removes the folder of the details of scenarios if
  /// nothing else is in it.
  ///
  /// - Parameter recorded: the names of these pictures and recordings.
  static func reopen(_ folder: String, keeping recorded: [String]) throws {
    try settle(recorded, in: folder)
    let details = files(in: scenarioFolder, of: folder)
    // Earlier versions had drawings next to the documents that show them.
    let earlier = files(of: folder).filter { $0.hasPrefix("sensitivity-") } + details
    let kept = Set(recorded.map(place))
    let drawings = (earlier + files(in: pictureFolder, of: folder)).filter {
      $0.hasSuffix(".svg") && !kept.contains($0)
    }
    try remove(reports + drawings + details.filter { $0.hasSuffix(".md") }, from: folder)
    removeEmptyFolders(in: folder)
  }

  private static func removeEmptyFolders(in folder: String) {
    // Fails for one that is not empty, and may.
    for name in [scenarioFolder, pictureFolder, recordingFolder] { rmdir(folder + "/" + name) }
  }

  /// Moves the numbers, pictures and recordings that an earlier version wrote on top of a run's folder
  /// to their places. The journal stays where it is, because another process may write it.
  ///
  /// Each file is in one of its two places at any time, and is read in either.
  ///
  /// - Parameter recorded: the names of the pictures and recordings.
  package static func settle(_ recorded: [String], in folder: String) throws(HarnessError) {
    guard journal(in: folder) != folder + "/" + journalFile else { return }
    let files = reports.filter { $0.contains("/") } + recorded.filter(isPlainName).map(place)
    for file in files {
      let earlier = folder + "/" + name(of: file)
      guard isFile(earlier) else { continue }
      let target = try makeFolder(of: file, in: folder)
      // A file that is in its place is newer.
      guard (isFile(target) ? unlink(earlier) : rename(earlier, target)) == 0 else {
        throw .cannotWrite(path: target, reason: String(cString: strerror(errno)))
      }
    }
  }

  /// Returns whether there is a regular file, and neither a folder nor a link.
  private static func isFile(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  /// Creates the folder of a file of a run, with those around it, if there is none, and returns the
  /// path of the file.
  static func makeFolder(of file: String, in folder: String) throws(HarnessError) -> String {
    let inner = file.unicodeScalars.dropLast(name(of: file).unicodeScalars.count)
    try makeFolder(folder + "/" + String(inner))
    return folder + "/" + file
  }

  /// Creates a folder, with those around it, if there is none.
  static func makeFolder(_ path: String) throws(HarnessError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      let outer = sequence(first: URL(filePath: path)) { $0.deletingLastPathComponent() }
      if let file = outer.prefix(64).first(where: { isFile($0.relativePath) }) {
        throw .refused(
          "expected a folder for the results, found the file \(file.relativePath): name another "
            + "folder (--out)")
      }
      throw .cannotWrite(path: path, reason: FileFault.reason(error))
    }
  }

  /// Removes the stacks of earlier crashes.
  static func removeBacktraces(in folder: String) throws {
    let files = files(in: dataFolder, of: folder)
    try remove(files.filter { $0.hasSuffix("." + backtraceExtension) }, from: folder)
  }

  /// Removes files in a folder that are there.
  private static func remove(_ files: [String], from folder: String) throws {
    for file in files where exists(folder + "/" + file) {
      // Removes a file and never a folder.
      guard unlink(folder + "/" + file) == 0 else {
        throw HarnessError.cannotWrite(
          path: folder + "/" + file, reason: String(cString: strerror(errno)))
      }
    }
  }
}
