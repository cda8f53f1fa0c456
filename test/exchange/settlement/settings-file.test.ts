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

function write(content: string, mode = 0o600): void {
	fs.rmSync(file, { recursive: true, force: true });
	fs.writeFileSync(file, content, { mode });
	fs.chmodSync(file, mode);
}

test('settings are read from a private file, and without one there are none', () => {
	expect(settingsOfFile(file)).toBeUndefined();
	write(JSON.stringify(good));
	expect(settingsOfFile(file)?.escrow).toEqual(escrow);
});

test.each([0o644, 0o604, 0o660])('a file of mode %o is refused, with what mends it', (mode) => {
	write(JSON.stringify(good), mode);
	expect(() => settingsOfFile(file)).toThrow(`run chmod 600 ${file}`);
	expect(() => settingsOfFile(file)).not.toThrow(secretKey);
	fs.chmodSync(file, 0o600);
	expect(settingsOfFile(file)?.escrow).toEqual(escrow);
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
	expect(() => settingsOfFile(file)).toThrow(fault);
	expect(() => settingsOfFile(file)).toThrow(file);
	expect(() => settingsOfFile(file)).not.toThrow(secretKey);
});

test('a folder in its place cannot be read', () => {
	fs.rmSync(file, { force: true });
	fs.mkdirSync(file);
	expect(() => settingsOfFile(file)).toThrow(/cannot be read: EISDIR/);
});
