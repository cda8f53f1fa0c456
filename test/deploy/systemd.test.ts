/**
 * The units of deploy/systemd, read as systemd reads them: every variable is a setting, and the
 * secret of the exchange lies where its database does not. Where systemd's own checks are there, they
 * read them as well.
 */
import { spawnSync } from 'node:child_process';
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

const folder = path.resolve(__dirname, '../../deploy/systemd');

/** A unit with its drop-ins. */
function readUnit(...names: readonly string[]): Unit {
	const lines = names.flatMap((name) =>
		fs.readFileSync(path.join(folder, name), 'utf8').split('\n'),
	);
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
	['sealkeeper.service', 'database.conf', service.ownNames],
	['sealkeeper-exchange.service', 'settlement.conf', exchange.ownNames],
])('%s, with %s, starts a program of ours with settings that are settings', (name, more, names) => {
	const { environment, program } = readUnit(name, more);
	expect(names.known).toEqual(expect.arrayContaining(Object.keys(environment)));
	expect(unknownVariables(environment, names)).toEqual([]);
	expect(fs.existsSync(path.join(root, program.replace(/^dist/, '.').replace(/js$/, 'ts')))).toBe(
		true,
	);
});

test('a unit asks for no credential but one that the steps to set it up make', () => {
	const page = fs.readFileSync(path.join(root, 'docs/operating.md'), 'utf8');
	for (const name of ['sealkeeper.service', 'sealkeeper-exchange.service']) {
		for (const source of Object.values(readUnit(name).credentials)) {
			expect(page).toContain(`> ${source}`);
		}
	}
});

const isThere = spawnSync('systemd-analyze', ['--version']).status === 0;
const checks = isThere ? ['sealkeeper.service', 'sealkeeper-exchange.service'] : [];

test(`systemd finds no fault in the units, and little that they could do without (${checks.length})`, () => {
	for (const name of checks) {
		const copy = path.join(top, name);
		const unit = fs.readFileSync(path.join(folder, name), 'utf8');
		// The place of the program is not on this machine.
		fs.writeFileSync(copy, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
		const verified = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' });
		expect([verified.stderr, verified.status]).toEqual(['', 0]);
		const offline = ['security', '--offline=true', '--threshold=40', copy];
		expect(spawnSync('systemd-analyze', offline).status).toBe(0);
	}
});

describe('the exchange', () => {
	const { environment, credentials } = readUnit('sealkeeper-exchange.service', 'settlement.conf');
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
