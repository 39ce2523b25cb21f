/// The mistakes of a file that is read to its end.
///
/// All values of the file have it. A part with a mistake is replaced by a stand-in, so that the
/// mistakes of the other parts are found, too; what depends on the part is not checked. Without it,
/// the first mistake ends the reading.
package final class Mistakes {
  /// Indicates whether the files that the file names are looked for.
  package let checksFiles: Bool
  /// The number of times that a mistake was found; one cause counts each time.
  package private(set) var count = 0
  private let file: String
  private var errors: [InputError] = []
  private var known: Set<InputError> = []

  /// More than a person corrects at once. A file of any text may have very many.
  package static let maxCount = 100

  /// - Parameter file: the file, whose mistakes come before the mistakes of the files that it
  ///   names.
  package init(file: String, checkingFiles: Bool = false) {
    self.file = file
    checksFiles = checkingFiles
  }

  /// - Parameter isCounted: false for a mistake that leaves the parts of the file as they are.
  package func add(_ error: InputError, isCounted: Bool = true) {
    if isCounted { count += 1 }
    for single in error.all where known.insert(single).inserted { errors.append(single) }
  }

  /// All mistakes in the file's order; `nil` if there are none.
  package var error: InputError? {
    let sorted = errors.enumerated().map { index, error in
      (
        place: (
          error.location.file == file ? 0 : 1, error.location.line, error.location.column, index
        ),
        error: error
      )
    }.sorted { $0.place < $1.place }.map(\.error)
    guard sorted.count > Self.maxCount else { return InputError(all: sorted) }
    let more = "and \(sorted.count - Self.maxCount) more mistakes"
    return InputError(
      all: sorted.prefix(Self.maxCount)
        + [InputError(.data(more), at: sorted[Self.maxCount].location)])
  }
}

extension Mistakes? {
  /// Collects a mistake, or throws it.
  package func report(_ error: InputError) throws(InputError) {
    guard let self else { throw error }
    self.add(error)
  }

  /// Reads a part of a file, or reports its mistake and returns what stands in for the part.
  package func part<Value>(
    or standIn: @autoclosure () -> Value, _ read: @autoclosure () throws(InputError) -> Value
  ) throws(InputError) -> Value {
    do { return try read() } catch { try report(error) }
    return standIn()
  }
}
