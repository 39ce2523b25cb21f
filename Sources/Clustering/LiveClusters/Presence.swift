/// An object that copies of a value hold together, so that one can tell whether there are others.
final class Presence: Sendable {}
