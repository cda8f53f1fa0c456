/**
 * The leaf of a record: kind, id and time of its entry, and a commitment to its payload that tells
 * nothing without the salt. The same form as in `proof/`, but hashed synchronously, because
 * writers and the sequencer do it for every entry.
 */
import { hash } from 'node:crypto';
import { saltBytes, type LogEntry } from '../../proof/log-entry';
import { randomHex } from '../../server/clock';

/** Sixteen random bytes, hex. */
export function newSalt(): string {
	return randomHex(saltBytes);
}

const saltText = new RegExp(`^[0-9a-f]{${2 * saltBytes}}$`);

/** True for a salt in canonical hex: other texts could decode to the same bytes. */
export function isSalt(text: string): boolean {
	return saltText.test(text);
}

/** SHA-256 of salt and payload, hex. */
export function commitmentOf(salt: string, payload: string): string {
	return hash('sha256', Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(payload)]));
}

/** The leaf hash, hex. The keys must stand in the order in which `entryText` sorts them. */
export function leafHashOf({ commitment, id, kind, time }: LogEntry): string {
	return hash('sha256', `\0${JSON.stringify({ commitment, id, kind, time })}`);
}

const nodePrefix = Buffer.of(1);

/** The hash of two nodes' parent. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
	return hash('sha256', Buffer.concat([nodePrefix, left, right]), 'buffer');
}

const node = Buffer.alloc(65);
node[0] = 1;

/** Like nodeHash, in hex and without allocating. */
export function nodeHashHex(left: string, right: string): string {
	// Invalid hex writes nothing, so bytes of the last call must be cleared.
	node.fill(0, 1);
	node.write(left, 1, 32, 'hex');
	node.write(right, 33, 32, 'hex');
	return hash('sha256', node);
}

/** Root of the empty tree. */
export const emptyRoot: Buffer = hash('sha256', '', 'buffer');
