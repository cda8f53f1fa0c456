/** Where the exchange of a local start gets its Redis from, and that none is fetched for nothing. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findProgram } from '../../../server/redis/program';
import { needsRedis, programFolder } from '../../../start/programs/redis-package';

let exchangeFolder: string;
let searched: string | undefined;

beforeEach(() => {
	exchangeFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-redis-package-'));
	searched = process.env['PATH'];
	process.env['PATH'] = path.join(exchangeFolder, 'bin');
});

afterEach(() => {
	process.env['PATH'] = searched;
	fs.rmSync(exchangeFolder, { recursive: true, force: true });
});

function putProgram(...place: readonly string[]): string {
	const file = path.join(exchangeFolder, ...place);
	fs.mkdirSync(path.dirname(file), { recursive: true });
	fs.writeFileSync(file, '');
	return file;
}

const needed = () => needsRedis(exchangeFolder, process.env);
const found = () => findProgram(path.join(exchangeFolder, 'redis'));

test('with an address, or a program on the PATH, nothing is fetched', () => {
	expect(needed()).toBe(true);
	expect(needsRedis(exchangeFolder, { ...process.env, REDIS_URL: 'redis://here' })).toBe(false);
	const file = putProgram('bin', 'valkey-server');
	expect(needed()).toBe(false);
	expect(found()).toEqual({ file, libraryPath: undefined });
});

test('what lies unpacked is used with its libraries, and nothing is fetched', () => {
	const root = path.join(programFolder(exchangeFolder), 'root');
	expect(found).toThrow('no Redis was found: set REDIS_URL, or install the package redis-server');
	const file = putProgram(path.relative(exchangeFolder, root), 'usr', 'bin', 'redis-server');
	putProgram(path.relative(exchangeFolder, root), 'usr', 'lib', 'of-this-machine', 'library.so');
	// Without its mark it was broken off half way.
	expect(needed()).toBe(true);
	expect(found).toThrow('no Redis was found');
	putProgram('redis', 'program', 'complete');
	expect(needed()).toBe(false);
	const lib = path.join(root, 'usr', 'lib');
	expect(found()).toEqual({ file, libraryPath: `${lib}:${path.join(lib, 'of-this-machine')}` });
});
