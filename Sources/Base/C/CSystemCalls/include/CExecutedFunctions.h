// Which functions of the program a process executes: a breakpoint at the entry of each, which is
// taken away when it is reached.

#ifndef CEXECUTEDFUNCTIONS_H
#define CEXECUTEDFUNCTIONS_H

/// The variable that names a file of entries; a process that finds it marks in the file what it
/// executes. Only on Linux with x86-64: elsewhere it has no effect.
///
/// The file begins with a number of 8 bytes, which is 0, and 1 once the process traces. Then there
/// are the entries, in ascending order and relative to where the program is loaded, of 8 bytes each,
/// and as many marks of one byte.
#define MAPPRESSURE_ENTRIES "MAPPRESSURE_ENTRIES"

#endif
