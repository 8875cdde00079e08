#include "StrictJSON.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <simdjson.h>
#include <string_view>
#include <vector>

using simdjson::dom::element;
using simdjson::dom::element_type;

const size_t strict_json_padding = simdjson::SIMDJSON_PADDING;

namespace {

class Reader {
public:
    strict_json_result read(const uint8_t *bytes, size_t count, size_t maximum_depth) {
        nodes.clear();
        duplicate = {};
        // From version 3.6 on, simdjson passes over it.
        if (count >= 3 && std::memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
            return {nullptr, "it begins with a byte order mark", nullptr, 0};
        }
        if (parser.max_depth() != maximum_depth || parser.capacity() < count) {
            if (auto error = parser.allocate(std::max(count, smallest_capacity), maximum_depth)) { return refuse(error); }
        }
        element root;
        if (auto error = parser.parse(bytes, count, false).get(root)) { return refuse(error); }
        append(root, {});
        if (duplicate.data() != nullptr) {
            return {nullptr, "a member name occurs twice", duplicate.data(), duplicate.size()};
        }
        return {nodes.data(), nullptr, nullptr, 0};
    }

private:
    static constexpr size_t smallest_capacity = 4096;
    simdjson::dom::parser parser;
    std::vector<strict_json_node> nodes;
    std::vector<std::string_view> names;
    std::string_view duplicate;

    static strict_json_result refuse(simdjson::error_code error) {
        return {nullptr, simdjson::error_message(error), nullptr, 0};
    }

    // As deep as the parser allowed the text to be.
    void append(element value, std::string_view name) {
        const size_t index = nodes.size();
        strict_json_node node = {};
        node.name = name.data();
        node.name_count = static_cast<uint32_t>(name.size());
        switch (value.type()) {
        case element_type::NULL_VALUE: node.kind = strict_json_null; break;
        case element_type::BOOL: node.kind = value.get_bool().value_unsafe() ? strict_json_true : strict_json_false; break;
        case element_type::INT64:
            node.kind = strict_json_integer;
            node.integer = value.get_int64().value_unsafe();
            break;
        case element_type::UINT64:
            node.kind = strict_json_number;
            node.number = static_cast<double>(value.get_uint64().value_unsafe());
            break;
        case element_type::DOUBLE:
            node.kind = strict_json_number;
            node.number = value.get_double().value_unsafe();
            break;
        case element_type::STRING: {
            const std::string_view text = value.get_string().value_unsafe();
            node.kind = strict_json_string;
            node.text = text.data();
            node.text_count = static_cast<uint32_t>(text.size());
            break;
        }
        case element_type::ARRAY:
            node.kind = strict_json_array;
            nodes.push_back(node);
            for (element item : value.get_array().value_unsafe()) { append(item, {}); }
            nodes[index].size = static_cast<uint32_t>(nodes.size() - index);
            return;
        case element_type::OBJECT: {
            node.kind = strict_json_object;
            nodes.push_back(node);
            const simdjson::dom::object object = value.get_object().value_unsafe();
            find_duplicate(object);
            for (auto member : object) { append(member.value, member.key); }
            nodes[index].size = static_cast<uint32_t>(nodes.size() - index);
            return;
        }
        }
        node.size = 1;
        nodes.push_back(node);
    }

    void find_duplicate(simdjson::dom::object object) {
        names.clear();
        for (auto member : object) { names.push_back(member.key); }
        // By length first: names of different length, which most are, are told apart without looking at them.
        std::sort(names.begin(), names.end(), [](std::string_view a, std::string_view b) {
            return a.size() != b.size() ? a.size() < b.size() : a < b;
        });
        const auto found = std::adjacent_find(names.begin(), names.end());
        if (found != names.end()) { duplicate = *found; }
    }
};

} // namespace

strict_json_result strict_json_read(const uint8_t *bytes, size_t count, size_t maximum_depth) {
    static thread_local Reader reader;
    try {
        return reader.read(bytes, count, maximum_depth);
    } catch (const std::bad_alloc &) {
        return {nullptr, "out of memory", nullptr, 0};
    }
}
