#include "Reference.h"

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>

struct reference_verifier {
    X509_STORE *store;
};

reference_verifier *reference_verifier_new(const uint8_t *root, size_t length) {
    X509 *certificate = d2i_X509(NULL, &root, (long)length);
    if (!certificate) return NULL;
    reference_verifier *verifier = malloc(sizeof *verifier);
    verifier->store = X509_STORE_new();
    X509_STORE_add_cert(verifier->store, certificate);
    X509_free(certificate);
    return verifier;
}

void reference_verifier_free(reference_verifier *verifier) {
    if (!verifier) return;
    X509_STORE_free(verifier->store);
    free(verifier);
}

/// Decodes base64 of either alphabet without its padding. Returns the number of bytes, or -1.
static long decode(const uint8_t *text, size_t length, uint8_t *bytes) {
    static int8_t values[256];
    static int ready;
    if (!ready) {
        memset(values, -1, sizeof values);
        const char *digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        for (int i = 0; i < 62; i++) values[(uint8_t)digits[i]] = (int8_t)i;
        values['+'] = values['-'] = 62;
        values['/'] = values['_'] = 63;
        ready = 1;
    }
    uint32_t pending = 0;
    int bits = 0;
    long count = 0;
    for (size_t i = 0; i < length && text[i] != '='; i++) {
        int value = values[text[i]];
        if (value < 0) return -1;
        pending = pending << 6 | (uint32_t)value;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes[count++] = (uint8_t)(pending >> bits);
        }
    }
    return count;
}

static X509 *next_certificate(const char **text, uint8_t *bytes) {
    const char *begin = strchr(*text, '"');
    const char *end = begin ? strchr(begin + 1, '"') : NULL;
    if (!end) return NULL;
    *text = end + 1;
    const uint8_t *der = bytes;
    long length = decode((const uint8_t *)begin + 1, (size_t)(end - begin - 1), bytes);
    return length < 0 ? NULL : d2i_X509(NULL, &der, length);
}

static int chain_is_valid(reference_verifier *verifier, X509 *leaf, X509 *intermediate, int64_t time) {
    STACK_OF(X509) *untrusted = sk_X509_new_null();
    sk_X509_push(untrusted, intermediate);
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    X509_STORE_CTX_init(context, verifier->store, leaf, untrusted);
    X509_STORE_CTX_set_time(context, 0, (time_t)time);
    int is_valid = X509_verify_cert(context) == 1 && sk_X509_num(X509_STORE_CTX_get0_chain(context)) == 3;
    X509_STORE_CTX_free(context);
    sk_X509_free(untrusted);
    return is_valid;
}

static int is_signed(X509 *leaf, const uint8_t *text, size_t length, const uint8_t *signature) {
    ECDSA_SIG *numbers = ECDSA_SIG_new();
    ECDSA_SIG_set0(numbers, BN_bin2bn(signature, 32, NULL), BN_bin2bn(signature + 32, 32, NULL));
    uint8_t *der = NULL;
    int size = i2d_ECDSA_SIG(numbers, &der);
    ECDSA_SIG_free(numbers);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int holds = EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, X509_get0_pubkey(leaf)) == 1 &&
                EVP_DigestVerify(context, der, (size_t)size, text, length) == 1;
    EVP_MD_CTX_free(context);
    OPENSSL_free(der);
    return holds;
}

int reference_verify(reference_verifier *verifier, const uint8_t *jws, size_t length, int64_t time) {
    const uint8_t *first = memchr(jws, '.', length);
    if (!first) return 0;
    const uint8_t *second = memchr(first + 1, '.', length - (size_t)(first + 1 - jws));
    if (!second) return 0;
    uint8_t *bytes = malloc(2 * length + 1);
    long count = decode(jws, (size_t)(first - jws), bytes);
    bytes[count < 0 ? 0 : count] = 0;
    const char *x5c = strstr((const char *)bytes, "\"x5c\"");
    x5c = x5c ? strchr(x5c, '[') : NULL;
    int holds = 0;
    if (x5c) {
        X509 *leaf = next_certificate(&x5c, bytes + length);
        X509 *intermediate = next_certificate(&x5c, bytes + length);
        X509 *root = next_certificate(&x5c, bytes + length);
        uint8_t signature[96];
        size_t rest = length - (size_t)(second + 1 - jws);
        holds = leaf && intermediate && root && rest == 86 && decode(second + 1, rest, signature) == 64 &&
                chain_is_valid(verifier, leaf, intermediate, time) &&
                is_signed(leaf, jws, (size_t)(second - jws), signature) &&
                decode(first + 1, (size_t)(second - first - 1), bytes) > 0;
        X509_free(leaf);
        X509_free(intermediate);
        X509_free(root);
    }
    free(bytes);
    return holds;
}
