/**
 * `npm run release`: makes from a clean checkout, in the folder `release`, the two packages, what
 * the programs are made of (SBOM), notes and hashes. The same commit gives the same bytes: npm packs
 * in order and with one fixed time, and what has a date has that of the commit.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readCheckout, type Checkout } from './checkout';
import { dependenciesOf, packagesOf, type Lock } from './locked-packages';
import { notesOf, withAddresses, type Repository } from './texts';

const root = path.resolve(__dirname, '../..');
const target = path.join(root, 'release');

const workspaces = ['server', 'comparison', 'service', 'exchange'];

/** Of `dist`: what the programs load, without tests, tools and the nodes. */
const compiled = [
	...['api', 'proof', 'server', 'comparison', 'service', 'exchange', 'backup', 'start', 'pages'],
	'commit',
];

interface Manifest {
	readonly version: string;
	readonly files: readonly string[];
	readonly license: string;
	readonly homepage: string;
	readonly author: object;
	readonly repository: { readonly type: string; readonly url: string };
	readonly bugs: object;
}

const textOf = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const manifest = JSON.parse(textOf('package.json')) as Manifest;
const { version } = manifest;
const lock = (JSON.parse(textOf('package-lock.json')) as { readonly packages: Lock }).packages;
const repository: Repository = {
	url: manifest.repository.url.replace(/^git\+|\.git$/g, ''),
	tag: `v${version}`,
};

function main(): void {
	const checkout = readCheckout(root, repository.tag);
	const notes = notesOf(textOf('CHANGELOG.md'), version);
	execFileSync(process.execPath, [path.join(root, 'start/build.js'), '--force']);
	fs.rmSync(target, { recursive: true, force: true });
	fs.mkdirSync(target);
	const stage = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-release-'));
	try {
		packNodes(path.join(stage, 'nodes'));
		packPrograms(path.join(stage, 'programs'));
		const bill = billOf(path.join(stage, 'programs'), checkout);
		writeJson(path.join(target, `sealkeeper-${version}.cdx.json`), bill);
	} finally {
		fs.rmSync(stage, { recursive: true });
	}
	fs.writeFileSync(path.join(target, 'NOTES.md'), notes);
	fs.writeFileSync(path.join(target, 'SHA256SUMS'), sumsOf(target));
	process.stdout.write(`${textOf('release/SHA256SUMS')}${checkout.commit} is in ${target}\n`);
}

/** The package for n8n, as its manifest says. */
function packNodes(folder: string): void {
	copyAll(folder, ['package.json', 'LICENSE.md', ...manifest.files]);
	pack(folder, 'README.md');
}

/** The programs as one command, with the packages of the lock file. */
function packPrograms(folder: string): void {
	copyAll(folder, ['LICENSE.md', 'CHANGELOG.md', ...compiled.map((name) => `dist/${name}`)]);
	const { license, homepage, author, repository: place, bugs } = manifest;
	const locked = {
		name: 'sealkeeper',
		version,
		license,
		bin: { sealkeeper: 'dist/start/sealkeeper.js' },
		engines: { node: '>=24' },
		dependencies: dependenciesOf(lock, workspaces),
	};
	const description =
		'Contract signing, asset tracking, document comparison, distributed storage and an exchange, to run yourself';
	const about = { description, homepage, author, repository: place, bugs };
	writeJson(path.join(folder, 'package.json'), {
		...locked,
		...about,
		files: ['dist', 'CHANGELOG.md', 'npm-shrinkwrap.json'],
	});
	lockPackages(folder, locked);
	pack(folder, 'tools/release/README.md');
}

/** The packages at the versions of the lock file, which names those of every system. */
function lockPackages(folder: string, locked: { readonly name: string }): void {
	const own = { name: locked.name, version, lockfileVersion: 3, requires: true };
	const packages = { '': locked, ...packagesOf(lock, workspaces) };
	writeJson(path.join(folder, 'npm-shrinkwrap.json'), { ...own, packages });
}

/** Links to packages are of the checkout, and stay there. */
function copyAll(folder: string, names: readonly string[]): void {
	for (const name of names) {
		fs.cpSync(path.join(root, name), path.join(folder, name), {
			recursive: true,
			filter: (file) => !fs.lstatSync(file).isSymbolicLink(),
		});
	}
}

function pack(folder: string, readme: string): void {
	const text = withAddresses(textOf(readme), path.dirname(readme), repository);
	fs.writeFileSync(path.join(folder, 'README.md'), text);
	setModes(folder);
	npm(folder, 'pack', '--ignore-scripts', '--pack-destination', target);
}

/** Whatever the mask of this process and the modes of the checkout. */
function setModes(folder: string): void {
	for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const mode = entry.isDirectory() || entry.name === 'sealkeeper.js' ? 0o755 : 0o644;
		fs.chmodSync(path.join(entry.parentPath, entry.name), mode);
	}
}

/** Every package of the programs, in CycloneDX; npm gives it a random number and the time of day. */
function billOf(folder: string, { committedAt }: Checkout): object {
	const text = npm(folder, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
	const bill = JSON.parse(text) as { readonly metadata: object };
	const dated = { ...bill, metadata: { ...bill.metadata, timestamp: committedAt } };
	const named = JSON.stringify({ ...dated, serialNumber: undefined });
	return { ...dated, serialNumber: `urn:uuid:${uuidOf(named)}` };
}

/** Of version 8, made of a hash. */
function uuidOf(text: string): string {
	const hex = createHash('sha256').update(text).digest('hex');
	const parts = [
		hex.slice(0, 8),
		hex.slice(8, 12),
		`8${hex.slice(13, 16)}`,
		`8${hex.slice(17, 20)}`,
	];
	return [...parts, hex.slice(20, 32)].join('-');
}

function npm(folder: string, ...words: readonly string[]): string {
	// The folder is a package of its own, and no place for the settings of this repository.
	const options = { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
	return execFileSync('npm', [...words, '--loglevel=error'], options);
}

function writeJson(file: string, value: object): void {
	fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function sumsOf(folder: string): string {
	const lines = fs
		.readdirSync(folder)
		.sort()
		.map((name) => {
			const content = fs.readFileSync(path.join(folder, name));
			return `${createHash('sha256').update(content).digest('hex')}  ${name}\n`;
		});
	return lines.join('');
}

try {
	main();
} catch (fault) {
	process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
	process.exitCode = 1;
}
