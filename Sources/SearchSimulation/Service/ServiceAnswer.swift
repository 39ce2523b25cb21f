/// What the service answers a request with, and what that costs.
struct ServiceAnswer<Content> {
  let content: Result<Content, MapError>
  let bytes: Int
  let examinedPlaces: Int

  init(_ content: Result<Content, MapError>, bytes: Int = 0, examinedPlaces: Int = 0) {
    self.content = content
    self.bytes = bytes
    self.examinedPlaces = examinedPlaces
  }
}
