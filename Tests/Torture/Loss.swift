import ArgumentParser

/// Something that the program promises and did not keep.
struct Loss: Error, CustomStringConvertible {
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    /// A number, a row or a line of the journal is another one, or gone.
    case numbers
    /// The program ended with a code, or with a signal, that means something else.
    case exit
    /// A file is half written, or a partial one was left.
    case files
    /// A process outlived the program, or the program its time.
    case processes
    /// A temporary folder was left.
    case litter
    /// The program did not live through what happened to its streams.
    case streams
    /// The attack itself could not be made.
    case attack
  }

  let kind: Kind
  let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = "\(kind.rawValue): \(description)"
  }
}

func require(
  _ condition: Bool, _ kind: Loss.Kind, _ description: @autoclosure () -> String
) throws(Loss) {
  if !condition { throw Loss(kind, description()) }
}

/// Does what may throw anything, as a part of an attack.
func attempt<Result>(_ what: String, _ body: () throws -> Result) throws(Loss) -> Result {
  do {
    return try body()
  } catch let loss as Loss {
    throw loss
  } catch {
    throw Loss(.attack, "\(what): \(error)")
  }
}
