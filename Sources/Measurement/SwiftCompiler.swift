/// The compiler that built this program; Swift offers no way to ask at run time.
enum SwiftCompiler {
  static var version: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3.3)
      "6.3.3 or later"
    #elseif compiler(>=6.3.2)
      "6.3.2"
    #elseif compiler(>=6.3.1)
      "6.3.1"
    #elseif compiler(>=6.3)
      "6.3.0"
    #else
      "6.2"
    #endif
  }
}
