import Support

/// A store of pins in a temporary folder, which is removed with it, or by the next server where the
/// process was killed.
public struct TemporaryPinStore: Sendable {
  /// The store.
  public let store: SQLitePinStore
  private let folder: LockedFolder

  /// Makes a store of pins; removes those that killed processes left behind. An error leaves no file.
  public init(_ pins: consuming [StoredPin]) throws(PinStoreError) {
    LockedFolder.removeAbandoned()
    do throws(LockedFolder.Failure) {
      folder = try LockedFolder()
    } catch {
      throw .database(name: error.path, reason: error.reason)
    }
    do throws(PinStoreError) {
      let path = folder.path + "/pins.sqlite"
      try SQLitePinStore.build(pins, at: path)
      // It ends with its process, so that no batch waits for the disk.
      store = try SQLitePinStore(path: path, durability: .process)
    } catch {
      folder.remove()
      throw error
    }
  }

  /// Removes the folder, after the store was closed.
  public func remove() {
    folder.remove()
  }
}
