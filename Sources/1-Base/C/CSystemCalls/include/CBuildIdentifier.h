// The identifier that the linker put into the program (--build-id).

#ifndef CBUILDIDENTIFIER_H
#define CBUILDIDENTIFIER_H

// Copies the program's identifier, at most `capacity` bytes.
// Returns its length, or 0 if the program has none, or if the system does not have such identifiers.
int mappressure_build_identifier(unsigned char *bytes, int capacity);

#endif
