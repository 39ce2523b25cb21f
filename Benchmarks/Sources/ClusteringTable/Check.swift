/// Something that must be so for the table to mean anything.
struct Check {
  /// What must be so, the same on every subject.
  let title: String
  let subject: Subject
  let hasPassed: Bool
  /// What was found.
  let finding: String
}
