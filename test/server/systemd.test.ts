/**
 * The units of docs/systemd, read as systemd reads them: every variable is a setting, and the
 * secret of the exchange lies where its database does not.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as exchange from '../../exchange/config';
import { secretOf } from '../../exchange/settlement/setup/key-vault';
import { settingsOfFile } from '../../exchange/settlement/setup/settings-file';
import { unknownVariables } from '../../server/config/environment';
import * as service from '../../service/config';

const top = fs.mkdtempSync(path.join(os.tmpdir(), 'systemd-'));
afterAll(() => fs.rmSync(top, { recursive: true }));

const places = { '%S': path.join(top, 'state'), '%d': path.join(top, 'credentials') } as const;

interface Unit {
	readonly environment: Readonly<Record<string, string>>;
	/** By the name under which the program finds them, where root keeps them. */
	readonly credentials: Readonly<Record<string, string>>;
	readonly program: string;
}

function readUnit(name: string): Unit {
	const file = path.resolve(__dirname, '../../docs/systemd', name);
	const lines = fs.readFileSync(file, 'utf8').split('\n');
	const valuesOf = (key: string) =>
		lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
	const pairs = (values: readonly string[], separator: string) =>
		Object.fromEntries(
			values.map((value) => {
				const at = value.indexOf(separator);
				return [value.slice(0, at), value.slice(at + 1)] as const;
			}),
		);
	const given = valuesOf('Environment').map((value) =>
		value.replace(/%[Sd]/, (specifier) => places[specifier as keyof typeof places]),
	);
	return {
		environment: pairs(given, '='),
		credentials: pairs(valuesOf('LoadCredential'), ':'),
		program: valuesOf('ExecStart').join().split(' ').at(-1) ?? '',
	};
}

const root = path.resolve(__dirname, '../..');

test.each([
	['sealkeeper.service', service.ownNames],
	['sealkeeper-exchange.service', exchange.ownNames],
])('%s starts a program of ours with settings that are settings', (name, names) => {
	const { environment, program } = readUnit(name);
	expect(unknownVariables(environment, names)).toEqual([]);
	expect(fs.existsSync(path.join(root, program.replace(/^dist/, '.').replace(/js$/, 'ts')))).toBe(
		true,
	);
});

describe('the exchange', () => {
	const { environment, credentials } = readUnit('sealkeeper-exchange.service');
	const config = exchange.readConfig(environment);

	test('is handed its secret and its keys from outside of what it keeps', () => {
		for (const source of Object.values(credentials)) expect(source).toMatch(/^\/etc\//);
		expect(config.secretFile).toBe(path.join(places['%d'], 'exchange-secret'));
		expect(config.settlementFile).toBe(path.join(places['%d'], 'settlement.json'));
		expect(Object.keys(credentials).sort()).toEqual(['exchange-secret', 'settlement.json']);
	});

	test('takes them with the mode systemd gives them, and makes no secret beside the database', () => {
		fs.mkdirSync(config.dataFolder, { recursive: true });
		fs.mkdirSync(places['%d']);
		const escrow = { email: 'escrow@example.com', key: 'k' };
		const settlement = { trackerUrl: 'http://localhost:1', productId: 'p', escrow };
		fs.writeFileSync(config.settlementFile, JSON.stringify(settlement));
		fs.writeFileSync(config.secretFile ?? '', `${'ab'.repeat(32)}\n`);
		// Where access is given by a list, the bits of the group show the list's mask.
		for (const name of fs.readdirSync(places['%d'])) {
			fs.chmodSync(path.join(places['%d'], name), 0o460);
		}
		expect(() => secretOf(config)).toThrow('run chmod 600');
		process.env['CREDENTIALS_DIRECTORY'] = places['%d'];
		try {
			expect(Buffer.from(secretOf(config)).toString('hex')).toBe('ab'.repeat(32));
			expect(settingsOfFile(config.settlementFile)?.escrow).toEqual(escrow);
		} finally {
			delete process.env['CREDENTIALS_DIRECTORY'];
		}
		expect(fs.readdirSync(config.dataFolder)).toEqual([]);
	});
});
