import Measurement

extension MachineLoad {
  /// The load in few words: `load 4.2, 1.0 % of the time stolen, 25 % waited for a processor`.
  var text: String {
    [
      average.map { "load \(NumberFormat.plain($0))" },
      stolen.map { "\(NumberFormat.percent($0)) of the time stolen by the host" },
      waiting.map { "\(NumberFormat.percent($0)) waited for a processor" },
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The cells of ``columns``; empty where the system does not tell.
  var cells: [String] {
    [
      average.map { NumberFormat.plain($0) }, stolen.map { NumberFormat.percent($0) },
      waiting.map { NumberFormat.percent($0) },
    ].map { $0 ?? "" }
  }

  static let columns = ["Load", "Stolen by the host", "Waited for a processor"]
}
