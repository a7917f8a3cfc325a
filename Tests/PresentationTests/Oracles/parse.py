"""Reads streams of presentations with Python's own parsers and says what is wrong with them.

usage: parse.py waybar|json|i3bar|markup FILE COUNT

The snapshots are numbered from 1 on. With `at-least=N` for COUNT there are so many lines, and some may be missing.
"""
import json
import sys
import unicodedata
import xml.etree.ElementTree as ET

style, path = sys.argv[1:3]
least = sys.argv[3].removeprefix("at-least=")
has_all = least == sys.argv[3]
count = int(least)
TURNING = set(map(chr, [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029]))


newest = 0


def is_next(sequence, number):
    global newest
    former, newest = newest, sequence
    return sequence == number if has_all else sequence >= former


def harmless(text, allowed=""):
    for character in text:
        assert character in allowed or unicodedata.category(character) != "Cc", repr(text)
        assert character not in TURNING, repr(text)
    return text


def strict(text):
    def refuse(word):
        raise ValueError(word)

    def unique(pairs):
        assert len(dict(pairs)) == len(pairs), "a name stands twice"
        return dict(pairs)

    return json.loads(text, parse_constant=refuse, object_pairs_hook=unique)


def pango(text, allowed=""):
    element = ET.fromstring("<markup>" + text + "</markup>")
    assert len(element) == 0, "an element of its own: " + text
    return harmless(element.text or "", allowed)


def waybar(block, number):
    assert list(block) == ["text", "alt", "tooltip", "class", "seq"], list(block)
    assert is_next(block["seq"], number)
    assert pango(block["text"]), "an empty text hides the module"
    pango(block["tooltip"], "\n")
    assert all(word and word.replace("-", "").isalpha() for word in block["class"])


def document(value, number):
    assert is_next(value["seq"], number)
    for text in [value["minimal"], *value["compact"].values(), *value["expanded"].values(), *value["lock"]]:
        harmless(text)
    assert set(value["expanded"]) <= {"leading", "trailing", "center", "bottom"}
    assert all(value["expanded"].values()) and all(value["lock"])
    assert "latitude" not in ((value["activity"] or {}).get("content") or {})


def i3bar(line, number):
    assert len(line) == 1
    block = line[0]
    assert is_next(block["_seq"], number)
    assert harmless(block["full_text"]) and harmless(block["short_text"])
    assert isinstance(block["urgent"], bool) and block["markup"] == "none" and isinstance(block["instance"], str)


# Not splitlines(): it breaks at characters that are no line ends to a bar.
lines = open(path, "rb").read().decode("utf-8").split("\n")
assert lines.pop() == "", "the last line has no end"
if style == "i3bar":
    assert strict(lines[0]) == {"version": 1, "click_events": True}
    whole = strict("\n".join(lines[1:]) + "\n]")
    assert whole[0] == [] and (len(whole) == count + 1 if has_all else len(whole) > count)
    # What a reader sees that takes line by line.
    assert lines[1:3] == ["[", "[]"] and all(line.startswith(",") for line in lines[3:])
    for number, line in enumerate(whole[1:], 1):
        i3bar(line, number)
else:
    assert len(lines) == count if has_all else len(lines) >= count, len(lines)
    for number, line in enumerate(lines, 1):
        if style == "markup":
            pango(strict(line), "\n")
        elif style == "waybar":
            waybar(strict(line), number)
        else:
            document(strict(line), number)
print("ok")
