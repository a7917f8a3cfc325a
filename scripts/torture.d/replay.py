"""Rebuilds the files that a power cut would have left behind, from a trace of the system calls of their writer.

What the model assumes of the disk:
- What was written to a file before an fsync or fdatasync of it that returned is there. Of what was written later,
  anything may be: nothing, all, each write or not, or torn, where every sector of 512 B is one of its versions since.
- A name appears, changes or goes for good with an fsync of its folder, not with one of the file. Before that, changes
  of a folder survive in their order, up to any point: file systems keep a journal of them.
- A sync that had not returned did nothing. Shared memory (-shm) and locks never survive.
It is stricter than ext4, XFS and Btrfs, which also keep the name of a new file that is synced; it does not know
devices that lie about their cache, or that damage what was not being written."""
import random, re

SECTOR = 512
CALLS = "openat,pwrite64,write,fdatasync,fsync,ftruncate,unlink,unlinkat,rename"
LINE = re.compile(r"^(\d+) +(\d+\.\d+) (.*)$")
CALL = re.compile(r"^(\w+)\((.*)\) += (-?\d+)")
HEX = re.compile(r"((?:\\x[0-9a-f]{2})+)")
VARIANTS = ("none", "all", "random", "torn")


def strace(path):
    """The words before a command that is traced into a file."""
    return ["strace", "-f", "--seccomp-bpf", "-qq", "-y", "-xx", "-ttt", "-s", "2000000", "-e", f"trace={CALLS}",
            "-e", "signal=none", "-o", path]


def calls(path):
    """The calls of a trace as (time, name, arguments, result), in the order in which they returned."""
    unfinished = {}
    with open(path) as file:
        for line in file:
            match = LINE.match(line)
            if not match: continue
            thread, moment, rest = match.groups()
            if rest.endswith("<unfinished ...>\n") or rest.endswith("<unfinished ...>"):
                unfinished[thread] = rest.split("<unfinished ...>")[0]
                continue
            if rest.startswith("<..."): rest = unfinished.pop(thread) + rest.split("resumed>", 1)[1]
            match = CALL.match(rest)
            if match: yield float(moment), match[1], match[2], int(match[3])


def decoded(text): return bytes.fromhex(HEX.search(text)[1].replace("\\x", "")) if HEX.search(text) else b""


class Operation:
    """A change that a disk may hold or not: of a folder (create, unlink, rename), of a file (write, truncate), or a sync."""

    def __init__(self, time, kind, file=None, name=None, offset=0, data=b"", former=None):
        self.time, self.kind, self.file, self.name, self.offset, self.data = time, kind, file, name, offset, data
        self.former = former


def operations(path, folder, names):
    """What the trace did to the files of those names in the folder. Files are numbered, for a name may be made anew."""
    files, descriptors, found = {}, {}, []

    def own(text):
        path = decoded(text).decode()
        return path[len(folder) + 1:] if path.startswith(folder + "/") and path[len(folder) + 1:] in names else None

    for moment, call, arguments, result in calls(path):
        if result < 0: continue
        if call == "openat":
            target = arguments.split(", ")[1]
            if decoded(target).decode() == folder: descriptors[result] = "folder"; continue
            name = own(target)
            descriptors.pop(result, None)
            if name is None: continue
            if name not in files:
                files[name] = len(found)
                found.append(Operation(moment, "create", files[name], name))
            descriptors[result] = files[name]
            continue
        if call in ("unlink", "unlinkat"):
            name = own(arguments.split(", ")[0 if call == "unlink" else 1])
            if name in files: found.append(Operation(moment, "unlink", files.pop(name), name))
            continue
        if call == "rename":
            former, name = (own(text) for text in arguments.split(", "))
            if former is None and name is None: continue
            if former is None or name is None: raise NotImplementedError("a file that is renamed from or to elsewhere")
            files[name] = files.pop(former)
            found.append(Operation(moment, "rename", files[name], name, former=former))
            continue
        # "5</folder/file>, ...": a descriptor that was never opened here is none of ours.
        file = descriptors.get(int(re.match(r"\d+", arguments)[0]))
        if file is None: continue
        if call in ("fsync", "fdatasync"): found.append(Operation(moment, "sync", file))
        elif call == "ftruncate": found.append(Operation(moment, "truncate", file, offset=int(arguments.rsplit(", ", 1)[1])))
        elif call == "pwrite64":
            first, count, offset = arguments.rsplit(", ", 2)
            found.append(Operation(moment, "write", file, offset=int(offset), data=decoded(first.split(", ", 1)[1])[:result]))
        else: raise NotImplementedError(f"{call} on a file of the database")
    return found


def apply(content, operation):
    if operation.kind == "truncate":
        del content[operation.offset:]
        content.extend(bytes(operation.offset - len(content)))
        return
    end = operation.offset + len(operation.data)
    if len(content) < end: content.extend(bytes(end - len(content)))
    content[operation.offset:end] = operation.data


class Disk:
    """What is safe, and what waits for a sync."""

    def __init__(self):
        self.names, self.waiting_names = {}, []
        self.contents, self.waiting = {}, {}

    def take(self, operation):
        if operation.kind in ("create", "unlink", "rename"):
            if operation.kind == "create": self.contents[operation.file], self.waiting[operation.file] = bytearray(), []
            self.waiting_names.append(operation)
        elif operation.kind != "sync": self.waiting[operation.file].append(operation)
        elif operation.file == "folder":
            for one in self.waiting_names: self.rename(self.names, one)
            self.waiting_names = []
        else:
            for one in self.waiting[operation.file]: apply(self.contents[operation.file], one)
            self.waiting[operation.file] = []

    @staticmethod
    def rename(names, operation):
        if operation.kind in ("create", "rename"):
            if names.get(operation.former) == operation.file: del names[operation.former]
            names[operation.name] = operation.file
        elif names.get(operation.name) == operation.file: del names[operation.name]

    def after_cut(self, variant, seed):
        """The files that are there afterwards: their contents by name."""
        chance = random.Random(seed)
        names = dict(self.names)
        count = {"none": 0, "all": len(self.waiting_names)}.get(variant, chance.randint(0, len(self.waiting_names)))
        for operation in self.waiting_names[:count]: self.rename(names, operation)
        return {name: bytes(self.survivor(file, variant, chance)) for name, file in names.items()}

    def survivor(self, file, variant, chance):
        content, waiting = bytearray(self.contents[file]), self.waiting[file]
        if variant == "torn": return torn(content, waiting, chance)
        for operation in waiting:
            if variant == "all" or variant == "random" and chance.random() < 0.5: apply(content, operation)
        return content


def torn(content, waiting, chance):
    """Each sector as it was after some of the writes to it; the length as after some write."""
    versions = {}
    current = bytearray(content)
    lengths = [len(content)]
    for operation in waiting:
        touched = range(operation.offset, operation.offset + max(1, len(operation.data)))
        apply(current, operation)
        lengths.append(len(current))
        for sector in range(touched.start // SECTOR, (touched.stop - 1) // SECTOR + 1):
            part = bytes(current[sector * SECTOR:(sector + 1) * SECTOR])
            versions.setdefault(sector, []).append(part)
    length = chance.choice(lengths)
    content.extend(bytes(max(0, length - len(content))))
    for sector, parts in versions.items():
        start = sector * SECTOR
        part = chance.choice([bytes(content[start:start + SECTOR]), *parts])[:max(0, length - start)]
        if part: content[start:start + len(part)] = part
    return content[:length]
