/**
 * The style guard: directions of imports, rings, lengths, words and manifests. What holds is written
 * as data, and the walks that look for breaches, in `tidy/`; a breach is named with its file and line.
 */
import fs from 'node:fs';
import path from 'node:path';
import { importBreaches, impurities, rings } from './tidy/imports';
import {
	fileLinesHint,
	folderFilesMax,
	fullFolders,
	functionLinesMax,
	lineCount,
	longFunctions,
	tables,
} from './tidy/lengths';
import { roomFaults } from './tidy/rooms';
import { ours, root, sources, tests } from './tidy/sources';
import { banned, linesWith, packed, untyped } from './tidy/words';

describe('imports', () => {
	test('point one way among the top folders, and from no product to another', () => {
		expect(ours.flatMap(importBreaches)).toEqual([]);
	});

	test.each(['files', 'folders', 'rooms', 'topRooms'] as const)('form no ring of %s', (of) => {
		expect(rings(of)).toEqual([]);
	});

	test('stand in rooms that the READMEs of the programs list', () => {
		expect(roomFaults()).toEqual([]);
	});

	test('of what is pure name pure things only', () => {
		expect(ours.flatMap(impurities)).toEqual([]);
	});
});

describe('lengths', () => {
	test(`no function is longer than a screen of ${functionLinesMax} lines`, () => {
		expect(ours.flatMap(longFunctions)).toEqual([]);
	});

	test(`no folder holds more than ${folderFilesMax} sources`, () => {
		expect(fullFolders(sources)).toEqual([]);
	});

	/** What is longer in the tests, or a long file, fails nothing. */
	afterAll(() => {
		const long = ours.filter(
			({ file, text }) => !tables.has(file) && lineCount(text) > fileLinesHint,
		);
		const hints = [
			...tests.flatMap(longFunctions),
			...long.map(({ file, text }) => `${file} has ${lineCount(text)} lines`),
		];
		if (hints.length > 0) process.stderr.write(`Long, as a hint:\n${hints.join('\n')}\n`);
	});
});

describe('words', () => {
	test.each(banned.map((entry) => [String(entry.word), entry] as const))(
		'%s stays out',
		(_, entry) => {
			expect(sources.flatMap((source) => linesWith(entry, source))).toEqual([]);
		},
	);

	test('nothing is untyped', () => {
		expect(ours.flatMap(untyped)).toEqual([]);
	});

	test('no fields are packed by a spread', () => {
		expect(ours.flatMap(packed)).toEqual([]);
	});

	test('files are not called utils, helpers, manager, common or index', () => {
		const vague = sources.filter(({ file }) =>
			/(^|\/)(utils?|helpers?|manager|common|index)\.(ts|js)$/.test(file),
		);
		expect(vague.map(({ file }) => file)).toEqual([]);
	});
});

describe('manifests', () => {
	const read = (file: string) =>
		JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as {
			dependencies?: Record<string, string>;
			devDependencies?: Record<string, string>;
		};

	test('the n8n package has no run-time dependencies', () => {
		expect(read('package.json').dependencies).toBeUndefined();
	});

	test.each(['server', 'comparison', 'service', 'exchange', 'pages'])(
		'every dependency of %s has its reason in its README',
		(name) => {
			const { dependencies = {}, devDependencies = {} } = read(`${name}/package.json`);
			const readme = fs
				.readFileSync(path.join(root, name, 'README.md'), 'utf8')
				.replace(/ +/g, ' ');
			const without = Object.keys({ ...dependencies, ...devDependencies }).filter(
				(dependency) => !readme.includes(`| \`${dependency}\` |`),
			);
			expect(without).toEqual([]);
		},
	);

	test.each(['server', 'comparison', 'service', 'exchange'])(
		'every run-time dependency of %s is named by its code',
		(name) => {
			const { dependencies = {} } = read(`${name}/package.json`);
			const code = ours.filter(({ file }) => file.startsWith(`${name}/`));
			const isNamed = (dependency: string) =>
				code.some(({ text }) => ["'", '/'].some((end) => text.includes(`'${dependency}${end}`)));
			expect(Object.keys(dependencies).filter((dependency) => !isNamed(dependency))).toEqual([]);
		},
	);

	test('the lock has the native packages of every system, not only of the one that wrote it', () => {
		type Locked = Readonly<Record<string, { optionalDependencies?: Record<string, string> }>>;
		const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
			packages: Locked;
		};
		const { packages } = lock;
		const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
			Object.keys(optionalDependencies).filter(
				(name) =>
					![`${place}/node_modules/${name}`, `node_modules/${name}`].some((at) => packages[at]),
			),
		);
		expect(missing).toEqual([]);
	});

	test('versions are exact', () => {
		const loose = [
			'package.json',
			'server/package.json',
			'comparison/package.json',
			'service/package.json',
			'exchange/package.json',
			'pages/package.json',
			'clients/ccxt/package.json',
		].flatMap((file) =>
			Object.entries({ ...read(file).dependencies, ...read(file).devDependencies })
				.filter(([, version]) => !/^(npm:[a-z-]+@)?\d+\.\d+\.\d+$/.test(version))
				.map(([name, version]) => `${file}: ${name}@${version}`),
		);
		expect(loose).toEqual([]);
	});

	test('the lock file names no download address', () => {
		const lock = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8');
		expect(lock.match(/"resolved": "http[^"]*"/g) ?? []).toEqual([]);
	});
});
