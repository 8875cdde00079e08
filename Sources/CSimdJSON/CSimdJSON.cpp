#include <simdjson.h>
extern "C" {
#include "CSimdJSON.h"
int simdjson_placeholder(void) { return simdjson::SIMDJSON_VERSION_MAJOR; }
}
