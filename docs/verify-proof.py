#!/usr/bin/env python3
"""Checks a proof of the log (docs/log-format.md) with Python's standard library alone.

    python3 verify-proof.py PROOF... --key VKEY [--file FILE] [--witness VKEY]... [--witnesses-min N]

Prints for each proof, as JSON on a line, what is proven or what does not hold. Ends with 0 where all
of them hold, with 1 where one does not, with 2 where nothing could be checked.
"""
import argparse
import base64
import hashlib
import json
import re
import sys

# --- Ed25519 (RFC 8032), verification alone ------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def point_from(data):
    """The point of 32 bytes in extended coordinates, or None where there is none."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def add(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(factor, point):
    result = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            result = add(result, point)
        point = add(point, point)
        factor >>= 1
    return result


BASE = point_from((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def made_with(public_key, message, signature):
    if len(signature) != 64:
        return False
    key, commitment = point_from(public_key), point_from(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or scalar >= L:
        return False
    challenge = hashlib.sha512(signature[:32] + public_key + message).digest()
    left = times(scalar, BASE)
    right = add(commitment, times(int.from_bytes(challenge, "little") % L, key))
    same_x = (left[0] * right[2] - right[0] * left[2]) % P == 0
    return same_x and (left[1] * right[2] - right[1] * left[2]) % P == 0


# --- Texts ---------------------------------------------------------------------------------------


class NotProven(Exception):
    pass


def require(holds, sentence):
    if not holds:
        raise NotProven(sentence)


def from_base64(text, what):
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        data = None
    # Spare bits and padding have one form only.
    require(data is not None and base64.b64encode(data).decode() == text, f"{what} is not base64")
    return data


def whole_number(text, what):
    fits = re.fullmatch(r"0|[1-9][0-9]{0,15}", text, re.ASCII) and int(text) < 2**53
    require(fits, f"{what} is not a number in digits up to 2^53 - 1")
    return int(text)


def canonical(value):
    """RFC 8785 of objects and texts, which is all that an entry and its extra data hold."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(f"{canonical(name)}:{canonical(value[name])}" for name in names) + "}"


# --- Keys, notes and checkpoints -----------------------------------------------------------------


class Key:
    def __init__(self, vkey, types):
        parts = vkey.split("+", 2)
        require(len(parts) == 3, f"the key {vkey} is not of the form name+id+base64")
        self.name, self.id = parts[0], parts[1]
        material = from_base64(parts[2], "the material of a key")
        require(len(material) == 33 and material[0] in types, f"the key {vkey} is of another type")
        self.type, self.public = material[0], material[1:]
        digest = hashlib.sha256(self.name.encode() + b"\n" + material).hexdigest()
        require(digest[:8] == self.id, f"the key {vkey} has another id than its name and material")


def parse_note(note):
    require(not re.search(r"[\x00-\x09\x0b-\x1f]", note), "the note holds a control character")
    end = note.rfind("\n\n") + 1
    require(end > 0 and note.endswith("\n"), "the note has no signatures")
    lines = note[end + 1 :].split("\n")[:-1]
    require(0 < len(lines) <= 100, "the note has no signature, or too many")
    signatures = []
    for line in lines:
        match = re.fullmatch("\u2014 ([^ +]+) ([^ ]+)", line)
        require(match and not re.search(r"\s", match[1]), "a signature is not of its form")
        data = from_base64(match[2], "a signature")
        require(len(data) > 4, "a signature is empty")
        signatures.append((match[1], data[:4].hex(), data[4:]))
    return note[:end], signatures


def signed_by(key, text, signature):
    """The time of a witness, 0 of the log, or None where the key did not sign."""
    if key.type == 1:
        return 0 if made_with(key.public, text.encode(), signature) else None
    if len(signature) != 72:
        return None
    time = int.from_bytes(signature[:8], "big")
    message = f"cosignature/v1\ntime {time}\n{text}".encode()
    return time if made_with(key.public, message, signature[8:]) else None


def signers(text, signatures, keys):
    times_of = {}
    for name, key_id, signature in signatures:
        for key in keys:
            if (key.name, key.id) == (name, key_id):
                time = signed_by(key, text, signature)
                require(time is not None, f"the signature of {name} was not made with its key")
                times_of.setdefault(key, time)
    return times_of


def parse_checkpoint(text):
    lines = text.split("\n")[:-1]
    require(len(lines) >= 3 and "" not in lines, "the checkpoint has not three lines")
    root = from_base64(lines[2], "the root of the checkpoint")
    require(len(root) == 32, "the root of the checkpoint is no SHA-256")
    return lines[0], whole_number(lines[1], "the size of the tree"), root


# --- The tree ------------------------------------------------------------------------------------


