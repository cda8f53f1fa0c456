/**
 * What `npm publish` would send: exactly the files meant, found by n8n, free of run-time
 * dependencies, and clean under n8n's own check.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { scan } from './scan';

const root = path.join(__dirname, '../..');
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-package-'));
const unpacked = path.join(temporary, 'package');

/** Modules n8n itself brings are found the way n8n lets its nodes find them. */
const env = { ...process.env, NODE_PATH: path.join(root, 'node_modules') };

function run(command: string, args: readonly string[], cwd: string): string {
	const result = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
	if (result.status !== 0) throw new Error(`${command}: ${result.stdout}${result.stderr}`);
	return result.stdout;
}

beforeAll(() => {
	run(process.execPath, [path.join(root, 'start/build.js')], root);
	run('npm', ['pack', '--ignore-scripts', '--pack-destination', temporary], root);
	const [tarball = ''] = fs.readdirSync(temporary).filter((name) => name.endsWith('.tgz'));
	run('tar', ['-xzf', tarball], temporary);
}, 10 * 60_000);

afterAll(() => fs.rmSync(temporary, { recursive: true, force: true }));

function filesBelow(folder: string): string[] {
	return fs
		.readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
		.sort();
}

/** What a source file becomes in the package; the documents of the wire are not read by the nodes. */
function compiled(file: string): string[] {
	if (/^api.(openapi|asyncapi).*\.json$/.test(file)) return [];
	return [path.join('dist', file.replace(/\.ts$/, '.js'))];
}

function record(value: unknown): Readonly<Record<string, unknown>> {
	if (typeof value === 'object' && value !== null) return { ...value };
	throw new Error('This is no JSON object');
}

const manifest = () =>
	record(JSON.parse(fs.readFileSync(path.join(unpacked, 'package.json'), 'utf8')));

test('the tarball holds the compiled nodes, credentials, api and proofs, four documents and no more', () => {
	const sources = ['api', 'credentials', 'nodes', 'proof'].flatMap((folder) =>
		filesBelow(path.join(root, folder)).map((file) => path.join(folder, file)),
	);
	const documents = ['CHANGELOG.md', 'LICENSE.md', 'README.md', 'package.json'];
	expect(filesBelow(unpacked)).toEqual([...documents, ...sources.flatMap(compiled)].sort());
});

test('the package asks for nothing at run time but the n8n it runs in', () => {
	const { dependencies, optionalDependencies, bundleDependencies, peerDependencies, scripts } =
		manifest();
	expect({ dependencies, optionalDependencies, bundleDependencies }).toEqual({});
	expect(peerDependencies).toEqual({ 'n8n-workflow': '*' });
	const lifeCycle = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
	expect(Object.keys(record(scripts)).filter((name) => lifeCycle.includes(name))).toEqual([]);
});

/** What n8n's own rules let a verified package require beside its files. */
const lent = ['n8n-workflow', 'node:crypto'];

test('every module of the package requires only its own files and what n8n lends', () => {
	const modules = filesBelow(unpacked).filter((file) => file.endsWith('.js'));
	expect(modules.length).toBeGreaterThan(15);
	for (const file of modules) {
		const source = fs.readFileSync(path.join(unpacked, file), 'utf8');
		for (const [, target = ''] of source.matchAll(/\brequire\("([^"]+)"\)/g)) {
			if (lent.includes(target)) continue;
			const own = path.join(unpacked, path.dirname(file), `${target}.js`);
			expect([file, target, target.startsWith('.') && fs.existsSync(own)]).toEqual([
				file,
				target,
				true,
			]);
		}
	}
});

test('every node and credential of the package is registered, loads and has its icons', () => {
	const n8n = record(manifest().n8n);
	const files = filesBelow(unpacked);
	const registered = [n8n.nodes, n8n.credentials].flat();
	const present = files.filter((file) => /\.(node|credentials)\.js$/.test(file));
	expect([...registered].sort()).toEqual(present);
	const script = `const iconOf = (file) => {
		const Type = require('./' + file)[require('node:path').basename(file).split('.')[0]];
		const { description, icon } = new Type();
		return description?.icon ?? icon;
	};
	process.stdout.write(JSON.stringify(process.argv.slice(1).map(iconOf)));`;
	const icons: unknown = JSON.parse(run(process.execPath, ['-e', script, ...present], unpacked));
	for (const [index, file] of present.entries()) {
		const icon = record((icons as readonly unknown[])[index]);
		for (const theme of ['light', 'dark']) {
			const name = String(icon[theme]).replace(/^file:/, '');
			expect(files).toContain(path.join(path.dirname(file), name));
		}
	}
});

test('the unpacked tarball passes the check of n8n', async () => {
	expect(await scan(unpacked, ['**/*.js', 'package.json'])).toEqual({ passed: true });
});
