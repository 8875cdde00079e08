#pragma once

#include <stddef.h>
#include <stdint.h>

// JSON as RFC 8259 has it and nothing more: UTF-8 without a byte order mark, no trailing comma, nothing after the value,
// numbers in range, and no two members of one object with one name.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    strict_json_null,
    strict_json_false,
    strict_json_true,
    strict_json_integer,
    // Written with a fraction or an exponent, or too large for 64 bits with a sign.
    strict_json_number,
    strict_json_string,
    strict_json_array,
    strict_json_object,
} strict_json_kind;

// A value. What an array or an object holds follows it, in the order of the text.
typedef struct {
    strict_json_kind kind;
    // How many nodes this one and everything in it are.
    uint32_t size;
    // In an object: the member's name, unescaped.
    const char *name;
    // A string's text, unescaped.
    const char *text;
    uint32_t name_count;
    uint32_t text_count;
    int64_t integer;
    double number;
} strict_json_node;

typedef struct {
    // The first is the whole value. NULL when the text was refused.
    const strict_json_node *nodes;
    // Why the text was refused.
    const char *reason;
    // The name that occurs twice, when that is why.
    const char *name;
    size_t name_count;
} strict_json_result;

// How many readable bytes must follow the text.
extern const size_t strict_json_padding;

// Reads `count` bytes, after which `strict_json_padding` bytes can be read too. What the result points to stays as it is
// until the next call on the same thread.
strict_json_result strict_json_read(const uint8_t *bytes, size_t count, size_t maximum_depth);

#ifdef __cplusplus
}
#endif
