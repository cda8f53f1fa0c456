/**
 * Brings the commit at hand to main: fast-forward only, and only a commit on which the whole of
 * `npm test` passed (`run.js` writes its name into the git folder), or a later one that changed
 * nothing but Markdown outside of `docs/`, which no test reads.
 */
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const branch = 'main';

function git(...args) {
	const answer = spawnSync('git', args, { encoding: 'utf8' });
	if (answer.status !== 0) refuse(answer.stderr.trim() || `git ${args[0]} did not succeed`);
	return answer.stdout.trim();
}

function refuse(why) {
	process.stderr.write(`Not landed: ${why}\n`);
	process.exit(1);
}

function greenCommit() {
	const file = path.resolve(git('rev-parse', '--git-path', 'green'));
	if (!fs.existsSync(file)) refuse('no run of the whole npm test passed here; run it first.');
	return fs.readFileSync(file, 'utf8').trim();
}

/** What is not covered by the green run. */
function untestedFiles(green, head) {
	const changed = git('diff', '--name-only', green, head).split('\n').filter(Boolean);
	return changed.filter((file) => !file.endsWith('.md') || file.startsWith('docs/'));
}

/** The folder in which main is checked out, if it is. */
function folderOfMain() {
	const entries = git('worktree', 'list', '--porcelain').split('\n\n');
	const entry = entries.find((text) => text.split('\n').includes(`branch refs/heads/${branch}`));
	return entry === undefined ? undefined : /^worktree (.*)$/m.exec(entry)?.[1];
}

function main() {
	if (git('status', '--porcelain') !== '') refuse('there are changes that are not committed.');
	const head = git('rev-parse', 'HEAD');
	const untested = untestedFiles(greenCommit(), head);
	if (untested.length > 0) {
		refuse(`npm test has not passed since these changed: ${untested.slice(0, 5).join(', ')}.`);
	}
	const folder = folderOfMain();
	if (folder === undefined) git('fetch', '--quiet', '.', `HEAD:${branch}`);
	else git('-C', folder, 'merge', '--ff-only', '--quiet', head);
	process.stdout.write(`${branch} is at ${git('log', '-1', '--format=%h %s', head)}\n`);
}

main();
