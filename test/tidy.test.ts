/**
 * The style guard: import directions, rings, purity, lengths, words, opening comments and
 * manifests. What holds is written as data, and the walks that look for breaches, in `tidy/`; a
 * breach is named with its file and line.
 */
import fs from 'node:fs';
import path from 'node:path';
import {
	foldersWithoutRow,
	importBreaches,
	impurities,
	pureWithoutSource,
	rings,
	rowsWithoutFolder,
} from './tidy/imports';
import { fileLinesMax, functionLinesMax, lineCount, longFunctions, tables } from './tidy/lengths';
import { ours, root, sources, tests } from './tidy/sources';
import { banned, linesWith, untyped } from './tidy/words';

describe('imports', () => {
	test('every folder that holds sources has its row in the table', () => {
		expect(foldersWithoutRow()).toEqual([]);
		expect(rowsWithoutFolder()).toEqual([]);
	});

	test('point only where the row of their folder allows', () => {
		expect(ours.flatMap(importBreaches)).toEqual([]);
	});

	test('form no ring of folders', () => {
		expect(rings('folders')).toEqual([]);
	});

	test('form no ring of files', () => {
		expect(rings('files')).toEqual([]);
	});

	test('of what is pure name pure things only', () => {
		expect(ours.flatMap(impurities)).toEqual([]);
		expect(pureWithoutSource()).toEqual([]);
	});
});

describe('lengths', () => {
	test(`no function is longer than a screen of ${functionLinesMax} lines`, () => {
		expect(ours.flatMap(longFunctions)).toEqual([]);
	});

	test(`no test, nor a function that serves tests, is longer than ${functionLinesMax} lines`, () => {
		expect(tests.flatMap(longFunctions)).toEqual([]);
	});

	test(`no file is longer than ${fileLinesMax} lines`, () => {
		const long = ours.filter(
			({ file, text }) => !tables.has(file) && lineCount(text) > fileLinesMax,
		);
		expect(long.map(({ file }) => file)).toEqual([]);
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

	test('files are not called utils, helpers, manager, common or index', () => {
		const vague = sources.filter(({ file }) =>
			/(^|\/)(utils?|helpers?|manager|common|index)\.(ts|js)$/.test(file),
		);
		expect(vague.map(({ file }) => file)).toEqual([]);
	});

	test('every source opens with a comment on what it is', () => {
		const silent = sources.filter(
			({ file, text }) =>
				!file.endsWith('.test.ts') && !/^(#!.*\n)?('use strict';\n)?\s*\/(\*|\/)/.test(text),
		);
		expect(silent.map(({ file }) => file)).toEqual([]);
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

	test.each(['server', 'service', 'exchange', 'pages'])(
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

	test('versions are exact', () => {
		const loose = [
			'package.json',
			'server/package.json',
			'service/package.json',
			'exchange/package.json',
			'pages/package.json',
		].flatMap((file) =>
			Object.entries({ ...read(file).dependencies, ...read(file).devDependencies })
				.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
				.map(([name, version]) => `${file}: ${name}@${version}`),
		);
		expect(loose).toEqual([]);
	});

	test('the lock file names no download address', () => {
		const lock = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8');
		expect(lock.match(/"resolved": "http[^"]*"/g) ?? []).toEqual([]);
	});
});
