/** Packages unpacked without root, on a machine as fresh as one can be. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { libraryPathOf } from '../../../server/redis/program';
import { unpackPackages } from '../../../start/machine/debian-package';

let folder: string;
let configuration: string | undefined;

beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-package-'));
	configuration = process.env['APT_CONFIG'];
});

afterEach(() => {
	if (configuration === undefined) delete process.env['APT_CONFIG'];
	else process.env['APT_CONFIG'] = configuration;
	fs.rmSync(folder, { recursive: true, force: true });
});

test('a machine whose lists of packages are empty has them fetched, and the program runs', () => {
	const lists = path.join(folder, 'lists');
	fs.mkdirSync(path.join(lists, 'partial'), { recursive: true });
	const file = path.join(folder, 'apt.conf');
	fs.writeFileSync(file, `Dir::State::Lists "${lists}";\n`);
	process.env['APT_CONFIG'] = file;
	const place = path.join(folder, 'program');
	const root = unpackPackages(place, ['redis-server', 'redis-tools']);
	const version = execFileSync(path.join(root, 'usr', 'bin', 'redis-server'), ['--version'], {
		env: { LD_LIBRARY_PATH: libraryPathOf(root) },
		encoding: 'utf8',
	});
	expect(version).toMatch(/^Redis server v=\d/);
	expect(fs.readdirSync(place).sort()).toEqual(['complete', 'root']);
});
