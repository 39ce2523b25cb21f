/// The subject of figures and checks: a number of pins and their distribution.
struct Subject: Hashable, CustomStringConvertible {
  let dataSet: DataSet
  let count: Int

  var description: String { "\(dataSet.rawValue) \(count)" }
}
