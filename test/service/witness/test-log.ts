/**
 * A log of a test: leaves that are a seed's, its own key, and whatever it wants to say of them, forks
 * included. Roots and proofs are worked out by the definition, from all leaves each time.
 */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { formatCheckpoint } from '../../../proof/checkpoint';
import { consistencyPath } from '../../../proof/merkle';
import { formatNote } from '../../../proof/signed-note';
import { ed25519Type, formatVerifierKey, verifierKey } from '../../../proof/verifier-key';
import { writeOffer } from '../../../service/witness/add-checkpoint';

const sha256 = (...parts: readonly (string | Uint8Array)[]) => {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(part);
	return hash.digest();
};

const zero = Uint8Array.of(0);
const one = Uint8Array.of(1);

/** MTH of RFC 6962, 2.1. */
function root(leaves: readonly string[]): Buffer {
	if (leaves.length === 0) return sha256();
	if (leaves.length === 1) return sha256(zero, leaves[0] ?? '');
	let split = 1;
	while (split * 2 < leaves.length) split *= 2;
	return sha256(one, root(leaves.slice(0, split)), root(leaves.slice(split)));
}

export interface LogKey {
	readonly origin: string;
	readonly vkey: string;
	readonly keyId: string;
	readonly privateKey: KeyObject;
}

export async function newLogKey(origin: string): Promise<LogKey> {
	const { privateKey, publicKey } = generateKeyPairSync('ed25519');
	const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
	const key = await verifierKey(origin, ed25519Type, raw);
	return { origin, vkey: formatVerifierKey(key), keyId: key.keyId, privateKey };
}

export class TestLog {
	private readonly roots: Buffer[] = [];

	constructor(
		private readonly key: LogKey,
		private readonly leaves: readonly string[],
	) {}

	/** The same log with these leaves after its first ones. */
	fork(size: number, leaves: readonly string[]): TestLog {
		return new TestLog(this.key, [...this.leaves.slice(0, size), ...leaves]);
	}

	get size(): number {
		return this.leaves.length;
	}

	root(size: number): Buffer {
		return (this.roots[size] ??= root(this.leaves.slice(0, size)));
	}

	checkpoint(size: number, by: LogKey = this.key): string {
		const text = formatCheckpoint({
			...{ origin: this.key.origin, treeSize: size, rootHash: this.root(size) },
		});
		const signature = sign(null, Buffer.from(text), by.privateKey);
		return formatNote({ text, signatures: [{ name: by.origin, keyId: by.keyId, signature }] });
	}

	proof(from: number, to: number): readonly Buffer[] {
		if (from === 0 || from >= to) return [];
		return consistencyPath(from, to).map(({ begin, end }) => root(this.leaves.slice(begin, end)));
	}

	/** What is sent to a witness. */
	offer(oldSize: number, size: number): string {
		return writeOffer({
			...{ oldSize, proof: this.proof(oldSize, size), checkpoint: this.checkpoint(size) },
		});
	}
}

export function leaves(count: number, name: string): string[] {
	return Array.from({ length: count }, (_, index) => `${name} ${index}`);
}

/** Whether both trees have the same beginning, as long as the smaller one. */
export function isSameHistory(
	a: { readonly log: TestLog; readonly size: number },
	b: { readonly log: TestLog; readonly size: number },
): boolean {
	const size = Math.min(a.size, b.size);
	return a.log.root(size).equals(b.log.root(size));
}
