// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "candidates.hpp"

#include "kernels.hpp"

#include <algorithm>

namespace bench {

using namespace reluk;

candidate choice(dtype type, device_descriptor const& device, dataflow flow, std::string name) {
    return {std::move(name), [=, &k = kernels_of(type)](tensors const& t, cudaStream_t stream) {
                return k.choice(t.out, t.in, t.n, device, flow, stream);
            }};
}

candidate default_call(dtype type) {
    return {"reluk:default", [&k = kernels_of(type)](tensors const& t, cudaStream_t stream) {
                return k.default_call(t.out, t.in, t.n, stream);
            }};
}

candidate adapted(dtype type, device_descriptor const& device, dataflow flow, std::string name,
                  std::function<void(launch_config&)> adapt) {
    return {std::move(name), [=, &k = kernels_of(type)](tensors const& t, cudaStream_t stream) {
                launch_config config = k.config(t.out, t.in, t.n, device, flow, nullptr, 0);
                adapt(config);
                std::size_t const bytes_per_block =
                    std::size_t{config.block} * config.access_bytes * config.accesses_per_thread;
                std::size_t const blocks = (t.n * info(type).bytes + bytes_per_block - 1) / bytes_per_block;
                config.grid = static_cast<unsigned>(std::min<std::size_t>(blocks, device.max_grid));
                return k.configured(t.out, t.in, t.n, config, stream);
            }};
}

candidate with_rows(dtype type, device_descriptor const& device, dataflow flow, std::string name,
                    std::vector<tuning_row> rows) {
    return {std::move(name), [=, rows = std::move(rows), &k = kernels_of(type)](tensors const& t, cudaStream_t stream) {
                launch_config const config = k.config(t.out, t.in, t.n, device, flow, rows.data(), rows.size());
                return k.configured(t.out, t.in, t.n, config, stream);
            }};
}

float resident_fraction(device_descriptor const& device, std::size_t bytes, float share) {
    return std::min(1.0f, share * static_cast<float>(device.l2_bytes) / static_cast<float>(bytes));
}

bool has_whole_space(dtype type) {
    return kernels_of(type).configured != nullptr;
}

candidate ordered(dtype type, device_descriptor const& device, dataflow flow) {
    return adapted(type, device, flow, "reluk:ordered", [](launch_config& config) { config.early_launch = false; });
}

std::vector<candidate> policy_pairs(dtype type, std::size_t bytes, device_descriptor const& device, dataflow flow) {
    std::vector<candidate> pairs;
    for (load_path const load : all_loads) {
        for (store_path const store : all_stores) {
            pairs.push_back(adapted(type, device, flow,
                                    std::string("reluk:") + to_string(load) + "/" + to_string(store),
                                    [=, fraction = resident_fraction(device, bytes, 0.3f)](launch_config& config) {
                                        config.load = load;
                                        config.store = store;
                                        config.order = block_order::forward;
                                        config.resident_fraction = fraction;
                                        config.evict_first_fraction = 1;
                                    }));
        }
    }
    return pairs;
}

candidate memcpy_candidate(dtype type) {
    return {"memcpy",
            [type](tensors const& t, cudaStream_t stream) {
                return cudaMemcpyAsync(t.out, t.in, t.n * info(type).bytes, cudaMemcpyDeviceToDevice, stream);
            },
            result::copy};
}

candidate cub_candidate(dtype type) {
    return {"cub",
            [&k = kernels_of(type)](tensors const& t, cudaStream_t stream) { return k.cub(t.out, t.in, t.n, stream); }};
}

candidate plain_candidate() {
    return {"plain", [](tensors const& t, cudaStream_t stream) {
                return plain_relu(static_cast<float*>(t.out), static_cast<float const*>(t.in), t.n, stream);
            }};
}

candidate read_candidate(dtype type) {
    return {"read",
            [type](tensors const& t, cudaStream_t stream) {
                return read_only(t.out, t.in, t.n * info(type).bytes, stream);
            },
            result::none};
}

candidate write_candidate(dtype type) {
    return {"write",
            [type](tensors const& t, cudaStream_t stream) {
                return write_only(t.out, t.in, t.n * info(type).bytes, stream);
            },
            result::none};
}

candidate empty_candidate() {
    return {"empty", [](tensors const&, cudaStream_t stream) { return empty(stream); }, result::none};
}

} // namespace bench
