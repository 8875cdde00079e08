#pragma once
// A strict JSON reader over simdjson for the payloads of signed data.
int simdjson_placeholder(void);
