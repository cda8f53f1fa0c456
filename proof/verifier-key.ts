/**
 * Public keys of signed notes (C2SP signed-note) in text form, a vkey: `name+keyId+base64(type,
 * public key)`. Two types are supported: Ed25519 of a log (0x01), and timestamped Ed25519 of a
 * witness (0x04, C2SP tlog-cosignature).
 */
import { concat, fromBase64, toBase64, toHex, utf8 } from './bytes';
import { ProofFault } from './proof-fault';
import { sha256 } from './sha256';

export const ed25519Type = 0x01;
export const cosignatureType = 0x04;
export type KeyType = typeof ed25519Type | typeof cosignatureType;

const publicKeyBytes = 32;

export interface VerifierKey {
	readonly name: string;
	/** The first four bytes of the hash of name, type and key, in lower-case hex. */
	readonly keyId: string;
	readonly type: KeyType;
	readonly publicKey: Uint8Array;
}

export function isKeyName(text: string): boolean {
	return /^[^+\p{White_Space}\u0000-\u001f]+$/u.test(text) && text.isWellFormed();
}

/** Creates a key and computes its id. */
export async function verifierKey(
	name: string,
	type: KeyType,
	publicKey: Uint8Array,
): Promise<VerifierKey> {
	const hash = await sha256(concat([utf8(`${name}\n`), Uint8Array.of(type), publicKey]));
	return { name, keyId: toHex(hash.subarray(0, 4)), type, publicKey };
}

export function formatVerifierKey({ name, keyId, type, publicKey }: VerifierKey): string {
	return `${name}+${keyId}+${toBase64(concat([Uint8Array.of(type), publicKey]))}`;
}

/** Parses a vkey; throws if it is malformed or its id is wrong. */
export async function parseVerifierKey(vkey: string): Promise<VerifierKey> {
	const [, name = '', keyId = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? [];
	const material = fromBase64(encoded);
	if (!isKeyName(name) || material === undefined) {
		throw badKey(vkey, 'is not of the form name+id+base64');
	}
	const type = keyType(material[0]);
	if (type === undefined) {
		throw badKey(vkey, 'is neither an Ed25519 key (type 1) nor that of a witness (type 4)');
	}
	if (material.length !== 1 + publicKeyBytes) {
		throw badKey(vkey, `holds ${material.length - 1} bytes of key instead of ${publicKeyBytes}`);
	}
	const key = await verifierKey(name, type, material.slice(1));
	if (key.keyId !== keyId) {
		throw badKey(vkey, `must have the id ${key.keyId}; a character of it was changed`);
	}
	return key;
}

function keyType(byte: number | undefined): KeyType | undefined {
	return byte === ed25519Type || byte === cosignatureType ? byte : undefined;
}

const shownCharactersMax = 200;

function badKey(vkey: string, fault: string): ProofFault {
	return new ProofFault('bad-key', `The key ${vkey.slice(0, shownCharactersMax)} ${fault}`);
}
