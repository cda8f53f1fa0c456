/**
 * A release as a person without the repository has it: made twice with the same bytes, installed
 * from its archive by npm, started, asked, and ended. It installs 230 packages, which takes minutes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import manifest from '../../package.json';
import { npmCommand } from '../../start/machine/npm-command';
import { send } from '../support/clients/requests';
import { capture, run, type Started } from '../e2e/started';
import { makeRelease } from './release-copy';

const { version } = manifest;
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-release-'));
const program = path.join(temporary, 'package/dist/start/sealkeeper.js');
const data = path.join(temporary, 'data');
let release: string;

beforeAll(() => {
	release = makeRelease(path.join(temporary, 'one'), '022');
	const archive = path.join(release, `sealkeeper-${version}.tgz`);
	execFileSync('tar', ['-xzf', archive, '-C', temporary]);
	const { command, args } = npmCommand(['ci', '--prefer-offline', '--no-audit', '--no-fund']);
	execFileSync(command, args, {
		cwd: path.dirname(path.dirname(path.dirname(program))),
		stdio: 'pipe',
	});
}, 15 * 60_000);
afterAll(() => fs.rmSync(temporary, { recursive: true, force: true }));

const read = (name: string) => fs.readFileSync(path.join(release, name), 'utf8');

test(
	'another checkout, in another folder and under another mask, gives the same bytes',
	() => {
		// Of a name as long: the packages of this checkout are links that lead out of it, and their
		// addresses stand in the names of the pages' parts.
		const other = makeRelease(path.join(temporary, 'two'), '077');
		const names = fs.readdirSync(release);
		expect(fs.readdirSync(other)).toEqual(names);
		for (const name of names) {
			const [one, two] = [release, other].map((folder) => fs.readFileSync(path.join(folder, name)));
			expect([name, one?.equals(two ?? Buffer.of())]).toEqual([name, true]);
		}
	},
	5 * 60_000,
);

test('the hashes are those of the files, and the bill of materials has every package of the lock', () => {
	const lines = read('SHA256SUMS').trim().split('\n');
	const names = fs.readdirSync(release).filter((name) => name !== 'SHA256SUMS');
	const hash = (name: string) =>
		createHash('sha256')
			.update(fs.readFileSync(path.join(release, name)))
			.digest('hex');
	expect(lines).toEqual(names.map((name) => `${hash(name)}  ${name}`));
	const bill = JSON.parse(read(`sealkeeper-${version}.cdx.json`)) as {
		readonly metadata: { readonly timestamp: string };
		readonly components: readonly { readonly name: string; readonly version: string }[];
	};
	expect(bill.metadata.timestamp).toBe('2026-01-01T00:00:00.000Z');
	const shrinkwrap = path.join(temporary, 'package/npm-shrinkwrap.json');
	const { packages } = JSON.parse(fs.readFileSync(shrinkwrap, 'utf8')) as {
		readonly packages: Readonly<Record<string, { readonly version: string }>>;
	};
	const locked = Object.entries(packages)
		.filter(([place]) => place !== '')
		.map(([place, one]) => `${place.split('node_modules/').at(-1)} ${one.version}`);
	const told = bill.components.map((one) => `${one.name} ${one.version}`);
	expect(new Set(told)).toEqual(new Set(locked));
});

test('every link of a packed README is an address', () => {
	execFileSync('tar', ['-xzf', `n8n-nodes-sealkeeper-${version}.tgz`, '--one-top-level=nodes'], {
		cwd: release,
	});
	for (const folder of [path.join(release, 'nodes/package'), path.join(temporary, 'package')]) {
		const text = fs.readFileSync(path.join(folder, 'README.md'), 'utf8');
		const links = [...text.matchAll(/\]\(([^)]+)\)|src="([^"]+)"/g)].map(([, a, b]) => a ?? b);
		expect(links.filter((link) => !/^https:\/\/|^#/.test(link ?? ''))).toEqual([]);
	}
	fs.rmSync(path.join(release, 'nodes'), { recursive: true });
});

const sealkeeper = (...words: readonly string[]): unknown => {
	const env = { ...process.env, SEALKEEPER_DATA: data };
	const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
		env,
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
	return JSON.parse(stdout);
};

/** Makes a user who may compare, as docs/running.md says. */
function makeKey(): string {
	const { id } = sealkeeper('admin', 'organisation', 'add', '--name', 'Ours') as {
		readonly id: string;
	};
	const user = ['--organisation', id, '--email', 'me@example.com'];
	sealkeeper('admin', 'product', 'add', '--organisation', id, '--kind', 'Keeper', '--name', 'Kept');
	sealkeeper('admin', 'user', 'add', ...user, '--roles', 'KeeperAdmin');
	return (sealkeeper('admin', 'key', 'add', ...user) as { readonly key: string }).key;
}

async function addressOf(started: Started): Promise<string> {
	const listening = / listens on (http:\S+)/;
	await started.saw(() => listening.test(started.text));
	return capture(started.text, listening);
}

test('the installed service says its version, compares two texts by a key of its administrator, and ends with 0', async () => {
	const environment = { SEALKEEPER_DATA: data, PORT: '0' };
	const service = run(process.execPath, [program, 'service'], environment);
	const address = await addressOf(service);
	const commit = fs.readFileSync(path.join(temporary, 'package/dist/commit'), 'utf8').trim();
	const health = await send({ method: 'GET', url: `${address}/health` });
	expect(health.json()).toEqual({ version, commit });
	const answer = await send({
		method: 'POST',
		url: `${address}/compare`,
		headers: { 'x-api-key': makeKey() },
		form: [
			{ name: 'kept', fileName: 'one.txt', content: 'Payment is due within 30 days.\n' },
			{ name: 'sent', fileName: 'two.txt', content: 'Payment is due within 14 days.\n' },
		],
	});
	expect([answer.status, answer.json()]).toEqual([
		200,
		expect.objectContaining({ outcome: 'different' }),
	]);
	expect(await service.end()).toBe(0);
});

test('service and exchange start together with a demo and no n8n, below one folder', async () => {
	const folder = path.join(temporary, 'demo');
	const environment = { SEALKEEPER_DATA: folder };
	const started = run(process.execPath, [program, 'start'], environment);
	const screen = await started.screen();
	expect(screen).toContain(folder);
	expect(screen).not.toMatch(/^ {2}n8n/m);
	const exchange = capture(screen, /^ {2}Exchange +(http:\S+)\/venue/m);
	const health = await send({ method: 'GET', url: `${exchange}/health` });
	expect(health.json()).toMatchObject({ version });
	expect(await started.end()).toBe(0);
});
