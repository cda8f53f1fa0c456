import { createCipheriv, hkdfSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../../../exchange/config';
import {
	createKeyVault,
	secretOf,
	secretOfFolder,
} from '../../../exchange/settlement/setup/key-vault';

const secret = new Uint8Array(32).fill(1);
const vault = createKeyVault(secret);

test('a sealed key opens for its intent under its secret, and is sealed anew each time', () => {
	const sealed = vault.seal('intent-1', 'the key');
	expect(vault.open('intent-1', sealed)).toBe('the key');
	expect(sealed).not.toContain('the key');
	expect(vault.seal('intent-1', 'the key')).not.toBe(sealed);
});

test('nothing else opens', () => {
	const sealed = vault.seal('intent-1', 'the key');
	expect(() => vault.open('intent-2', sealed)).toThrow();
	expect(() => createKeyVault(new Uint8Array(32)).open('intent-1', sealed)).toThrow();
	const [mark = '', text = ''] = sealed.split('.');
	const bytes = Buffer.from(text, 'base64url');
	for (let index = 0; index < bytes.length; index += 1) {
		const changed = Buffer.from(bytes);
		changed[index] = (changed[index] ?? 0) ^ 1;
		expect(() => vault.open('intent-1', `${mark}.${changed.toString('base64url')}`)).toThrow();
	}
	expect(() => vault.open('intent-1', text)).toThrow();
	expect(() => vault.open('intent-1', '')).toThrow();
});

/** Sealed as versions did that had one key for everything. */
function sealedBefore(intentId: string, key: string, under: Uint8Array): string {
	const iv = Buffer.alloc(12, 3);
	const sealing = createCipheriv('aes-256-gcm', under, iv).setAAD(Buffer.from(intentId));
	const body = Buffer.concat([sealing.update(key, 'utf8'), sealing.final()]);
	return Buffer.concat([iv, sealing.getAuthTag(), body]).toString('base64url');
}

test('what was sealed under the secret itself opens still', () => {
	expect(vault.open('intent-1', sealedBefore('intent-1', 'the key', secret))).toBe('the key');
});

test('sealing, idempotency keys and salts have a key each, derived from the secret', () => {
	const derived = (purpose: string) =>
		new Uint8Array(hkdfSync('sha256', secret, '', `sealkeeper exchange: ${purpose}`, 32));
	const text = sealedBefore('intent-1', 'the key', derived("traders' keys"));
	expect(vault.open('intent-1', `2.${text}`)).toBe('the key');
	for (const other of [secret, derived('idempotency keys'), derived('salts of reserves')]) {
		const sealed = sealedBefore('intent-1', 'the key', other);
		expect(() => vault.open('intent-1', `2.${sealed}`)).toThrow();
	}
});

test('an idempotency key is always the same, and tells neither its call nor another one’s', () => {
	const key = vault.idempotencyKey('intent-1 PULL 1');
	expect(key).toMatch(/^[\w-]{43}$/);
	expect(vault.idempotencyKey('intent-1 PULL 1')).toBe(key);
	expect(vault.idempotencyKey('intent-1 PULL 2')).not.toBe(key);
	expect(createKeyVault(new Uint8Array(32)).idempotencyKey('intent-1 PULL 1')).not.toBe(key);
});

test('a secret of another length is none', () => {
	expect(() => createKeyVault(new Uint8Array(16))).toThrow('the secret must have 32 bytes');
});

test('a folder keeps one secret, for its owner alone', () => {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-secret-'));
	const first = secretOfFolder(folder);
	expect(first).toHaveLength(32);
	expect(secretOfFolder(folder)).toEqual(first);
	expect(fs.readdirSync(folder)).toEqual(['settlement-secret']);
	expect(fs.statSync(path.join(folder, 'settlement-secret')).mode & 0o777).toBe(0o600);
	fs.rmSync(folder, { recursive: true });
});

test('a folder that is not there yet is made for its owner alone', () => {
	const top = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-secret-'));
	const folder = path.join(top, 'data', 'exchange');
	expect(secretOfFolder(folder)).toHaveLength(32);
	expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
	fs.rmSync(top, { recursive: true });
});

describe('a secret in a file of its own', () => {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-secret-'));
	const file = path.join(folder, 'elsewhere');
	const place = { secret: undefined, secretFile: file, dataFolder: path.join(folder, 'data') };
	const write = (content: string | Uint8Array, mode = 0o600) => {
		fs.writeFileSync(file, content);
		fs.chmodSync(file, mode);
	};
	afterAll(() => fs.rmSync(folder, { recursive: true }));

	test('is read as digits or as it was moved out of the data folder, where none is made', () => {
		write(`${Buffer.from(secret).toString('hex')}\n`);
		expect(Buffer.from(secretOf(place)).equals(secret)).toBe(true);
		write(secret);
		expect(Buffer.from(secretOf(place)).equals(secret)).toBe(true);
		expect(fs.existsSync(place.dataFolder)).toBe(false);
	});

	test.each([
		['others can read', () => write(secret, 0o644), /run chmod 600/],
		['holds something else', () => write('not a secret'), /must hold 64 hexadecimal digits/],
		['is not there', () => fs.rmSync(file), /which is not there/],
	])('is refused when it %s', (_, spoil, sentence) => {
		spoil();
		expect(() => secretOf(place)).toThrow(sentence);
	});

	test('is not one of two', () => {
		const both = { EXCHANGE_SECRET: '0'.repeat(64), EXCHANGE_SECRET_FILE: file };
		expect(() => readConfig(both)).toThrow('EXCHANGE_SECRET and EXCHANGE_SECRET_FILE are both set');
	});

	test('of a data folder is refused when others can read it', () => {
		secretOfFolder(folder);
		fs.chmodSync(path.join(folder, 'settlement-secret'), 0o644);
		expect(() => secretOfFolder(folder)).toThrow('run chmod 600');
	});
});
