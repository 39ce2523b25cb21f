import ArgumentParser
import Foundation
import Logging
import PinService
import PostgreSQLStorage

/// The store that a server reads.
struct OpenedStore {
  let store: any PinStore
  /// The name of the file or of the store, without its folder or a password.
  let name: String
  /// A store that is removed with the server.
  private var temporary: TemporaryPinStore?

  /// Opens a store, or makes one of a file of pins.
  init(source: String?, store: String?, maxPlaces: Int, logger: Logger) throws {
    let origin = source ?? store ?? ""
    name =
      PostgreSQLAddress(origin)?.name ?? URL(fileURLWithPath: origin).lastPathComponent
    guard let source, !Self.isStore(source) else {
      // With a store and no file, the store is opened; a store as the file is the same.
      self.store = try Self.open(origin)
      return
    }
    let start = ContinuousClock.now
    if let store, PostgreSQLAddress(store) == nil, FileManager.default.fileExists(atPath: store) {
      // Said before the file is read; the build itself replaces no file either.
      throw PinStoreError.exists(path: store)
    }
    let imported = try PinImport(path: source, maxPlaces: maxPlaces)
    if let address = store.flatMap(PostgreSQLAddress.init) {
      let database = try PostgreSQLPinStore(address)
      try database.fill(imported.pins)
      self.store = database
    } else if let path = store {
      try SQLitePinStore.build(imported.pins, at: path)
      self.store = try SQLitePinStore(path: path)
    } else {
      let made = try TemporaryPinStore(imported.pins)
      self.store = made.store
      temporary = made
    }
    logger.info(
      "pins read",
      metadata: [
        "summary": "\(imported.summary)",
        "identifiers": "\(imported.hasOwnIdentifiers ? "of the file" : "positions in the file")",
        "milliseconds": "\(Int((ContinuousClock.now - start) / .milliseconds(1)))",
      ])
  }

  private static func isStore(_ name: String) -> Bool {
    PostgreSQLAddress(name) != nil || SQLitePinStore.isStore(path: name)
  }

  static func open(_ path: String) throws -> any PinStore {
    if let address = PostgreSQLAddress(path) { return try PostgreSQLPinStore(address) }
    return try SQLitePinStore(path: path)
  }

  func close(logger: Logger) {
    do {
      try (store as? SQLitePinStore)?.close()
    } catch {
      logger.error("the store cannot be closed", metadata: ["reason": "\(error)"])
    }
    temporary?.remove()
  }
}
