#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Writes edges.npy, the horizontal Sobel response of a photograph, beside this file.

Needs NumPy and scikit-image, for the photograph alone.
"""

from pathlib import Path

import numpy as np
from skimage import data

photograph = data.camera().astype(np.float32) / 255  # 512 x 512, 0 black to 1 white

# Halved by the mean of 2 x 2 pixels.
gray = photograph.reshape(256, 2, 256, 2).mean(axis=(1, 3))

# The difference between the columns to the right and to the left, smoothed over three rows. Only where all neighbours
# exist, so without a rule for the border: 254 x 254.
difference = gray[:, 2:] - gray[:, :-2]
edges = (difference[:-2] + 2 * difference[1:-1] + difference[2:]) / 4

np.save(Path(__file__).with_name("edges.npy"), edges.astype(np.float32))
