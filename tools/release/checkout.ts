/** What a release is made from: a checkout without changes, whose tag is that of its version. */
import { execFileSync } from 'node:child_process';

export interface Checkout {
	readonly commit: string;
	/** When it was committed, as ISO 8601 in UTC. */
	readonly committedAt: string;
}

export function readCheckout(root: string, tag: string): Checkout {
	const git = (...words: readonly string[]) =>
		execFileSync('git', words, {
			cwd: root,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'pipe'],
		}).trimEnd();
	const changed = git('status', '--porcelain');
	if (changed !== '') {
		throw new Error(`the checkout has changes; commit them or take them back:\n${changed}`);
	}
	const tags = git('tag', '--points-at', 'HEAD', 'v*').split('\n').filter(Boolean);
	if (tags.length > 0 && !tags.includes(tag)) {
		throw new Error(
			`the commit has the tag ${tags.join(', ')}, and package.json the version of ${tag}; change one of them`,
		);
	}
	const commit = git('rev-parse', 'HEAD');
	const isTagged = git('tag', '--list', tag) !== '';
	if (isTagged && !tags.includes(tag)) {
		throw new Error(
			`${tag} is the tag of another commit; a new release needs a new version in package.json`,
		);
	}
	const seconds = Number(git('log', '-1', '--format=%ct'));
	return { commit, committedAt: new Date(seconds * 1000).toISOString() };
}
