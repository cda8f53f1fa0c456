/**
 * Codes are short, so their hashes are salted and slow (scrypt). A code is compared without its spaces, as people read it
 * out and write it down.
 */
import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { newSecret } from '../../../server/clock';

const derived = promisify<string, string, number, object, Buffer>(scrypt);

/** Takes 32 MiB and some 0.1 s. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const hashBytes = 32;

export function comparableCode(code: string): string {
	return code.normalize('NFC').replace(/\s+/gu, '');
}

export async function codeHash(code: string): Promise<string> {
	const salt = newSecret();
	return `${salt}.${(await hashed(code, salt)).toString('base64url')}`;
}

export async function isCodeOf(codeHash: string, code: string): Promise<boolean> {
	const [salt = '', hash = ''] = codeHash.split('.');
	return timingSafeEqual(await hashed(code, salt), Buffer.from(hash, 'base64url'));
}

function hashed(code: string, salt: string): Promise<Buffer> {
	return derived(comparableCode(code), salt, hashBytes, cost);
}
