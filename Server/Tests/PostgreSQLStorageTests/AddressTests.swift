import PinService
import PostgreSQLStorage
import Testing

@Suite("What is said of a database's address")
struct AddressTests {
  private func message(_ text: String) throws -> String {
    let address = try #require(PostgreSQLAddress(text))
    let error = #expect(throws: PinStoreError.self) { try PostgreSQLPinStore(address) }
    return error.map { "\($0)" } ?? ""
  }

  @Test(
    "No message has a password",
    arguments: [
      // What libpq cannot read.
      "postgres://u:sec%zzret@h/x", "postgres://u:secret@[::1/x", "postgresql://u:secret@h:port/x",
      "postgres://u@h/x?password=secret&no-such-option=1", "postgres://u:secret@h/x?sslmode",
      // What it can read, and cannot reach.
      "postgres://u:secret@127.0.0.1:1/x", "postgres://u@127.0.0.1:1/x?password=secret",
      "postgres://u:sec?zzret@127.0.0.1:1/x", "postgres://u:sec#zzret@127.0.0.1:1/x",
      "postgres://u:sec:zzret@127.0.0.1:1/x",
      // What it reads otherwise than its user: the password ends at its first @ or /.
      "postgres://u:secret/zzret@127.0.0.1:1/x", "postgres://u:12/zzret@127.0.0.1:1/x",
      "postgres://u:secret@zzret@127.0.0.1:1/x", "postgres://u:12@zzret/a@127.0.0.1:1/x",
      "postgres://127.0.0.1:secret/zzret", "postgres://127.0.0.1:1/zz%20ret secret",
      // Other forms, which it cannot read as an address or not at all.
      "Postgres://u:secret@127.0.0.1:1/x", " postgres://u:secret@127.0.0.1:1/x\n",
      "postgresql+psycopg2://u:secret@127.0.0.1:1/x", "postgres:u:secret@127.0.0.1/x",
      "jdbc:postgresql://127.0.0.1:1/x?user=u&password=secret", "http://u:secret@h/x",
      "host=127.0.0.1 port=1 user=u password=secret", "PASSWORD = secret host = 127.0.0.1",
    ])
  func passwords(text: String) throws {
    let said = try message(text)
    #expect(said.contains("postgres"))
    for part in ["secret", "sec%", "zzret"] { #expect(!said.contains(part), "\(said)") }
  }

  @Test("An address of words is shown, however its scheme is written")
  func words() throws {
    for text in [
      "postgres://u:secret@127.0.0.1:1/x?connect_timeout=1", " POSTGRES://u@127.0.0.1:1/x ",
    ] {
      #expect(try message(text).contains("postgres://u@127.0.0.1:1/x"))
    }
    let hidden = try message("postgresql://u:secret@127.0.0.1:1/a%40b")
    #expect(hidden.contains("postgresql://…") && hidden.contains("%40 for @"), "\(hidden)")
  }

  @Test("The name of a file is no address")
  func others() {
    for name in ["pins.sqlite", "postgres.sqlite", "a password.csv", "a=b.csv", "./a:b/pins", ""] {
      #expect(PostgreSQLAddress(name) == nil)
    }
  }
}
