import ArgumentParser
import Foundation
import Logging
import PinStorage
import PostgreSQLStorage

/// The store that a server reads, and the folder that is removed with it.
struct OpenedStore {
  let store: any PinStore
  private let temporaryFolder: String?

  /// Opens a store, or makes one of a file of pins.
  init(source: String?, store: String?, logger: Logger) throws {
    do {
      guard let source, !Self.isStore(source) else {
        // With a store and no file, the store is opened; a store as the file is the same.
        self.store = try Self.open(source ?? store ?? "")
        temporaryFolder = nil
        return
      }
      let start = ContinuousClock.now
      let imported = try PinImport(path: source)
      if let address = store.flatMap(PostgreSQLAddress.init) {
        let database = try PostgreSQLPinStore(address)
        try database.fill(imported.pins)
        self.store = database
        temporaryFolder = nil
        return
      }
      let path: String
      if let store {
        guard !FileManager.default.fileExists(atPath: store) else {
          throw ValidationError(
            "--store: expected a file that is not there yet, as the pins come from \(source); found "
              + "\(store). To serve it, leave \(source) away")
        }
        path = store
        temporaryFolder = nil
      } else {
        let folder =
          FileManager.default.temporaryDirectory.path + "/mappressure-server-"
          + UUID().uuidString
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = folder + "/pins.sqlite"
        temporaryFolder = folder
      }
      try SQLitePinStore.build(imported.pins, at: path)
      self.store = try SQLitePinStore(path: path)
      logger.info(
        "pins read",
        metadata: [
          "summary": "\(imported.summary)",
          "identifiers": "\(imported.hasOwnIdentifiers ? "of the file" : "positions in the file")",
          "milliseconds": "\(Int((ContinuousClock.now - start) / .milliseconds(1)))",
        ])
    } catch let error as ValidationError {
      throw error
    } catch {
      FileHandle.standardError.write(Data("mappressure-server: \(error)\n".utf8))
      throw ExitCode(1)
    }
  }

  static func open(_ path: String) throws -> any PinStore {
    if let address = PostgreSQLAddress(path) { return try PostgreSQLPinStore(address) }
    return try SQLitePinStore(path: path)
  }

  private static func isStore(_ path: String) -> Bool {
    SQLitePinStore.isStore(path: path)
  }

  func close(logger: Logger) {
    do {
      try (store as? SQLitePinStore)?.close()
    } catch {
      logger.error("the store cannot be closed", metadata: ["reason": "\(error)"])
    }
    if let temporaryFolder { try? FileManager.default.removeItem(atPath: temporaryFolder) }
  }
}
