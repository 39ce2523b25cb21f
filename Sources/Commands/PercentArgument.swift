import ArgumentParser

/// A share on the command line, in hundredths: `2`, `2%`, `0.5 %`.
struct PercentArgument: ExpressibleByArgument {
  /// 0.02 for 2 %.
  let share: Double

  init(share: Double) {
    self.share = share
  }

  init?(argument: String) {
    let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
    guard let percent = Double(digits.filter { $0 != " " }), percent.isFinite, percent > 0,
      percent <= 100
    else { return nil }
    share = percent / 100
  }

  var defaultValueDescription: String { "\((share * 1_000).rounded() / 10) %" }
}
