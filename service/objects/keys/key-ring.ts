/**
 * The master keys, in one file of the data folder that only its owner can read, or given from
 * outside in the same form. The first key wraps
 * the keys of new objects; older ones stay until every object is wrapped with the new one, so an
 * interrupted rotation loses nothing. Losing this file means losing every object.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { assertPrivate } from '../../../server/private-files';
import { replaceFile } from '../../../server/durable-files';

export interface MasterKey {
	/** Hex; identifies the key without revealing it. */
	readonly id: string;
	/** 32 bytes, hex. */
	readonly key: string;
}

/** At least one key, the current one first. */
export interface KeyRing {
	readonly keys: readonly [MasterKey, ...MasterKey[]];
}

export interface WrappedKey {
	readonly masterKeyId: string;
	/** Nonce, encrypted key and tag, hex. */
	readonly wrapped: string;
}

export interface KeyRingPlace {
	readonly dataFolder: string;
	/** The content of the file if it is given from outside; the folder then has none. */
	readonly masterKeys?: string | undefined;
}

export const keyRingFile = 'master-keys.json';
const nonceBytes = 12;
const tagBytes = 16;

export function newMasterKey(): MasterKey {
	return { id: randomBytes(8).toString('hex'), key: randomBytes(32).toString('hex') };
}

function isMasterKey(value: unknown): value is MasterKey {
	return (
		typeof value === 'object' &&
		value !== null &&
		'id' in value &&
		/^[0-9a-f]{16}$/.test(String(value.id)) &&
		'key' in value &&
		/^[0-9a-f]{64}$/.test(String(value.key))
	);
}

function parse(content: string, source: string): KeyRing {
	const parsed = jsonOf(content);
	if (typeof parsed === 'object' && parsed !== null && 'keys' in parsed) {
		const keys: unknown = parsed.keys;
		if (Array.isArray(keys) && keys.every(isMasterKey)) {
			const [first, ...others] = keys;
			if (first !== undefined) return { keys: [first, ...others] };
		}
	}
	throw new Error(`${source} holds no master key in the form this program writes`);
}

/** Undefined if it is none: the fault of the parser would quote the keys. */
function jsonOf(content: string): unknown {
	try {
		return JSON.parse(content);
	} catch {
		return undefined;
	}
}

/** A value that identifies a key without revealing it. */
export function checkValueOf({ key }: MasterKey): string {
	const value = hkdfSync('sha256', Buffer.from(key, 'hex'), '', 'check value', 32);
	return Buffer.from(value).toString('hex');
}

/** Reads the keys; undefined if there are none. Refuses a file that others can read. */
export function readKeyRing({ dataFolder, masterKeys }: KeyRingPlace): KeyRing | undefined {
	if (masterKeys !== undefined) return parse(masterKeys, 'MASTER_KEYS');
	const file = path.join(dataFolder, keyRingFile);
	if (!fs.existsSync(file)) return undefined;
	assertPrivate(file);
	return parse(fs.readFileSync(file, 'utf8'), file);
}

/** Writes the file atomically and durably. */
export async function writeKeyRing(dataFolder: string, ring: KeyRing): Promise<void> {
	await replaceFile(path.join(dataFolder, keyRingFile), JSON.stringify(ring, null, '\t'));
}

/** Encrypts an object's key under the current master key, bound to the object's id. */
export function wrapKey(ring: KeyRing, objectId: string, objectKey: Buffer): WrappedKey {
	const [master] = ring.keys;
	const nonce = randomBytes(nonceBytes);
	const cipher = createCipheriv('aes-256-gcm', Buffer.from(master.key, 'hex'), nonce);
	cipher.setAAD(Buffer.from(objectId));
	const sealed = Buffer.concat([cipher.update(objectKey), cipher.final(), cipher.getAuthTag()]);
	return { masterKeyId: master.id, wrapped: Buffer.concat([nonce, sealed]).toString('hex') };
}

/**
 * An object's key cannot be decrypted: another master key encrypted it, or its row was changed.
 */
export class SealedKeyFault extends Error {
	constructor(objectId: string, clause: string, cause?: unknown) {
		super(`the key of object ${objectId} does not open: ${clause}`, { cause });
		this.name = 'SealedKeyFault';
	}
}

/** Decrypts an object's key; throws a `SealedKeyFault`. */
export function unwrapKey(ring: KeyRing, objectId: string, wrapped: WrappedKey): Buffer {
	const master = ring.keys.find((key) => key.id === wrapped.masterKeyId);
	if (master === undefined) {
		throw new SealedKeyFault(objectId, `master key ${wrapped.masterKeyId} is not in the ring`);
	}
	const bytes = Buffer.from(wrapped.wrapped, 'hex');
	const nonce = bytes.subarray(0, nonceBytes);
	try {
		const decipher = createDecipheriv('aes-256-gcm', Buffer.from(master.key, 'hex'), nonce);
		decipher.setAAD(Buffer.from(objectId));
		decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes));
		const sealed = bytes.subarray(nonceBytes, bytes.length - tagBytes);
		return Buffer.concat([decipher.update(sealed), decipher.final()]);
	} catch (fault) {
		// The cipher gives no further reason.
		throw new SealedKeyFault(objectId, 'it was sealed under another key, or changed', fault);
	}
}

/** Decrypts a secret; undefined if no key of the ring opens it. */
export function openWrapped(ring: KeyRing, name: string, wrapped: WrappedKey): Buffer | undefined {
	try {
		return unwrapKey(ring, name, wrapped);
	} catch (fault) {
		if (fault instanceof SealedKeyFault) return undefined;
		throw fault;
	}
}
