"""Train the network of citations: `python -m tests.training.network ARCHIVE FOLDER [FILE…]`.

The arguments are those of `train`, and the share of words with the right label in the files that
`train` holds back is printed after each pass. It needs PyTorch, and half an hour of processor time.
"""

import random
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from wildwood.extraction import crf, network

from tests.training.train import Example, read_examples, with_beginnings

Read = tuple[NDArray[np.int64], NDArray[np.int64]]
"""The vectors of the features of each word, and the label of each word."""

_SEED = 1
_PASSES = 6
_BATCH = 32
_RATE = 4e-3
_VECTOR, _WIDTH = 48, 96
"""Numbers of a vector, and of a word in the layers."""
_DROPPED, _FEATURES_DROPPED = 0.25, 0.15
_SMOOTHING = 0.02
_MOST_WORDS = 400
_ANYSTYLE = 4
"""How often AnyStyle's references are repeated, as they are few and printed."""
_NONE = -100
"""The label of what fills a batch."""


class Network(nn.Module):  # type: ignore[misc] # it has no type hints here
    """The network as `wildwood.extraction.network` computes it."""

    def __init__(self) -> None:
        super().__init__()
        self.vectors = nn.EmbeddingBag(network.SIZE, _VECTOR, mode="sum", padding_idx=0)
        nn.init.normal_(self.vectors.weight, 0, 0.05)
        self.first = nn.Linear(_VECTOR, _WIDTH)
        self.layers = nn.ModuleList(
            nn.Conv1d(_WIDTH, _WIDTH, 3, dilation=distance, padding=distance)
            for distance in network.DISTANCES
        )
        self.last = nn.Linear(_WIDTH, len(crf.LABELS))
        self.drop = nn.Dropout(_DROPPED)

    def forward(self, places: Tensor, are_words: Tensor, shares: Tensor) -> Tensor:
        """Return a score for each label of each word of each reference."""
        references, words, features = places.shape
        flat = places.reshape(-1, features), shares.reshape(-1, features)
        sums = self.vectors(flat[0], per_sample_weights=flat[1]).reshape(references, words, -1)
        inside = are_words[..., None]
        state = torch.relu(self.first(self.drop(sums))) * inside
        for layer in self.layers:
            added = torch.relu(layer(state.transpose(1, 2)).transpose(1, 2))
            state = (state + self.drop(added)) * inside
        scores: Tensor = self.last(state)
        return scores

    def write(self, path: Path) -> None:
        """Write the weights under the names and in the shapes that are read."""
        vectors = self.vectors.weight.detach().numpy().copy()
        vectors[0] = 0
        weights = {
            "vectors": vectors,
            "first": self.first.weight.detach().numpy().T,
            "first offset": self.first.bias.detach().numpy(),
            "last": self.last.weight.detach().numpy().T,
            "last offset": self.last.bias.detach().numpy(),
        }
        for distance, layer in zip(network.DISTANCES, self.layers, strict=True):
            weights[f"{distance}"] = layer.weight.detach().numpy().transpose(2, 1, 0)
            weights[f"{distance} offset"] = layer.bias.detach().numpy()
        halves = {name: values.astype(np.float16) for name, values in weights.items()}
        np.savez_compressed(path, **halves)


def main(archive: Path, folder: Path, *further: Path) -> None:
    """Train the network, and write it to a folder."""
    torch.manual_seed(_SEED)
    chance = random.Random(_SEED)
    printed = [path for path in further if path.suffix == ".xml"]
    training, held_back = read_examples(archive, *further, *printed * (_ANYSTYLE - 1))
    measured = [_read(example) for example in held_back]
    examples = [_read(example) for example in training if len(example) < _MOST_WORDS]
    examples.sort(key=lambda read: len(read[1]))
    batches = [examples[place : place + _BATCH] for place in range(0, len(examples), _BATCH)]
    model = Network()
    optimizer = torch.optim.AdamW(model.parameters(), lr=_RATE, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, _RATE, total_steps=_PASSES * len(batches), pct_start=0.15
    )
    measure = nn.CrossEntropyLoss(ignore_index=_NONE, label_smoothing=_SMOOTHING)
    for number in range(_PASSES):
        chance.shuffle(batches)
        for batch in batches:
            places, labels, are_words = _padded(batch)
            shares = (torch.rand(places.shape) > _FEATURES_DROPPED).float()
            scores = model(places, are_words, shares)
            loss = measure(scores.reshape(-1, len(crf.LABELS)), labels.reshape(-1))
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5)
            optimizer.step()
            schedule.step()
        model.write(folder / network.MODEL.name)
        print(number + 1, _share_right(model, measured))


def _read(example: Example) -> Read:
    rows = crf.features([token for token, _ in example])
    places = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for number, row in enumerate(rows):
        places[number, : len(row)] = [network.place(feature) for feature in row]
    labels = with_beginnings([label for _, label in example])
    return places, np.array([crf.LABELS.index(label) for label in labels])


def _padded(batch: Sequence[Read]) -> tuple[Tensor, Tensor, Tensor]:
    words = max(len(labels) for _, labels in batch)
    features = max(places.shape[1] for places, _ in batch)
    all_places = np.zeros((len(batch), words, features), np.int64)
    all_labels = np.full((len(batch), words), _NONE)
    for number, (places, labels) in enumerate(batch):
        all_places[number, : len(places), : places.shape[1]] = places
        all_labels[number, : len(labels)] = labels
    are_words = torch.from_numpy(all_labels != _NONE).float()
    return torch.from_numpy(all_places), torch.from_numpy(all_labels), are_words


def _share_right(model: Network, examples: Sequence[Read]) -> str:
    """Return the share of words with the right label."""
    model.eval()
    with torch.no_grad():
        right = [is_right for read in examples for is_right in _are_right(model, read)]
    model.train()
    return f"{100 * sum(right) / len(right):.2f} % of {len(right)} words held back"


def _are_right(model: Network, read: Read) -> list[bool]:
    places, labels, are_words = _padded([read])
    scores = model(places, are_words, torch.ones(places.shape))
    return list((scores.argmax(-1) == labels)[0].tolist())


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
