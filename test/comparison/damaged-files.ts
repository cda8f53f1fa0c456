/**
 * Damage to files, drawn from a seed: bytes flipped, overwritten, cut away, repeated and spliced in from
 * another file, numbers that are too large; of archives inside their entries as well, since damage to
 * packed bytes ends at their checksum.
 */
import { unzipSync, zipSync } from 'fflate';
import type { Random } from './quality/random';

type Damage = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

const pieceBytesMax = 100;

/** What the formats are made of; in the wrong place it is what their readers trip over. */
const tokens =
	'< > </ /> <![CDATA[ & &#0; " \' { } [ ] , : ; \n \r \t \0 - # | ( ) % << >> obj endobj stream PK'.split(
		' ',
	);

const largeNumbers = ['-1', '0', '4294967295', '99999999999999999999', '1e999', '65536'];

const damages: readonly Damage[] = [
	flipped,
	(bytes, random) => overwritten(bytes, random, () => random.below(256)),
	(bytes, random) => overwritten(bytes, random, () => 0),
	(bytes, random) => overwritten(bytes, random, () => 255),
	cut,
	removed,
	repeated,
	spliced,
	withOtherNumber,
	withToken,
	withToken,
	withToken,
];

/** One damage or two, one after the other. */
export function damaged(bytes: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
	const isArchive = Buffer.from(bytes).toString('latin1', 0, 2) === 'PK';
	if (isArchive && random.below(3) > 0) return damagedInside(bytes, random, other);
	let result = Buffer.from(bytes);
	for (let left = random.between(1, 3); left > 0; left -= 1) {
		const damage = damages[random.below(damages.length)] ?? flipped;
		result = Buffer.from(damage(result, random, Buffer.from(other)));
	}
	return result;
}

function damagedInside(bytes: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
	const entries = unzipSync(bytes);
	const names = Object.keys(entries);
	const name = names[random.below(names.length)] ?? '';
	const entry = entries[name] ?? new Uint8Array();
	return zipSync({ ...entries, [name]: damaged(entry, random, other) });
}

function piece(bytes: Buffer, random: Random): readonly [from: number, to: number] {
	const from = random.below(bytes.length + 1);
	return [from, Math.min(bytes.length, from + random.between(1, pieceBytesMax))];
}

function flipped(bytes: Buffer, random: Random): Buffer {
	const copy = Buffer.from(bytes);
	for (let left = random.between(1, 6); left > 0 && copy.length > 0; left -= 1) {
		const at = random.below(copy.length);
		copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
	}
	return copy;
}

function overwritten(bytes: Buffer, random: Random, value: () => number): Buffer {
	const copy = Buffer.from(bytes);
	const [from, to] = piece(bytes, random);
	for (let at = from; at < to; at += 1) copy[at] = value();
	return copy;
}

function cut(bytes: Buffer, random: Random): Buffer {
	return bytes.subarray(0, random.below(bytes.length + 1));
}

/** In the place of as many bytes, or between two. */
function withToken(bytes: Buffer, random: Random): Buffer {
	const token = Buffer.from(tokens[random.below(tokens.length)] ?? '');
	const at = random.below(bytes.length + 1);
	const rest = bytes.subarray(at + random.below(2) * token.length);
	return Buffer.concat([bytes.subarray(0, at), token, rest]);
}

function removed(bytes: Buffer, random: Random): Buffer {
	const [from, to] = piece(bytes, random);
	return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
}

function repeated(bytes: Buffer, random: Random): Buffer {
	const [from, to] = piece(bytes, random);
	const times = Array.from({ length: random.between(2, 40) }, () => bytes.subarray(from, to));
	return Buffer.concat([bytes.subarray(0, from), ...times, bytes.subarray(to)]);
}

function spliced(bytes: Buffer, random: Random, other: Buffer): Buffer {
	const [from, to] = piece(other, random);
	const at = random.below(bytes.length + 1);
	return Buffer.concat([bytes.subarray(0, at), other.subarray(from, to), bytes.subarray(at)]);
}

function withOtherNumber(bytes: Buffer, random: Random): Buffer {
	const numbers = [...bytes.toString('latin1').matchAll(/\d+/g)];
	const chosen = numbers[random.below(Math.max(1, numbers.length))];
	if (chosen === undefined) return bytes;
	const number = Buffer.from(largeNumbers[random.below(largeNumbers.length)] ?? '0');
	const end = chosen.index + chosen[0].length;
	return Buffer.concat([bytes.subarray(0, chosen.index), number, bytes.subarray(end)]);
}
