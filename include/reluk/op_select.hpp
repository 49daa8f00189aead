// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Operations that only choose among bits they were given: clipped ReLU, and the gradients of both. Exact for every
// type.
#pragma once

#include "op.hpp"

RELUK_NAMESPACE_BEGIN

namespace detail {

/// ReLU with an upper bound, on the bits of an element and on packs: min(max(x, 0), bound), and NaN stays as it is.
/// `Relu` is the type's op::rectify or op::identity.
template <class Relu>
struct clip {
    using second_operand = no_operand;
    using element = bits<Relu::element_bytes>;
    static constexpr unsigned element_bytes = Relu::element_bytes;
    static constexpr unsigned in_bytes = Relu::in_bytes;

    element bound; ///< the bits of a number >= 0

    RELUK_HOST_DEVICE element operator()(element x) const {
        element const y = Relu{}(x);
        return y > bound && y <= Relu::largest ? bound : y;
    }

    template <unsigned PackBytes>
    RELUK_HOST_DEVICE pack<PackBytes> operator()(pack<PackBytes> const& x) const {
        if constexpr (element_bytes <= 2) {
            using parts = parts<element_bytes>;
            pack<PackBytes> y = Relu{}(x);
            for (unsigned i = 0; i < pack<PackBytes>::lanes; ++i) {
                unsigned const over = parts::spread_sign(parts::greater_unsigned(y.lane[i], bound) &
                                                         ~parts::greater_unsigned(y.lane[i], Relu::largest));
                y.lane[i] = (y.lane[i] & ~over) | (parts::repeat(bound) & over);
            }
            return y;
        } else {
            return by_elements<element>(*this, x);
        }
    }
};

/// The gradient of ReLU, on bits: `gradient` where y > 0 or y is NaN, else 0; y is ReLU's input or its output. With
/// `Clipped`, the gradient of clipped ReLU: 0 where y >= bound too.
template <class Relu, bool Clipped>
struct gradient {
    using second_operand = tensor_operand<Relu::element_bytes>;
    using element = bits<Relu::element_bytes>;
    static constexpr unsigned element_bytes = Relu::element_bytes;
    static constexpr unsigned in_bytes = Relu::in_bytes;

    element bound = 1; ///< the bits of a number > 0, without `Clipped` of no meaning

    RELUK_HOST_DEVICE element operator()(element grad, element y) const {
        element const positive = Relu{}(y);
        bool const passes = positive != 0 && !(Clipped && positive >= bound && positive <= Relu::largest);
        return passes ? grad : element{0};
    }

    template <unsigned PackBytes>
    RELUK_HOST_DEVICE pack<PackBytes> operator()(pack<PackBytes> const& grad, pack<PackBytes> const& y) const {
        if constexpr (element_bytes <= 2) {
            using parts = parts<element_bytes>;
            pack<PackBytes> const positive = Relu{}(y);
            pack<PackBytes> to;
            for (unsigned i = 0; i < pack<PackBytes>::lanes; ++i) {
                unsigned passes = parts::greater_unsigned(positive.lane[i], 0);
                if constexpr (Clipped) {
                    passes &= ~parts::greater_unsigned(positive.lane[i], bound - 1u) |
                              parts::greater_unsigned(positive.lane[i], Relu::largest);
                }
                to.lane[i] = grad.lane[i] & parts::spread_sign(passes);
            }
            return to;
        } else {
            return by_elements<element>(*this, grad, y);
        }
    }
};

/// The gradient of ReLU by the mask that relu_with_mask() has written: `gradient` where the bit is set, else 0.
template <unsigned Bytes>
struct masked_gradient {
    using second_operand = mask_operand;
    static constexpr unsigned element_bytes = Bytes;
    static constexpr unsigned in_bytes = Bytes;

    RELUK_HOST_DEVICE bits<Bytes> operator()(bits<Bytes> gradient, mask_operand::bit_word<1> const& mask) const {
        return mask.of != 0 ? gradient : bits<Bytes>{0};
    }

    template <unsigned PackBytes>
    RELUK_HOST_DEVICE pack<PackBytes> operator()(pack<PackBytes> const& gradient,
                                                 mask_operand::bit_word<PackBytes / Bytes> const& mask) const {
        pack<PackBytes> to;
        for (unsigned i = 0; i < pack<PackBytes>::lanes; ++i) {
            if constexpr (Bytes == 8) {
                to.lane[i] = (mask.of >> i / 2 & 1) != 0 ? gradient.lane[i] : 0;
            } else if constexpr (Bytes == 4) {
                to.lane[i] = (mask.of >> i & 1) != 0 ? gradient.lane[i] : 0;
            } else {
                using parts = parts<Bytes>;
                to.lane[i] = gradient.lane[i] & parts::spread_sign(parts::to_signs(mask.of >> i * (4 / Bytes)));
            }
        }
        return to;
    }
};

} // namespace detail

RELUK_NAMESPACE_END
