/** `npm run land` in a repository of its own: what comes to main, and what does not. */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const script = path.join(__dirname, 'land.js');
let folder: string;

function git(...args: readonly string[]): string {
	const who = ['-c', 'user.name=Tester', '-c', 'user.email=tester@sealkeeper.test'];
	return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

function commit(file: string): string {
	fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
	fs.appendFileSync(path.join(folder, file), 'a line\n');
	git('add', '--all');
	git('commit', '--quiet', '--message', `Change ${file}`);
	return git('rev-parse', 'HEAD');
}

function land() {
	const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
		cwd: folder,
		encoding: 'utf8',
	});
	return { status, said: stdout + stderr };
}

/** As `run.js` does when everything passed. */
function passed(green: string): void {
	fs.writeFileSync(path.join(folder, git('rev-parse', '--git-path', 'green')), `${green}\n`);
}

const main = () => git('rev-parse', 'main');

beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-land-'));
	git('init', '--quiet', '--initial-branch', 'main');
	commit('code.ts');
	git('checkout', '--quiet', '-b', 'work');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

test('a commit on which every test passed comes to main', () => {
	const green = commit('code.ts');
	passed(green);
	expect(land()).toMatchObject({ status: 0, said: expect.stringContaining('Change code.ts') });
	expect(main()).toBe(green);
});

test('a commit on which no test ran does not', () => {
	const before = main();
	commit('code.ts');
	expect(land()).toMatchObject({ status: 1, said: expect.stringContaining('no run of the whole') });
	expect(main()).toBe(before);
});

test.each(['code.ts', 'docs/page.md'])('nor does one that changed %s since', (file) => {
	passed(commit('code.ts'));
	commit(file);
	expect(land()).toMatchObject({ status: 1, said: expect.stringContaining(file) });
});

test('one that changed a page outside of docs since comes along', () => {
	passed(commit('code.ts'));
	const later = commit('README.md');
	expect(land().status).toBe(0);
	expect(main()).toBe(later);
});

test('what is not committed holds it up', () => {
	passed(commit('code.ts'));
	fs.writeFileSync(path.join(folder, 'more.ts'), '');
	expect(land()).toMatchObject({ status: 1, said: expect.stringContaining('not committed') });
});

test('a main that went on elsewhere is not overwritten', () => {
	git('checkout', '--quiet', 'main');
	const elsewhere = commit('other.ts');
	git('checkout', '--quiet', 'work');
	passed(commit('code.ts'));
	expect(land().status).toBe(1);
	expect(main()).toBe(elsewhere);
});

test('a main that is checked out in another folder goes on there, files and all', () => {
	const green = commit('more.ts');
	passed(green);
	const other = `${folder}-main`;
	git('worktree', 'add', '--quiet', other, 'main');
	expect(land().status).toBe(0);
	expect(fs.existsSync(path.join(other, 'more.ts'))).toBe(true);
	fs.rmSync(other, { recursive: true });
});
