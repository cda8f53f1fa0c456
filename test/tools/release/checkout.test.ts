/** What a release refuses to be made from, by git itself. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readCheckout } from '../../../tools/release/checkout';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-checkout-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function git(...words: readonly string[]): string {
	const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
	const env = { ...process.env, GIT_COMMITTER_DATE: '2026-03-01T10:00:00+02:00' };
	return execFileSync('git', [...who, ...words], { cwd: folder, env, encoding: 'utf8' });
}

function commit(text: string): void {
	fs.writeFileSync(path.join(folder, 'file'), text);
	git('add', 'file');
	git('commit', '--quiet', '--message', text);
}

test('a clean commit is told with its time; changes and tags that do not fit are refused', () => {
	git('init', '--quiet');
	commit('one');
	const one = { commit: git('rev-parse', 'HEAD').trim(), committedAt: '2026-03-01T08:00:00.000Z' };
	expect(readCheckout(folder, 'v1.0.0')).toEqual(one);
	fs.writeFileSync(path.join(folder, 'left'), '');
	expect(() => readCheckout(folder, 'v1.0.0')).toThrow(
		'the checkout has changes; commit them or take them back:\n?? left',
	);
	fs.rmSync(path.join(folder, 'left'));
	git('tag', 'v1.0.0');
	expect(readCheckout(folder, 'v1.0.0')).toEqual(one);
	expect(() => readCheckout(folder, 'v1.1.0')).toThrow(
		'the commit has the tag v1.0.0, and package.json the version of v1.1.0; change one of them',
	);
	commit('two');
	expect(() => readCheckout(folder, 'v1.0.0')).toThrow(
		'v1.0.0 is the tag of another commit; a new release needs a new version in package.json',
	);
	expect(readCheckout(folder, 'v1.1.0').committedAt).toBe(one.committedAt);
});
