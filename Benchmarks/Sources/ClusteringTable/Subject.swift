import ClusteringWorkloads

/// What figures and checks are about: so many pins that lie so.
struct Subject: Hashable, CustomStringConvertible {
  let dataSet: DataSet
  let count: Int

  var description: String { "\(dataSet.rawValue) \(count)" }
}
