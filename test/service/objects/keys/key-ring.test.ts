/** The master keys' file and the keys wrapped under them. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
	newMasterKey,
	readKeyRing,
	unwrapKey,
	wrapKey,
	writeKeyRing,
	type KeyRing,
} from '../../../../service/objects/keys/key-ring';

const key = Buffer.alloc(32, 7);
const id = 'a'.repeat(24);
let folder: string;

beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'key-ring-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

test('a key wrapped is the same key unwrapped, and never the same bytes twice', () => {
	const ring: KeyRing = { keys: [newMasterKey()] };
	const first = wrapKey(ring, id, key);
	const second = wrapKey(ring, id, key);
	expect(unwrapKey(ring, id, first)).toEqual(key);
	expect(first.wrapped).not.toBe(second.wrapped);
	expect(first.wrapped).not.toContain(key.toString('hex'));
});

test('a wrapped key opens for its own object, under its own master key, unchanged, only', () => {
	const ring: KeyRing = { keys: [newMasterKey()] };
	const wrapped = wrapKey(ring, id, key);
	expect(() => unwrapKey(ring, 'b'.repeat(24), wrapped)).toThrow();
	expect(() => unwrapKey({ keys: [newMasterKey()] }, id, wrapped)).toThrow('is not in the ring');
	for (let at = 0; at < wrapped.wrapped.length; at += 1) {
		const digit = wrapped.wrapped[at] === '0' ? '1' : '0';
		const changed = wrapped.wrapped.slice(0, at) + digit + wrapped.wrapped.slice(at + 1);
		expect(() => unwrapKey(ring, id, { ...wrapped, wrapped: changed })).toThrow();
	}
});

test('the first key wraps, older ones still open', () => {
	const old = newMasterKey();
	const wrapped = wrapKey({ keys: [old] }, id, key);
	const ring: KeyRing = { keys: [newMasterKey(), old] };
	expect(unwrapKey(ring, id, wrapped)).toEqual(key);
	expect(wrapKey(ring, id, key).masterKeyId).toBe(ring.keys[0].id);
});

test('the file is read as it was written, for its owner alone', async () => {
	expect(readKeyRing({ dataFolder: folder })).toBeUndefined();
	const ring: KeyRing = { keys: [newMasterKey(), newMasterKey()] };
	await writeKeyRing(folder, ring);
	expect(readKeyRing({ dataFolder: folder })).toEqual(ring);
	expect(fs.readdirSync(folder)).toEqual(['master-keys.json']);
	expect(fs.statSync(path.join(folder, 'master-keys.json')).mode & 0o777).toBe(0o600);
});

test.each(['[]', '{"keys":[]}', '{"keys":[{"id":"x","key":"y"}]}', '{"keys":1}'])(
	'%s is no ring',
	(content) => {
		fs.writeFileSync(path.join(folder, 'master-keys.json'), content, { mode: 0o600 });
		expect(() => readKeyRing({ dataFolder: folder })).toThrow('holds no master key');
	},
);

test.each([0o644, 0o606])('a ring of mode %o is refused, with what mends it', async (mode) => {
	const file = path.join(folder, 'master-keys.json');
	await writeKeyRing(folder, { keys: [newMasterKey()] });
	fs.chmodSync(file, mode);
	expect(() => readKeyRing({ dataFolder: folder })).toThrow(`run chmod 600 ${file}`);
});
