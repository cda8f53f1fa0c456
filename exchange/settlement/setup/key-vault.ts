/**
 * Derives a separate key from the exchange's secret for each purpose, so that one of them reveals
 * nothing about another: traders' keys are encrypted with AES-256-GCM, bound to their intent, while
 * a deposit needs them; the Idempotency-Key of a call is an HMAC, which nobody can predict; salts
 * of reserves have theirs.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { SecretVault } from '../../../server/events/webhook/secrets';
import { assertPrivate } from '../../../server/private-files';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const secretBytes = 32;

/** Prefix of text encrypted with a derived key; older text is encrypted with the secret itself. */
const derivedMark = '2.';

export interface KeyVault {
	seal(intentId: string, key: string): string;
	/** Throws if the text was not encrypted for this intent with this secret. */
	open(intentId: string, sealed: string): string;
	/** The Idempotency-Key of the named call; deterministic, and never to be shown. */
	idempotencyKey(call: string): string;
	/** Different for every account and publication of reserves. */
	reservesSalt(time: string, accountId: string): string;
}

/** `secret` has 32 bytes. */
export function createKeyVault(secret: Uint8Array): KeyVault {
	if (secret.length !== secretBytes) throw new Error(`the secret must have ${secretBytes} bytes`);
	const sealing = derived(secret, "traders' keys");
	const naming = derived(secret, 'idempotency keys');
	const salting = derived(secret, 'salts of reserves');
	return {
		seal: (intentId, key) => derivedMark + sealText(sealing, intentId, key),
		open: (intentId, sealed) =>
			sealed.startsWith(derivedMark)
				? openText(sealing, intentId, sealed.slice(derivedMark.length))
				: openText(secret, intentId, sealed),
		idempotencyKey: (call) => createHmac('sha256', naming).update(call).digest('base64url'),
		reservesSalt: (time, accountId) =>
			createHmac('sha256', salting).update(`${time} ${accountId}`).digest('hex'),
	};
}

/** Encrypts the secrets of event subscriptions. */
export function createSecretVault(secret: Uint8Array): SecretVault {
	const sealing = derived(secret, 'secrets of subscriptions');
	const keyId = Buffer.from(derived(secret, 'name of the key of subscriptions')).toString(
		'hex',
		0,
		8,
	);
	return {
		keyId,
		seal: (name, text) => sealText(sealing, name, text),
		open(name, sealed, sealedBy) {
			if (sealedBy !== keyId) return undefined;
			try {
				return openText(sealing, name, sealed);
			} catch {
				// It was tampered with; the cipher gives no more detail.
				return undefined;
			}
		},
	};
}

/** Derives a key for one purpose with HKDF (RFC 5869). */
function derived(secret: Uint8Array, purpose: string): Uint8Array {
	return new Uint8Array(
		hkdfSync('sha256', secret, new Uint8Array(), `sealkeeper exchange: ${purpose}`, secretBytes),
	);
}

function sealText(secret: Uint8Array, intentId: string, key: string): string {
	const iv = randomBytes(ivBytes);
	const sealing = createCipheriv(cipher, secret, iv).setAAD(Buffer.from(intentId));
	const body = Buffer.concat([sealing.update(key, 'utf8'), sealing.final()]);
	return Buffer.concat([iv, sealing.getAuthTag(), body]).toString('base64url');
}

function openText(secret: Uint8Array, intentId: string, sealed: string): string {
	const bytes = Buffer.from(sealed, 'base64url');
	const opening = createDecipheriv(cipher, secret, bytes.subarray(0, ivBytes), {
		authTagLength: tagBytes,
	})
		.setAAD(Buffer.from(intentId))
		.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
	const body = bytes.subarray(ivBytes + tagBytes);
	return Buffer.concat([opening.update(body), opening.final()]).toString('utf8');
}

export interface SecretSource {
	/** From the environment. */
	readonly secret: Uint8Array | undefined;
	readonly secretFile: string | undefined;
	readonly dataFolder: string;
}

/** Returns the secret of the environment, of the named file, or of the data folder. */
export function secretOf({ secret, secretFile, dataFolder }: SecretSource): Uint8Array {
	if (secret !== undefined) return secret;
	return secretFile === undefined ? secretOfFolder(dataFolder) : secretOfFile(secretFile);
}

/**
 * Accepts 64 digits, or the 32 bytes of a moved `settlement-secret`. Errors repeat nothing of the
 * content.
 */
function secretOfFile(file: string): Uint8Array {
	if (!fs.existsSync(file))
		throw new Error(`EXCHANGE_SECRET_FILE names ${file}, which is not there`);
	assertPrivate(file);
	const bytes = fs.readFileSync(file);
	if (bytes.length === secretBytes) return bytes;
	const digits = bytes.toString('latin1').trim();
	if (/^[0-9a-fA-F]{64}$/.test(digits)) return Buffer.from(digits, 'hex');
	throw new Error(`${file} must hold 64 hexadecimal digits`);
}

/**
 * The secret of a data folder, created at first use in a private file. Processes that start at once
 * agree on one, because a complete file is linked into place.
 */
export function secretOfFolder(dataFolder: string): Uint8Array {
	const file = path.join(dataFolder, 'settlement-secret');
	if (!fs.existsSync(file)) {
		fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
		const partial = `${file}.${randomBytes(6).toString('hex')}`;
		fs.writeFileSync(partial, randomBytes(secretBytes), { mode: 0o600, flush: true });
		try {
			fs.linkSync(partial, file);
		} catch (fault) {
			if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
		} finally {
			fs.rmSync(partial);
		}
	}
	assertPrivate(file);
	return fs.readFileSync(file);
}
