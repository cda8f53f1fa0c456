/**
 * The key this service cosigns with, in a file of the data folder that only its owner can read. It
 * is left out of backups: a witness must never forget what its key has cosigned, and a backup
 * would. So a restored service makes a new key and is a new witness.
 */
import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { cosignature, cosignedText, formatSignature } from '../../proof/signed-note';
import { cosignatureType, formatVerifierKey, verifierKey } from '../../proof/verifier-key';
import { assertPrivate } from '../../server/private-files';
import { replaceFile } from '../../server/durable-files';

export interface WitnessKey {
	readonly name: string;
	/** Name and public key for logs and verifiers. */
	readonly vkey: string;
	/** The signature line that cosigns a note's text at a time. */
	cosign(text: string, timeSeconds: number): string;
}

export const witnessKeyFile = 'witness-key.json';

interface KeptKey {
	readonly name: string;
	/** PKCS #8, base64. */
	readonly privateKey: string;
}

/** The key of a data folder; makes one with this name if there is none. */
export async function openWitnessKey(dataFolder: string, newName: string): Promise<WitnessKey> {
	const file = path.join(dataFolder, witnessKeyFile);
	if (!fs.existsSync(file)) {
		await replaceFile(file, `${JSON.stringify(newKey(newName), null, '\t')}\n`);
	}
	assertPrivate(file);
	return witnessKeyOf(readKept(file));
}

function newKey(name: string): KeptKey {
	const { privateKey } = generateKeyPairSync('ed25519');
	const exported = privateKey.export({ type: 'pkcs8', format: 'der' });
	return { name, privateKey: exported.toString('base64') };
}

function readKept(file: string): KeptKey {
	const kept: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
	if (typeof kept === 'object' && kept !== null && 'name' in kept && 'privateKey' in kept) {
		const { name, privateKey } = kept;
		if (typeof name === 'string' && typeof privateKey === 'string') return { name, privateKey };
	}
	throw new Error(`${file} holds no key of a witness in the form this program writes`);
}

async function witnessKeyOf({ name, privateKey }: KeptKey): Promise<WitnessKey> {
	const encoded = Buffer.from(privateKey, 'base64');
	const key = createPrivateKey({ key: encoded, type: 'pkcs8', format: 'der' });
	const known = await verifierKey(name, cosignatureType, publicBytes(key));
	return {
		name,
		vkey: formatVerifierKey(known),
		cosign(text, timeSeconds) {
			const signed = sign(null, Buffer.from(cosignedText(timeSeconds, text)), key);
			const { keyId } = known;
			return formatSignature({ name, keyId, signature: cosignature(timeSeconds, signed) });
		},
	};
}

function publicBytes(key: KeyObject): Uint8Array {
	const { x } = key.export({ format: 'jwk' });
	return new Uint8Array(Buffer.from(x ?? '', 'base64url'));
}
