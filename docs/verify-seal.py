#!/usr/bin/env python3
"""Checks a sealed file (docs/log-format.md) with Python's standard library alone.

    python3 verify-seal.py FILE [--key VKEY]

Needs verify-proof.py beside it. Prints the outcome as JSON on a line, as `npm run proof -- seal` names
it. Ends with 0 for Sealed, with 2 where nothing can be decided without --key, else with 1. The time
stamp of an authority is not checked.
"""
import argparse
import base64
import hashlib
import importlib.util
import json
import os
import re
import struct
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
SPEC = importlib.util.spec_from_file_location("verify_proof", os.path.join(HERE, "verify-proof.py"))
PROOF = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(PROOF)
NotProven, require = PROOF.NotProven, PROOF.require

# --- DER -----------------------------------------------------------------------------------------


def der_at(data, offset):
    """Tag, content and whole of the value at an offset."""
    require(len(data) >= offset + 2, "its seal cannot be read")
    tag, length, start = data[offset], data[offset + 1], offset + 2
    if length >= 0x80:
        count = length & 0x7F
        require(1 <= count <= 4 and len(data) >= start + count, "its seal cannot be read")
        length, start = int.from_bytes(data[start : start + count], "big"), start + count
        require(length >= 0x80 and length >= 256 ** (count - 1), "its seal cannot be read")
    require(len(data) >= start + length, "its seal cannot be read")
    return tag, data[start : start + length], data[offset : start + length]


def parts(content):
    found, offset = [], 0
    while offset < len(content):
        found.append(der_at(content, offset))
        offset += len(found[-1][2])
    return found


def oid(dotted):
    first, second, *rest = map(int, dotted.split("."))
    encoded = bytes([first * 40 + second])
    for number in rest:
        digits = [number & 0x7F]
        while number := number >> 7:
            digits.append(number & 0x7F | 0x80)
        encoded += bytes(reversed(digits))
    return encoded


# --- ECDSA and RSA (FIPS 186-5, RFC 8017), verification alone --------------------------------------

CURVES = {  # p, b, order, generator
    oid("1.2.840.10045.3.1.7"): (
        2**256 - 2**224 + 2**192 + 2**96 - 1,
        0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B,
        0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
        0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
        0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
    ),
}


def ec_verify(curve, public, digest, r, s):
    p, b, order, gx, gy = CURVES[curve]
    size = (p.bit_length() + 7) // 8
    if public[:1] != b"\x04" or len(public) != 1 + 2 * size or not (0 < r < order and 0 < s < order):
        return False
    x, y = int.from_bytes(public[1 : 1 + size], "big"), int.from_bytes(public[1 + size :], "big")
    if (y * y - x * x * x + 3 * x - b) % p != 0:
        return False

    def add(one, other):
        if one is None or other is None:
            return one or other
        if one[0] == other[0]:
            if (one[1] + other[1]) % p == 0:
                return None
            slope = (3 * one[0] * one[0] - 3) * pow(2 * one[1], -1, p)
        else:
            slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, p)
        third = (slope * slope - one[0] - other[0]) % p
        return third, (slope * (one[0] - third) - one[1]) % p

    def times(factor, point):
        result = None
        while factor:
            result = add(result, point) if factor & 1 else result
            point, factor = add(point, point), factor >> 1
        return result

    inverse = pow(s, -1, order)
    hashed = int.from_bytes(digest, "big")
    point = add(times(hashed * inverse % order, (gx, gy)), times(r * inverse % order, (x, y)))
    return point is not None and point[0] % order == r


def rsa_verify(public, digest, signature):
    modulus, exponent = (int.from_bytes(one[1], "big") for one in parts(der_at(public, 0)[1]))
    size = (modulus.bit_length() + 7) // 8
    head = bytes.fromhex("3031300d060960864801650304020105000420") + digest
    padded = b"\x00\x01" + b"\xff" * (size - len(head) - 3) + b"\x00" + head
    made = pow(int.from_bytes(signature, "big"), exponent, modulus).to_bytes(size, "big")
    return len(signature) == size and made == padded


def made_with(certificate, signed, signature, is_plain):
    """Checks a signature over SHA-256 with the public key of a certificate."""
    fields = parts(parts(der_at(certificate, 0)[1])[0][1])
    public_key = fields[6 if fields[0][0] == 0xA0 else 5]
    algorithm, bits = parts(public_key[1])
    kind, *parameters = parts(algorithm[1])
    digest = hashlib.sha256(signed).digest()
    if kind[1] == oid("1.2.840.113549.1.1.1"):
        return rsa_verify(bits[1][1:], digest, signature)
    is_known = kind[1] == oid("1.2.840.10045.2.1") and parameters and parameters[0][1] in CURVES
    require(is_known, "its key is of a kind that cannot be checked here")
    half = len(signature) // 2
    numbers = [signature[:half], signature[half:]] if is_plain else ec_numbers(signature)
    r, s = (int.from_bytes(number, "big") for number in numbers)
    return ec_verify(parameters[0][1], bits[1][1:], digest, r, s)


