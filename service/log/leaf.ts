/**
 * What stands in the tree of a record, and how it is hashed: kind, id and time of its entry, and a
 * commitment to its payload that says nothing to whoever has not the salt. The form is that of
 * `proof/`, hashed here without waiting, because writers and the sequencer do it for every entry.
 */
import { hash } from 'node:crypto';
import { saltBytes, type LogEntry } from '../../proof/log-entry';
import { randomHex } from '../../server/clock';

/** Sixteen random bytes, hex. */
export function newSalt(): string {
	return randomHex(saltBytes);
}

const saltText = new RegExp(`^[0-9a-f]{${2 * saltBytes}}$`);

/** Whether a text is a salt to the letter: more than one text would be the same bytes. */
export function isSalt(text: string): boolean {
	return saltText.test(text);
}

/** SHA-256 of salt and payload, hex. */
export function commitmentOf(salt: string, payload: string): string {
	return hash('sha256', Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(payload)]));
}

/** The hash of an entry's leaf, hex: its text as `entryText` gives it, which sorts no names here. */
export function leafHashOf({ commitment, id, kind, time }: LogEntry): string {
	return hash('sha256', `\0${JSON.stringify({ commitment, id, kind, time })}`);
}

const nodePrefix = Buffer.of(1);

/** The hash of the node above two others. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
	return hash('sha256', Buffer.concat([nodePrefix, left, right]), 'buffer');
}

const node = Buffer.alloc(65);
node[0] = 1;

/** The same in hex, without memory of its own. */
export function nodeHashHex(left: string, right: string): string {
	// Of what is no hex nothing is written, and nothing of before may stand in its place.
	node.fill(0, 1);
	node.write(left, 1, 32, 'hex');
	node.write(right, 33, 32, 'hex');
	return hash('sha256', node);
}

/** That of a tree without leaves. */
export const emptyRoot: Buffer = hash('sha256', '', 'buffer');
