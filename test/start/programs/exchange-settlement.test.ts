import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readSettings } from '../../../exchange/settlement/setup/settings';
import { settlementFile, writeSettlement } from '../../../start/programs/exchange-settlement';

let folder: string;
let file: string;
beforeEach(() => {
	folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-settings-')), 'exchange');
	file = path.join(folder, settlementFile);
});
afterEach(() => fs.rmSync(path.dirname(folder), { recursive: true, force: true }));

const place = {
	trackerUrl: 'http://127.0.0.1:8080',
	productId: 'product',
	administratorKey: 'key-of-admin',
	escrow: { email: 'escrow@demo.test', key: 'key-of-escrow' },
	traders: [],
};

const written = (): unknown => JSON.parse(fs.readFileSync(file, 'utf8'));

test('the settings can be read by the exchange, are private and hold no other key', () => {
	expect(writeSettlement(folder, place)).toBe(true);
	const { trackerUrl, productId, escrow } = place;
	expect(readSettings(written())).toMatchObject({ trackerUrl, productId, escrow });
	expect(fs.statSync(file).mode & 0o777).toBe(0o600);
	expect(fs.readFileSync(file, 'utf8')).not.toContain('key-of-admin');
});

test('a later start writes another address and key, and leaves the rest as a person set it', () => {
	const own = { windowMs: 5_000, parallelCalls: 2, productId: 'product' };
	fs.mkdirSync(folder);
	fs.writeFileSync(
		file,
		JSON.stringify({ ...own, escrow: place.escrow, trackerUrl: 'http://old' }),
	);
	expect(writeSettlement(folder, place)).toBe(true);
	const { trackerUrl, escrow } = place;
	expect(written()).toEqual({ ...own, trackerUrl, escrow });
});

test.each([
	{ productId: 'another', escrow: place.escrow },
	{ productId: 'product', escrow: { email: 'own@example.test', key: 'own' } },
])("a person's own settings are left alone: %j", (own) => {
	fs.mkdirSync(folder);
	fs.writeFileSync(file, JSON.stringify(own));
	expect(writeSettlement(folder, place)).toBe(false);
	expect(written()).toEqual(own);
});

test('settings that are not JSON are named, not quoted', () => {
	fs.mkdirSync(folder);
	fs.writeFileSync(file, '{"escrow": key-of-escrow');
	expect(() => writeSettlement(folder, place)).toThrow(`${file} is not JSON.`);
});