def ec_numbers(signature):
    return [content for _, content, _ in parts(der_at(signature, 0)[1])]


# --- The signature of a PDF (CMS, RFC 5652) --------------------------------------------------------


def sealed_with(cms, digest):
    """The certificate that signed a digest; refuses every other form than that of a seal."""
    content_type, wrapped = parts(der_at(cms, 0)[1])
    require(content_type[1] == oid("1.2.840.113549.1.7.2"), "its signature is of another form")
    version, _, content, given, signers = parts(parts(wrapped[1])[0][1])
    require(version[1] == b"\x01" and len(parts(content[1])) == 1, "its signature is of another form")
    (signer,) = parts(signers[1])
    _, issuer, _, attributes, _, signature, *_ = parts(signer[1])
    values = {}
    for _, attribute, _ in parts(attributes[1]):
        name, (_, value, _) = (one for one in parts(attribute))
        require(name[1] not in values and len(parts(value)) == 1, "its signature is of another form")
        values[name[1]] = parts(value)[0]
    signed_digest = values[oid("1.2.840.113549.1.9.4")][1]
    require(signed_digest == digest, "the bytes of the file are not those that were sealed")
    named = parts(parts(parts(values[oid("1.2.840.113549.1.9.16.2.47")][1])[0][1])[0][1])[0][1]
    wholes = [whole for _, _, whole in parts(given[1])]
    chosen = [whole for whole in wholes if hashlib.sha256(whole).digest() == named]
    require(chosen, "its certificate is not the one that was signed with")
    fields = parts(parts(der_at(chosen[0], 0)[1])[0][1])
    fields = fields[1:] if fields[0][0] == 0xA0 else fields
    require(issuer[1] == fields[2][2] + fields[0][2], "its signature is of another form")
    signed = b"\x31" + attributes[2][1:]
    made = made_with(chosen[0], signed, signature[1], False)
    require(made, "its signature was not made with its key")
    return chosen[0]


def places_of(data):
    """Start, end and end of the file of the signatures that may be seals, last one first."""
    found = []
    for match in reversed(list(re.finditer(rb"/ByteRange \[", data))[-64:]):
        numbers = re.match(rb"/ByteRange \[0 (\d{1,10}) (\d{1,10}) (\d{1,10})\]", data[match.start() :][:200])
        if numbers is None:
            continue
        start, end, length = map(int, numbers.groups())
        if match.start() < start < end <= end + length <= len(data):
            found.append((start, end, end + length))
    return found


def attached_record(data, before):
    """The last record before an offset, and where its object begins."""
    at = data.rfind(b"/SealkeeperBytes ", 0, before)
    written = re.match(rb"\d{1,9}", data[at + 17 :][:10]) if at != -1 else None
    stream = data.find(b"stream", at + 17, min(before, at + 1017)) if written else -1
    if stream == -1:
        return None
    start = stream + 6
    start += 1 if data[start : start + 1] == b"\r" else 0
    start += 1 if data[start : start + 1] == b"\n" else 0
    end = start + int(written[0])
    return None if end > before else (data[start:end], at)


def seal_at(data, place):
    start, end, file_end = place
    require(data[start] == 0x3C and data[end - 1] == 0x3E, "its signature is not where the file says")
    digits = data[start + 1 : end - 1]
    is_hex = re.fullmatch(rb"(?:[0-9a-f]{2})*", digits)
    require(is_hex, "the digits of its signature were changed")
    reserved = bytes.fromhex(digits.decode())
    cms = der_at(reserved, 0)[2]
    require(not any(reserved[len(cms) :]), "something was written behind its signature")
    return sealed_with(cms, hashlib.sha256(data[:start] + data[end:file_end]).digest())


# --- The record ------------------------------------------------------------------------------------


def read_record(data):
    try:
        record = json.loads(data.decode("utf-8"))
        contract, proofs, log = record["contract"], record["proofs"], record["log"]
        texts = [contract[name] for name in ("id", "displayName", "ownerEmail", "fileName", "fileHash")]
        texts += [contract["createdAt"], log["vkey"], log["entryUrl"]]
        texts += [proofs["contract"], proofs["certificate"], *proofs["signatures"]]
        texts += [file[name] for file in contract.get("files", []) for name in ("fileName", "fileHash")]
        is_formed = record["format"] == "sealkeeper-seal/1" and isinstance(contract["sizeBytes"], int)
        is_formed = is_formed and isinstance(contract.get("fileNumber", 1), int)
        is_formed = is_formed and all(isinstance(text, str) for text in texts)
        is_formed = is_formed and all(isinstance(one["address"], str) for one in record["signers"])
    except (ValueError, KeyError, TypeError, RecursionError):
        is_formed = False
    require(is_formed, "its record has not the form that a record has")
    return record


