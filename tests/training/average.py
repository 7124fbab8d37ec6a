"""Average the weights of two models: `python -m tests.training.average MODEL OTHER AVERAGE`.

The loss of a CRF is convex in its weights, so that on any text the loss of the average is at most
the average of both losses. Weights near zero are left out.
"""

import struct
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pycrfsuite

Weights = dict[tuple[int, str, str], float]
"""The weight of a state feature (0, attribute, label) or a transition (1, label, label)."""

_SHARE = 0.45
"""Of the first model."""
_LEAST = 0.02
"""The least weight that is kept."""
_HEADER = struct.Struct("<4sI4s9I")
_FEATURE = struct.Struct("<3Id")
_CHUNK, _TABLE = 12, 24  # bytes of the heads of the features, and of a table of strings


def main(model: Path, other: Path, average: Path) -> None:
    """Write the average of two models."""
    first, second = (_weights(path) for path in (model, other))
    mean = {
        key: _SHARE * first.get(key, 0.0) + (1 - _SHARE) * second.get(key, 0.0)
        for key in sorted({*first, *second})
    }
    kept = {key: weight for key, weight in mean.items() if abs(weight) >= _LEAST or key[0]}
    _train_with(kept, average)
    content = bytearray(average.read_bytes())
    for place, key in _features(bytes(content)):
        struct.pack_into("<d", content, place + _FEATURE.size - 8, kept[key])
    average.write_bytes(content)


def _weights(path: Path) -> Weights:
    content = path.read_bytes()
    return {key: _FEATURE.unpack_from(content, place)[-1] for place, key in _features(content)}


def _features(content: bytes) -> Iterator[tuple[int, tuple[int, str, str]]]:
    """Yield the place and the key of each feature in a model of CRFsuite."""
    *_, features, labels, attributes, _, _ = _HEADER.unpack_from(content)
    count = struct.unpack_from("<I", content, features + 8)[0]
    names, texts = _strings(content, labels), _strings(content, attributes)
    for number in range(count):
        place = features + _CHUNK + number * _FEATURE.size
        kind, source, target, _ = _FEATURE.unpack_from(content, place)
        yield place, (kind, (names if kind else texts)[source], names[target])


def _strings(content: bytes, start: int) -> list[str]:
    """Return the strings of a table by their numbers."""
    *_, count, offset = struct.unpack_from("<4s5I", content, start)
    strings = []
    for place in struct.unpack_from(f"<{count}I", content, start + offset):
        size = struct.unpack_from("<I", content, start + place + 4)[0]
        text = content[start + place + 8 : start + place + 8 + size]
        strings.append(text.rstrip(b"\0").decode("utf-8"))
    return strings


def _train_with(weights: Weights, path: Path) -> None:
    """Train a model that has these features, with other weights."""
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"c1": 0.0, "c2": 0.01, "max_iterations": 1})
    attributes: dict[str, list[str]] = defaultdict(list)
    for kind, source, target in weights:
        if kind:
            trainer.append([[], []], [source, target])
        else:
            attributes[target].append(source)
    for label, texts in attributes.items():
        trainer.append([texts], [label])
    trainer.train(str(path))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
