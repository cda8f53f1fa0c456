/**
 * A log of a few entries in memory, its key and its witnesses: what a service keeps in a database,
 * hashed and signed by Node's own crypto. Makes proofs for tests to check and to spoil.
 */
import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { formatCheckpoint } from '../../proof/checkpoint';
import { committedBytes, entryText, formatExtra, type LogEntry } from '../../proof/log-entry';
import {
	consistencyPath,
	inclusionPath,
	joinSubtrees,
	leafBytes,
	nodeBytes,
	subtreesOf,
	type LeafRange,
} from '../../proof/merkle';
import { formatProofFile } from '../../proof/proof-file';
import { cosignature, cosignedText, formatNote, type NoteSignature } from '../../proof/signed-note';
import { formatVerifierKey, verifierKey, type KeyType } from '../../proof/verifier-key';

export const sha256 = (data: Uint8Array): Uint8Array =>
	new Uint8Array(createHash('sha256').update(data).digest());

/** The hashes of a tree, from those of its leaves. */
export class Tree {
	private readonly leaves: readonly Uint8Array[];
	/** The nodes that were asked for, by the first leaf and the count of leaves below. */
	private readonly nodes = new Map<string, Uint8Array>();

	constructor(entries: readonly Uint8Array[]) {
		this.leaves = entries.map((entry) => sha256(leafBytes(entry)));
	}

	hash(range: LeafRange): Uint8Array {
		const subtrees = subtreesOf(range).map(({ level, index }) => {
			const size = 2 ** level;
			return this.complete(index * size, size);
		});
		return joinSubtrees(subtrees, nodeOf) ?? sha256(new Uint8Array());
	}

	root(treeSize: number): Uint8Array {
		return this.hash({ begin: 0, end: treeSize });
	}

	inclusion(index: number, treeSize: number): Uint8Array[] {
		return inclusionPath(index, treeSize).map((range) => this.hash(range));
	}

	consistency(fromSize: number, toSize: number): Uint8Array[] {
		return consistencyPath(fromSize, toSize).map((range) => this.hash(range));
	}

	private complete(begin: number, size: number): Uint8Array {
		if (size === 1) return this.leaves[begin] ?? new Uint8Array();
		const name = `${begin}+${size}`;
		const known = this.nodes.get(name);
		if (known !== undefined) return known;
		const node = nodeOf(this.complete(begin, size / 2), this.complete(begin + size / 2, size / 2));
		this.nodes.set(name, node);
		return node;
	}
}

const nodeOf = (left: Uint8Array, right: Uint8Array) => sha256(nodeBytes(left, right));

/** Who signs notes; the secret key is 32 bytes of hex, or one byte 32 times. */
export class Signer {
	private constructor(
		readonly vkey: string,
		private readonly keyId: string,
		private readonly name: string,
		private readonly secret: KeyObject,
	) {}

	static async of(name: string, type: KeyType, seed: number | string): Promise<Signer> {
		const head = Buffer.from('302e020100300506032b657004220420', 'hex');
		const bytes = typeof seed === 'string' ? Buffer.from(seed, 'hex') : Buffer.alloc(32, seed);
		const der = Buffer.concat([head, bytes]);
		const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
		const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' });
		const key = await verifierKey(name, type, new Uint8Array(spki.subarray(-32)));
		return new Signer(formatVerifierKey(key), key.keyId, name, secret);
	}

	sign(text: string): NoteSignature {
		return this.line(new Uint8Array(sign(null, Buffer.from(text), this.secret)));
	}

	cosign(text: string, timeSeconds: number): NoteSignature {
		const made = sign(null, Buffer.from(cosignedText(timeSeconds, text)), this.secret);
		return this.line(cosignature(timeSeconds, new Uint8Array(made)));
	}

	private line(signature: Uint8Array): NoteSignature {
		return { name: this.name, keyId: this.keyId, signature };
	}
}

export const salt = '000102030405060708090a0b0c0d0e0f';

export function entryOf(id: string, payload: string): LogEntry {
	const committed = committedBytes(Buffer.from(salt, 'hex'), payload);
	const commitment = Buffer.from(sha256(committed)).toString('hex');
	return { commitment, id, kind: 'file', time: '2026-01-02T03:04:05.678Z' };
}

export const payloadOf = (index: number, hash = 'ab') => JSON.stringify({ id: `r${index}`, hash });

/** The proof file of the entry at an index, with a note signed by the log and those witnesses. */
export function proofOf(
	{ log, witnesses }: { readonly log: Signer; readonly witnesses: readonly Signer[] },
	{ index = 2, treeSize = 5, origin = 'log.example/one', opening = true, hash = 'ab' } = {},
): string {
	const entries = Array.from({ length: treeSize }, (_, place) =>
		entryOf(`r${place}`, payloadOf(place, hash)),
	);
	const tree = new Tree(entries.map((entry) => Buffer.from(entryText(entry))));
	const text = formatCheckpoint({ origin, treeSize, rootHash: tree.root(treeSize) });
	const seen = witnesses.map((witness, place) => witness.cosign(text, 1_700_000_000 + place));
	const payload = payloadOf(index, hash);
	const entry = entryOf(`r${index}`, payload);
	return formatProofFile({
		extra: formatExtra({
			entry,
			opening: opening ? { payload, salt } : undefined,
		}),
		index,
		path: tree.inclusion(index, treeSize),
		checkpoint: formatNote({ text, signatures: [log.sign(text), ...seen] }),
	});
}
