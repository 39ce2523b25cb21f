/// The folders of a pair's two processes.
struct PairFolders {
  private let base: Workspace
  private let head: Workspace

  init() throws {
    base = try Workspace()
    do {
      head = try Workspace()
    } catch {
      base.remove()
      throw error
    }
  }

  subscript(arm: PairArm) -> Workspace { arm == .base ? base : head }

  func remove() {
    base.remove()
    head.remove()
  }
}
