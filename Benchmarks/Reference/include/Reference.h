#ifndef REFERENCE_H
#define REFERENCE_H

#include <stddef.h>
#include <stdint.h>

/// What the figures are held against: the same work in plain C over libcrypto, with nothing remembered between calls.
typedef struct reference_verifier reference_verifier;

/// - Parameter root: a trusted root certificate in DER.
reference_verifier *_Nullable reference_verifier_new(const uint8_t *_Nonnull root, size_t length);
void reference_verifier_free(reference_verifier *_Nullable verifier);

/// Decodes header and payload, parses the three certificates of `x5c`, validates the chain at `time` (seconds since 1970)
/// and verifies the signature. Returns 1 if all of it holds.
int reference_verify(
    reference_verifier *_Nonnull verifier, const uint8_t *_Nonnull jws, size_t length, int64_t time);

/// How many blocks of memory this thread has asked for since the process began.
uint64_t allocations_of_this_thread(void);

#endif