def proven(record, proof, kind, name, file_hash=None):
    log = PROOF.Key(record["log"]["vkey"], [1])
    try:
        entry = PROOF.check(proof.encode(), log, [], 0, file_hash)
    except NotProven as fault:
        raise NotProven(f"the proof of {name} does not hold: {fault}")
    is_of_kind = entry["entry"]["kind"] == kind and entry["payload"] is not None
    require(is_of_kind, f"the proof of {name} does not hold: it is of another record")
    return entry, json.loads(entry["payload"])


def named_certificate(record):
    proof = record["proofs"]["certificate"]
    return proven(record, proof, "seal-certificate", "the certificate")[1]["certificateHash"]


def said_in(signed, name):
    return json.loads(signed[name]) if isinstance(signed.get(name), str) else None


def check_record(record):
    contract, proofs = record["contract"], record["proofs"]
    entry, said = proven(record, proofs["contract"], "contract", "the contract", contract["fileHash"])
    require(entry["entry"]["id"] == contract["id"], "the contract in the log is another one")
    is_same = (said["displayName"], said["ownerEmail"]) == (contract["displayName"], contract["ownerEmail"])
    require(is_same, "the contract has another name or owner in the log")
    # All files of the contract, of which the sealed one has the number it says.
    named = [file["fileHash"] for file in contract.get("files", [contract])]
    number = contract.get("fileNumber", 1)
    in_log = PROOF.file_hashes_of("contract", entry["payload"])
    is_same = named == in_log and 1 <= number <= len(in_log) and in_log[number - 1] == contract["fileHash"]
    require(is_same, "the contract has other files in the log")
    signers = record["signers"]
    require(len(signers) == len(proofs["signatures"]), "there is not one proof for each signature")
    # A code that the signer was to enter may stand behind these.
    parties = {signer[0]: (signer[2], signer[3]) for signer in said["signers"]}
    positions = set()
    for signer, proof in zip(signers, proofs["signatures"]):
        name = signer["address"]
        entry, signed = proven(record, proof, "contract-signature", f"the signature of {name}")
        require(entry["entry"]["id"] == contract["id"], "a signature is of another contract")
        require(said_in(signed, "fieldValues") == signer.get("fieldValues"), f"the log has other words than those that {name} filled in")
        require(said_in(signed, "codeProof") == signer.get("codeProof"), f"the log says another thing of the code that {name} entered")
        signature = signed.get("signature") or {}
        supplier = signature.get("suppliedByEmail")
        entered_by = None if supplier == signed["email"] else supplier
        is_same = parties.get(signed["position"], ("",))[0] == name and signed["signedAt"] == signer["signedAt"]
        is_same = is_same and signature.get("fileHash") == signer.get("signature", {}).get("fileHash")
        is_same = is_same and entered_by == signer.get("suppliedByEmail")
        require(is_same, f"the log has another signature than that of {name}")
        positions.add(signed["position"])
    asked = {position for position, (_, role) in parties.items() if role != "CopyRecipient"}
    require(asked <= positions and len(positions) == len(signers), "there is not one signature of each signer")


# --- Outcomes --------------------------------------------------------------------------------------


def attempt(faults, what):
    """None, and a fault, where something does not hold."""
    try:
        return what()
    except NotProven as fault:
        faults.append(str(fault))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        faults.append("its seal cannot be read")
    return None


def outcome_of(changes, record, certificate, key):
    """Outcome and faults, by the table in proof/sealed/sealed-file.ts."""
    if changes or record is None or certificate is None:
        return "Changed", changes
    faults = []
    named = attempt(faults, lambda: named_certificate(record))
    if named is not None and named != hashlib.sha256(certificate).hexdigest():
        return "SignedByOther", ["it was signed by a certificate that the log does not name"]
    attempt(faults, lambda: check_record(record))
    if faults:
        return "NotInLog", faults
    if key is None:
        return "Undecided", ["whose log it is cannot be told without the public key of the log"]
    is_known = key == record["log"]["vkey"]
    return ("Sealed", []) if is_known else ("NotInLog", ["its log is not the one that is known here"])


def is_own(data, place, attached, key):
    record = read_record(attached[0])
    certificate = seal_at(data, place)
    is_known = key in (None, record["log"]["vkey"])
    return is_known and named_certificate(record) == hashlib.sha256(certificate).hexdigest()


