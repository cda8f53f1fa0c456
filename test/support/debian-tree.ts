/**
 * Programs of Debian's packages for tests, with every library they need: fetched by apt-get and unpacked
 * into the user's cache folder once. Nothing is installed, and no root is needed.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cacheFolder } from '../../start/cache-folder';
import { aptOptions } from '../../start/debian-package';

/** The root of the unpacked tree, which holds `usr/bin`, `usr/lib` and so on. */
export function debianTree(name: string, packages: readonly string[]): string {
	const root = path.join(cacheFolder(), name);
	if (fs.existsSync(root)) return root;
	const draft = fs.mkdtempSync(path.join(os.tmpdir(), `${name}-packages-`));
	// Test files run beside each other, and each may be the first.
	const tree = `${root}.${process.pid}.draft`;
	fs.rmSync(tree, { recursive: true, force: true });
	fs.mkdirSync(tree, { recursive: true });
	const options = aptOptions(path.join(draft, 'apt'), packages);
	const names = packagesToFetch(packages, options);
	execFileSync('apt-get', [...options, 'download', '--quiet', ...names], { cwd: draft });
	for (const file of fs.readdirSync(draft).filter((entry) => entry.endsWith('.deb'))) {
		execFileSync('dpkg', ['-x', path.join(draft, file), tree]);
	}
	fs.rmSync(draft, { recursive: true });
	try {
		fs.renameSync(tree, root);
	} catch (fault) {
		if (!fs.existsSync(root)) throw fault;
		fs.rmSync(tree, { recursive: true });
	}
	return root;
}

/** What apt would install on this machine; an installed package is not fetched. */
function packagesToFetch(packages: readonly string[], options: readonly string[]): string[] {
	const args = ['install', '--simulate', '--no-install-recommends', '--quiet', ...packages];
	const plan = execFileSync('apt-get', [...options, ...args], { encoding: 'utf8' });
	return [...plan.matchAll(/^Inst (\S+)/gm)].map(([, found = '']) => found);
}
