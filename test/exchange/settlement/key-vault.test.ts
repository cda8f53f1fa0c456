import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createKeyVault, secretOfFolder } from '../../../exchange/settlement/setup/key-vault';

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
	const bytes = Buffer.from(sealed, 'base64url');
	for (let index = 0; index < bytes.length; index += 1) {
		const changed = Buffer.from(bytes);
		changed[index] = (changed[index] ?? 0) ^ 1;
		expect(() => vault.open('intent-1', changed.toString('base64url'))).toThrow();
	}
	expect(() => vault.open('intent-1', '')).toThrow();
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