def node(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()


def is_included(leaf, index, size, path, root):
    """RFC 9162, section 2.1.3.2."""
    if index >= size:
        return False
    position, last, reached = index, size - 1, leaf
    for neighbour in path:
        if last == 0:
            return False
        if position & 1 or position == last:
            reached = node(neighbour, reached)
            while position != 0 and not position & 1:
                position, last = position >> 1, last >> 1
        else:
            reached = node(reached, neighbour)
        position, last = position >> 1, last >> 1
    return last == 0 and reached == root


# --- The proof -----------------------------------------------------------------------------------


def parse_proof(data):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise NotProven("the proof is not a text in UTF-8")
    require(len(data) <= 2**20 and "\n\n" in text, "the proof is too long or has no checkpoint")
    head, checkpoint = text.split("\n\n", 1)
    lines = head.split("\n")
    require(lines.pop(0) == "c2sp.org/tlog-proof@v1", "the proof has another first line")
    require(lines and lines[0].startswith("extra "), "the proof has no extra data")
    extra = from_base64(lines.pop(0)[6:], "the extra data")
    require(lines and lines[0].startswith("index "), "the proof has no index")
    index = whole_number(lines.pop(0)[6:], "the index")
    path = [from_base64(line, "a hash of the proof") for line in lines]
    require(len(path) <= 63 and all(len(one) == 32 for one in path), "a hash is no SHA-256")
    return extra, index, path, checkpoint


def parse_extra(extra):
    try:
        value = json.loads(extra.decode("utf-8"))
        entry = value["entry"]
        opening = {name: value[name] for name in ("payload", "salt") if name in value}
        texts = [*entry.values(), *opening.values()]
        is_formed = set(entry) == {"commitment", "id", "kind", "time"} and len(opening) != 1
        is_formed = is_formed and all(isinstance(text, str) for text in texts)
        is_formed = is_formed and canonical({"entry": entry, **opening}).encode() == extra
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        is_formed = False
    require(is_formed, "the extra data is not an entry with its payload and salt in RFC 8785")
    require(re.fullmatch("[0-9a-f]{64}", entry["commitment"]), "the commitment is no SHA-256")
    return entry, opening.get("payload"), opening.get("salt")


def file_hashes_of(kind, payload):
    fields = json.loads(payload)
    if kind == "file":
        return [fields.get("hash")]
    if kind == "contract-signature":
        return [fields.get("signature", {}).get("fileHash")]
    kinds = ("contract", "contract-seal", "template", "file-version")
    if kind not in kinds:
        return []
    # Files of a contract after its first.
    further = fields.get("moreFiles", []) if kind == "contract" else []
    return [fields.get("fileHash"), *(file["fileHash"] for file in further)]


def check(proof, log, witnesses, witnesses_min, file_hash=None):
    extra, index, path, note = parse_proof(proof)
    text, signatures = parse_note(note)
    origin, size, root = parse_checkpoint(text)
    seen = signers(text, signatures, [log, *witnesses])
    require(origin == log.name and log in seen, "the checkpoint is not signed by the log")
    count = len(seen) - 1
    require(count >= witnesses_min, f"{count} witnesses have signed; {witnesses_min} are asked for")
    entry, payload, salt = parse_extra(extra)
    leaf = hashlib.sha256(b"\x00" + canonical(entry).encode()).digest()
    require(is_included(leaf, index, size, path, root), "the entry is not in the tree")
    if payload is not None:
        require(re.fullmatch("[0-9a-f]{32}", salt), "the salt is not 16 bytes in hex")
        committed = hashlib.sha256(bytes.fromhex(salt) + payload.encode()).hexdigest()
        require(committed == entry["commitment"], "the payload is not the one that was entered")
    if file_hash is not None:
        require(payload is not None, "the payload was erased, so no file can be compared with it")
        expected = file_hashes_of(entry["kind"], payload)
        require(file_hash in expected, "the file is not the one the record is about")
    times = {key.name: time for key, time in seen.items() if key is not log}
    return {
        "valid": True,
        "index": index,
        "entry": entry,
        "payload": payload,
        "checkpoint": {"origin": origin, "treeSize": size, "rootHash": base64.b64encode(root).decode()},
        "witnesses": times,
    }


def hash_of(name):
    digest = hashlib.blake2b(digest_size=32)
    with open(name, "rb") as file:
        for chunk in iter(lambda: file.read(1 << 20), b""):
            digest.update(chunk)
    return digest.hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("proof", nargs="+")
    parser.add_argument("--key", required=True, help="the public key of the log")
    parser.add_argument("--file", help="what the record is about")
    parser.add_argument("--witness", action="append", default=[], help="the key of a witness")
    parser.add_argument("--witnesses-min", type=int, help="how many must have signed; all of them")
    asked = parser.parse_args()
    if asked.file and len(asked.proof) > 1:
        parser.error("--file belongs to one proof")
    minimum = len(asked.witness) if asked.witnesses_min is None else asked.witnesses_min
    try:
        log, witnesses = Key(asked.key, [1]), [Key(vkey, [4]) for vkey in asked.witness]
        publics = {key.public for key in [log, *witnesses]}
        require(len(publics) == 1 + len(witnesses), "one key was given twice")
        require(0 <= minimum <= len(witnesses), "more witnesses are asked for than are known")
    except NotProven as fault:
        parser.error(str(fault))
    file_hash = hash_of(asked.file) if asked.file else None
    holds = True
    for name in asked.proof:
        with open(name, "rb") as file:
            proof = file.read()
        try:
            verdict = check(proof, log, witnesses, minimum, file_hash)
        except NotProven as fault:
            verdict = {"valid": False, "message": str(fault)}
            holds = False
        print(json.dumps(verdict, ensure_ascii=False))
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
