/** What the process of a comparison may do besides comparing, were somebody else's code to run in it: nothing. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { confinedOptions } from '../../../../service/comparison/running/in-process';
import { projectRoot } from '../../../../start/machine/project-root';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-confined-'));
const keyFile = path.join(folder, 'master-keys.json');
beforeAll(() => fs.writeFileSync(keyFile, '"the keys"'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Code as a fault of a package would run it. */
function planted(code: string) {
	const args = [...confinedOptions(400), '--eval', code];
	const { status, stdout, stderr } = spawnSync(process.execPath, args, {
		encoding: 'utf8',
		env: {},
	});
	return { status, stdout, stderr };
}

const at = (file: string) => JSON.stringify(file);
const another = at(path.join(folder, 'another'));

test.each([
	['reads a key', `fs.readFileSync(${at(keyFile)})`],
	['lists the folder of the keys', `fs.readdirSync(${at(folder)})`],
	['reads what every program may', `fs.readFileSync('/etc/passwd')`],
	['reads its own memory', `fs.readFileSync('/proc/self/environ')`],
	['writes a file', `fs.writeFileSync(${another}, '')`],
	[
		'writes into its own code',
		`fs.writeFileSync(${at(path.join(projectRoot(), 'service', 'x'))}, '')`,
	],
	['leads somewhere else', `fs.symlinkSync(${at(keyFile)}, ${another})`],
	['starts a program', `require('child_process').execFileSync('true')`],
	['starts a thread', `new (require('worker_threads').Worker)('1', { eval: true })`],
])('code that %s is stopped', (_what, code) => {
	const { status, stderr } = planted(`const fs = require('fs'); ${code}`);
	expect(stderr).toContain('ERR_ACCESS_DENIED');
	expect(status).toBe(1);
	expect(fs.readdirSync(folder)).toEqual(['master-keys.json']);
});

test('it reads its own code and its packages', () => {
	const files = ['package.json', 'service/package.json', 'node_modules/sharp/package.json'];
	const code = files.map((file) => `fs.readFileSync(${at(path.join(projectRoot(), file))})`);
	const { status, stderr } = planted(`const fs = require('fs'); ${code.join('; ')}`);
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
