/**
 * Keeps a trader's key while a deposit needs it: AES-256-GCM under a secret that is not in the
 * database, bound to its intent. Sealed text that was changed, or belongs to another intent, does
 * not open. Where the sealed text is kept, and when it is erased, is left to intents.ts.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const secretBytes = 32;

export interface KeyVault {
	seal(intentId: string, key: string): string;
	/** Throws when the text was not sealed for this intent under this secret. */
	open(intentId: string, sealed: string): string;
}

/** `secret` has 32 bytes. */
export function createKeyVault(secret: Uint8Array): KeyVault {
	if (secret.length !== secretBytes) throw new Error(`the secret must have ${secretBytes} bytes`);
	return {
		seal(intentId, key) {
			const iv = randomBytes(ivBytes);
			const sealing = createCipheriv(cipher, secret, iv).setAAD(Buffer.from(intentId));
			const body = Buffer.concat([sealing.update(key, 'utf8'), sealing.final()]);
			return Buffer.concat([iv, sealing.getAuthTag(), body]).toString('base64url');
		},
		open(intentId, sealed) {
			const bytes = Buffer.from(sealed, 'base64url');
			const opening = createDecipheriv(cipher, secret, bytes.subarray(0, ivBytes), {
				authTagLength: tagBytes,
			})
				.setAAD(Buffer.from(intentId))
				.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
			const body = bytes.subarray(ivBytes + tagBytes);
			return Buffer.concat([opening.update(body), opening.final()]).toString('utf8');
		},
	};
}

/**
 * The secret of a data folder, made at its first use: a private file that only its owner reads.
 * Processes that start at once agree on one, because a file is only ever linked into place whole.
 */
export function secretOfFolder(dataFolder: string): Uint8Array {
	const file = path.join(dataFolder, 'settlement-secret');
	if (!fs.existsSync(file)) {
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
	return fs.readFileSync(file);
}
