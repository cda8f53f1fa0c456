/** Releases made from a copy of the working tree, so that a change is tried before it is committed. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../start/machine/project-root';

const root = projectRoot();
const packages = [
	'node_modules',
	'server/node_modules',
	'service/node_modules',
	'comparison/node_modules',
];

/** A clean checkout with one commit of a fixed time. The packages are those of the working tree. */
function makeCheckout(folder: string): void {
	const git = (cwd: string, ...words: readonly string[]) => {
		const time = '2026-01-01T00:00:00Z';
		const env = { ...process.env, GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time };
		return execFileSync('git', words, { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
	};
	const files = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split(
		'\0',
	);
	for (const file of files.filter((name) => name !== '' && !name.startsWith('test/'))) {
		const from = path.join(root, file);
		if (fs.existsSync(from)) fs.cpSync(from, path.join(folder, file));
	}
	for (const name of packages) fs.symlinkSync(path.join(root, name), path.join(folder, name));
	git(folder, 'init', '--quiet');
	// A link is no folder, which the file of what is ignored names.
	fs.appendFileSync(path.join(folder, '.git/info/exclude'), 'node_modules\n');
	git(folder, 'add', '--all');
	const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
	git(folder, ...who, 'commit', '--quiet', '--message', 'Release');
}

/** The folder of a release, made in a process with this mask for new files. */
export function makeRelease(checkout: string, mask: string): string {
	fs.mkdirSync(checkout);
	makeCheckout(checkout);
	const command = 'umask "$1" && "$0" -r ./start/typescript.js tools/release/main.ts';
	execFileSync('sh', ['-c', command, process.execPath, mask], { cwd: checkout, stdio: 'pipe' });
	return path.join(checkout, 'release');
}
