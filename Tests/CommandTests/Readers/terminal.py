"""A person at a terminal: `terminal.py COLUMNSxROWS STEP... -- COMMAND...` runs a command in a terminal of that size.

see TEXT, miss TEXT   waits until the text stands on the screen, or does not any more
size COLUMNSxROWS     makes the terminal another size
type KEYS             types
signal NAME           sends the program a signal, such as TERM
run COMMAND           has a shell do something elsewhere
print                 prints the screen
raw TEXT              complains unless the program has written the text (escapes as in Python)
plain                 complains if the program has written attributes, such as colours
hang up               closes the terminal, and waits for the end of the program
end                   waits for the end of the program; prints its exit status, and whether the terminal is as it was

Whatever does not happen within 20 seconds is complained of, and so is what is written outside of the terminal.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
import unicodedata

SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])")
PATIENCE = 20


class Fault(Exception):
    pass


class Screen:
    """What the sequences that full screens are made of do: place, erase, set attributes and private modes."""

    def __init__(self, columns, rows):
        self.modes, self.pending, self.raw = {"25", "7"}, "", ""
        self.resize(columns, rows)

    def resize(self, columns, rows):
        self.columns, self.rows, self.row, self.column = columns, rows, 0, 0
        self.cells = [[" "] * columns for _ in range(rows)]

    def text(self):
        return "\n".join("".join(row).rstrip() for row in self.cells)

    def write(self, text):
        self.raw += text
        text = self.pending + text
        self.pending = ""
        while text:
            if text[0] != "\x1b":
                self.put(text[0])
                text = text[1:]
                continue
            match = SEQUENCE.match(text)
            if not match:
                self.pending = text
                return
            self.obey(*match.groups())
            text = text[match.end():]

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.row += 1
        elif character >= " ":
            width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
            if "1049" in self.modes and (self.row >= self.rows or self.column + width > self.columns):
                raise Fault(f"'{character}' stands outside, in row {self.row + 1}, column {self.column + 1}")
            if self.row < self.rows and self.column < self.columns:
                self.cells[self.row][self.column] = character
            self.column += width

    def obey(self, values, letter):
        if letter == "H":
            row, column = (int(value or 1) for value in values.split(";")) if values else (1, 1)
            self.row, self.column = row - 1, column - 1
        elif letter == "J" and values == "2":
            self.cells = [[" "] * self.columns for _ in range(self.rows)]
        elif letter == "K":
            if self.row < self.rows:
                self.cells[self.row][self.column:] = [" "] * (self.columns - self.column)
        elif letter == "h":
            self.modes.add(values[1:])
        elif letter == "l":
            self.modes.discard(values[1:])
        elif letter != "m":
            raise Fault(f"unknown sequence {values}{letter}")


class Terminal:
    def __init__(self, size, command):
        self.master, self.slave = pty.openpty()
        self.set_size(size)
        self.before = termios.tcgetattr(self.slave)
        self.screen = Screen(*size)
        self.program = subprocess.Popen(
            command, stdin=self.slave, stdout=self.slave, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def set_size(self, size):
        columns, rows = size
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def look(self, seconds=0.05):
        if select.select([self.master], [], [], seconds)[0]:
            self.screen.write(self.decode(os.read(self.master, 65536)))

    def decode(self, more):
        """Characters that are cut by the end of what was read wait for their rest."""
        data = getattr(self, "rest", b"") + more
        for end in range(len(data), max(len(data) - 4, -1), -1):
            try:
                text = data[:end].decode()
                self.rest = data[end:]
                return text
            except UnicodeDecodeError:
                pass
        raise Fault("no UTF-8")

    def until(self, is_true, what):
        deadline = time.monotonic() + PATIENCE
        while not is_true():
            if time.monotonic() > deadline:
                raise Fault(f"in vain: {what}; the screen:\n{self.screen.text()}")
            self.look()

    def end(self):
        self.until(lambda: self.program.poll() is not None, "the end")
        while select.select([self.master], [], [], 0.1)[0]:
            self.look()
        is_closed = self.screen.modes == {"25", "7"}
        is_same = termios.tcgetattr(self.slave) == self.before
        print(f"ended {self.program.returncode}", "closed" if is_closed else f"left open: {self.screen.modes}",
              "same modes" if is_same else "other modes")

    def hang_up(self):
        os.close(self.slave)
        os.close(self.master)
        print("ended", self.program.wait(PATIENCE))

    def take(self, step):
        word, _, rest = step.partition(" ")
        if word == "see":
            self.until(lambda: rest in self.screen.text(), step)
        elif word == "miss":
            self.until(lambda: rest not in self.screen.text(), step)
        elif word == "size":
            self.screen.resize(*size(rest))
            self.set_size(size(rest))
        elif word == "type":
            os.write(self.master, rest.encode())
        elif word == "signal":
            self.program.send_signal(getattr(signal, "SIG" + rest))
        elif word == "run":
            subprocess.run(rest, shell=True, check=True)
        elif word == "print":
            print(self.screen.text())
        elif word == "raw":
            self.until(lambda: rest.encode().decode("unicode_escape") in self.screen.raw, step)
        elif step == "plain":
            attributes = {values for values, letter in SEQUENCE.findall(self.screen.raw) if letter == "m"}
            if attributes - {"0"}:
                raise Fault(f"attributes: {attributes}")
        elif step == "hang up":
            self.hang_up()
        elif step == "end":
            self.end()
        else:
            raise Fault(f"what is '{step}'?")


def size(text):
    return tuple(int(number) for number in text.split("x"))


def main(words):
    middle = words.index("--")
    terminal = Terminal(size(words[0]), words[middle + 1:])
    try:
        for step in words[1:middle]:
            terminal.take(step)
    except Fault as fault:
        sys.exit(str(fault))
    finally:
        if terminal.program.poll() is None:
            terminal.program.kill()


main(sys.argv[1:])
