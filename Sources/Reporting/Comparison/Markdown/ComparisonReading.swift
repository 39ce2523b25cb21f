import Verdicts

/// What the words and the kinds of number of the report mean, and what it does not claim.
struct ComparisonReading {
  let results: ComparisonResults

  func write(to document: inout MarkdownDocument) {
    var part = MarkdownDocument()
    part.list([
      "**Counted**: operations and bytes that are the same on every run; compared exactly.",
      "**Modelled**: what a platform profile predicts from counted operations; the same on every "
        + "run, compared exactly, and not a device measurement.",
      "**Measured**: what the clock and the operating system say; compared "
        + measured,
      "**Inconclusive**: the interval holds changes that would pass and changes that would not. It "
        + "is no pass; a longer budget or a quieter machine decides more. A case for which the "
        + "base gave no numbers that one could compare with is undecided as well.",
      "**Would have seen**: the smallest change for the worse that this comparison would have "
        + "found 95 times in 100.",
      "**Not gated**: told for the reader; neither direction is bad in itself, or nothing can "
        + "judge it.",
    ])
    part.paragraph(
      "Not claimed: changes in time smaller than the margin (the layout of the code alone makes "
        + "about 1 %); rare slow frames (frames slower in fewer than a fifth of the pairs are "
        + "trimmed away); what costs only in a cold process; frames that were not replayed; other "
        + "machines, and phones above all.")
    document.folded("How to read this", part)
  }

  private var measured: String {
    switch results.kind {
    case .programs:
      "times in pairs of fresh processes side by side, memory by the trials of both sides."
    case .runs:
      "memory by the trials of both runs. Times are told and not judged: those of two runs differ "
        + "by 30 % and more on a shared machine."
    case .baseline:
      "only as a ratio to the naive strategy of the same run, because a stored time says nothing "
        + "of another day or machine."
    }
  }
}
