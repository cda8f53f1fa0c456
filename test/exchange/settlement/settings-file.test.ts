import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { settingsOfFile } from '../../../exchange/settlement/setup/settings-file';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-settings-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const file = path.join(folder, 'settlement.json');
const secretKey = 'a-key-that-must-not-be-shown';
const escrow = { email: 'escrow@example.com', key: secretKey };
const good = { trackerUrl: 'http://localhost:1', productId: 'p', escrow };

const unheard = () => undefined;

function write(content: string, mode = 0o600): void {
	fs.rmSync(file, { recursive: true, force: true });
	fs.writeFileSync(file, content, { mode });
	fs.chmodSync(file, mode);
}

test('settings are read from a private file, and without one there are none', () => {
	expect(settingsOfFile(file, unheard)).toBeUndefined();
	write(JSON.stringify(good));
	const warnings: string[] = [];
	const settings = settingsOfFile(file, (sentence) => warnings.push(sentence));
	expect([settings?.escrow, warnings]).toEqual([escrow, []]);
});

test('a file that others may read is warned about', () => {
	write(JSON.stringify(good), 0o644);
	const warnings: string[] = [];
	expect(settingsOfFile(file, (sentence) => warnings.push(sentence))).toBeDefined();
	expect(warnings).toEqual([expect.stringContaining(`${file} holds keys`)]);
});

test.each([
	['that is cut off', `{"escrow":{"key":"${secretKey}"`, /is not JSON/],
	['that is a key alone', secretKey, /is not JSON/],
	['with a field too many', JSON.stringify({ ...good, [secretKey.slice(0, 3)]: 1 }), /not known/],
	['without a tracker', JSON.stringify({ escrow }), /trackerUrl/],
	[
		'with a key of two lines',
		JSON.stringify({ ...good, escrow: { ...escrow, key: `${secretKey}\nx` } }),
		/key/,
	],
])('a file %s is refused by its name, without a key', (_, content, fault) => {
	write(content);
	expect(() => settingsOfFile(file, unheard)).toThrow(fault);
	expect(() => settingsOfFile(file, unheard)).toThrow(file);
	expect(() => settingsOfFile(file, unheard)).not.toThrow(secretKey);
});

test('a folder in its place cannot be read', () => {
	fs.rmSync(file, { force: true });
	fs.mkdirSync(file);
	expect(() => settingsOfFile(file, unheard)).toThrow(/cannot be read: EISDIR/);
});
