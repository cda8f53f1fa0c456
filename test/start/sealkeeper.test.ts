/** The command of an installed release, as it is built. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import manifest from '../../package.json';

const root = path.join(__dirname, '../..');

beforeAll(() => {
	const built = spawnSync(process.execPath, [path.join(root, 'start/build.js')]);
	if (built.status !== 0) throw new Error(String(built.stderr));
}, 10 * 60_000);

function sealkeeper(...words: readonly string[]) {
	const file = path.join(root, 'dist/start/sealkeeper.js');
	const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], {
		encoding: 'utf8',
	});
	return { status, stdout, stderr };
}

test('the version is that of the manifest, with the commit', () => {
	const { stdout } = sealkeeper('--version');
	const [version, commit] = stdout.trim().split(' ');
	expect(version).toBe(manifest.version);
	expect(commit).toMatch(/^\([0-9a-f]{40}\)$/);
});

test('the help lists the commands, also when there is none', () => {
	const { status, stdout } = sealkeeper('--help');
	expect(status).toBe(0);
	expect(stdout).toMatch(/^ {2}service {2,}\S/m);
	expect(sealkeeper().stdout).toBe(stdout);
});

test.each([
	'start',
	'service',
	'exchange',
	'admin',
	'exchange-admin',
	'compare',
	'backup',
	'storage',
	'proof',
])('%s says by --help what it takes', (command) => {
	const { status, stdout } = sealkeeper(command, '--help');
	expect([status, stdout.length > 60]).toEqual([0, true]);
});

test.each([
	[['serve'], "unknown command 'serve'; --help lists the commands\n"],
	[['toString'], "unknown command 'toString'; --help lists the commands\n"],
	[['service', 'now'], "sealkeeper service takes no 'now'\n"],
	[['admin', 'user', 'make'], "unknown command 'user make'; --help lists the commands\n"],
])('%j is refused in a sentence', (words, sentence) => {
	expect(sealkeeper(...words)).toEqual({ status: 2, stdout: '', stderr: sentence });
});