def check_pdf(data, key):
    found = [(place, attached_record(data, place[0])) for place in places_of(data)]
    candidates = [one for one in found if one[1] is not None][:8]
    if not candidates:
        has_parts = b"/SealkeeperBytes " in data or b"(sealkeeper-record.json)" in data
        return ("Changed", ["the place of its seal cannot be found"]) if has_parts else ("NotSealed", [])
    own = [one for one in candidates if attempt([], lambda: is_own(data, *one, key))]
    place, attached = (own or candidates)[0]
    changes = []
    certificate = attempt(changes, lambda: seal_at(data, place))
    if place[2] < len(data):
        changes.append(f"{len(data) - place[2]} bytes were appended after it was sealed")
    record = attempt(changes, lambda: read_record(attached[0]))
    if record is not None:
        size = record["contract"]["sizeBytes"]
        digest = hashlib.blake2b(data[:size], digest_size=32).hexdigest()
        if size > attached[1] or digest != record["contract"]["fileHash"]:
            changes.append("the contract in it is not the one that was signed")
    return outcome_of(changes, record, certificate, key)


def archived(data):
    """The files of an archive by name; refuses every byte that does not follow from them."""
    fault = "the archive has not the form it was sealed in"
    require(len(data) >= 22, fault)
    _, _, _, count, _, list_size, list_from, _ = struct.unpack("<IHHHHIIH", data[-22:])
    files, local, listed, at = {}, b"", b"", list_from
    for _ in range(min(count, 3)):
        require(len(data) >= at + 46, fault)
        time, _, size = struct.unpack("<III", data[at + 12 : at + 24])
        name_length = struct.unpack("<H", data[at + 28 : at + 30])[0]
        name = data[at + 46 : at + 46 + name_length]
        flags = 0x0808 if any(byte > 0x7F for byte in name) else 0x0008
        start = len(local) + 30 + len(name)
        content = data[start : start + size]
        crc, head = zlib.crc32(content), struct.pack("<HHHI", 20, flags, 0, time)
        entry = struct.pack("<IH", 0x02014B50, 20) + head + struct.pack("<IIIHH", crc, size, size, len(name), 0)
        listed += entry + bytes(10) + struct.pack("<I", len(local)) + name
        local += struct.pack("<I", 0x04034B50) + head + bytes(12) + struct.pack("<HH", len(name), 0) + name
        local += content + struct.pack("<IIII", 0x08074B50, crc, size, size)
        files[name.decode("utf-8", "replace")] = content
        at += 46 + name_length
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, count, count, len(listed), len(local), 0)
    require(local + listed + end == data, fault)
    return files


def signed_manifest(manifest, record):
    head, payload, signature = manifest.decode("ascii").split(".")
    plain = [base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)) for part in (head, payload, signature)]
    encoded = [base64.urlsafe_b64encode(part).decode().rstrip("=") for part in plain]
    require(encoded == [head, payload, signature], "the manifest has not the form that a seal has")
    require(plain[1] == record, "the record is not the one that the manifest signs")
    fields = json.loads(plain[0])
    certificate = base64.b64decode(fields["x5c"][0])
    is_made = fields["alg"] in ("ES256", "RS256") and made_with(
        certificate, f"{head}.{payload}".encode(), plain[2], True
    )
    require(is_made, "its signature was not made with its key")
    return certificate


def check_archive(data, key):
    changes = []
    files = attempt(changes, lambda: archived(data))
    if files is None:
        is_seal = re.search(rb"sealkeeper-(record\.json|manifest\.jws)", data[-16384:])
        return ("Changed", changes) if is_seal else ("NotSealed", [])
    record_bytes = files.pop("sealkeeper-record.json", None)
    manifest = files.pop("sealkeeper-manifest.jws", None)
    if record_bytes is None or manifest is None:
        is_seal = record_bytes is not None or manifest is not None
        return ("Changed", ["its record or its manifest is missing"]) if is_seal else ("NotSealed", [])
    certificate = attempt(changes, lambda: signed_manifest(manifest, record_bytes))
    record = attempt(changes, lambda: read_record(record_bytes))
    if record is not None and files:
        wanted = {f"contract/{record['contract']['fileName']}": record["contract"]["fileHash"]}
        found = {name: hashlib.blake2b(one, digest_size=32).hexdigest() for name, one in files.items()}
        if found != wanted:
            changes.append("the contract in it is not the one that was signed")
    return outcome_of(changes, record, certificate, key)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--key", help="the public key of the log")
    asked = parser.parse_args()
    with open(asked.file, "rb") as file:
        data = file.read()
    is_archive = data[:4] == b"PK\x03\x04" or re.search(rb"PK(?s:.{0,60})sealkeeper-(record\.json|manifest\.jws)", data[-16384:])
    outcome, faults = (check_archive if is_archive else check_pdf)(data, asked.key)
    print(json.dumps({"outcome": outcome, "faults": faults}))
    sys.exit({"Sealed": 0, "Undecided": 2}.get(outcome, 1))


if __name__ == "__main__":
    main()
