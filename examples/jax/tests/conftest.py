# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT

import os

# Two devices even where there is only a CPU; read when JAX starts.
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=2"

import jax  # noqa: E402
import pytest  # noqa: E402

import reluk_jax  # noqa: E402

jax.config.update("jax_enable_x64", True)


def _gpus():
    try:
        return jax.devices("cuda")
    except RuntimeError:
        pytest.skip("there is no GPU that JAX can use")


@pytest.fixture(params=["cpu", "cuda"])
def devices(request):
    """All devices of a platform: a test runs on both platforms, as far as there are both."""
    if request.param == "cpu":
        found = jax.devices("cpu")
    else:
        found = _gpus()
        if not reluk_jax.HAS_CUDA:
            pytest.skip("the library is built for the CPU alone")
    with jax.default_device(found[0]):
        yield found
