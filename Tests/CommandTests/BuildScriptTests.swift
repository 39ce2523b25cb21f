import Foundation
import TestSupport
import Testing

/// `.ci/build` leaves out one line of the linker, and nothing else.
@Suite(.blocking) struct BuildScriptTests {
  #if os(Linux)
    @Test(arguments: [Int32(0), 1]) func theExitCodeAndAllOtherLinesStay(code: Int32) throws {
      let folder = try TemporaryFolder()
      try folder.writeProgram(
        "swift",
        """
        echo "[1/2] Linking"
        echo '/a/libFoundationEssentials.a(Data+Writing.swift.o):b.o:function c: warning: the use of `mktemp'"'"' is dangerous, better use `mkstemp'"'"''
        echo 'warning: the use of `tmpnam'"'"' is dangerous'
        echo "error: $*" >&2
        exit \(code)
        """)
      let path = folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
      let outcome = try RunningTool(
        program: RepositoryFile.path(".ci/build"), arguments: ["-c", "two words"], folder: folder,
        environment: ["PATH": path]
      ).outcome().expect(code)
      #expect(
        outcome.output == "[1/2] Linking\nwarning: the use of `tmpnam' is dangerous\n"
          + "error: build -c two words\n")
    }
  #endif
}
