import ArgumentParser

/// A number of pins; underscores may group its digits.
struct SizeArgument: ExpressibleByArgument {
  let count: Int

  init?(argument: String) {
    guard let count = Int(argument.filter { $0 != "_" }), count >= 1 else { return nil }
    self.count = count
  }
}

/// The name of a row.
struct RowArgument: ExpressibleByArgument {
  let row: any Row

  init?(argument: String) {
    guard let row = RowCatalog.standard.first(where: { $0.name == argument }) else { return nil }
    self.row = row
  }

  static var allValueStrings: [String] { RowCatalog.standard.map(\.name) }
}

extension DataSet: ExpressibleByArgument {}
