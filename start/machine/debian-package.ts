/**
 * Programs of a Debian or Ubuntu package without installing it: the package and the libraries the
 * machine lacks are fetched by the distribution's own apt-get and unpacked into a folder. Needs
 * no root and changes nothing outside the folder; a folder once complete is used again.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Unpacks the packages below `folder`, unless they lie there already, and answers the folder that
 * holds `usr/bin`, `usr/lib` and so on; throws when apt-get cannot fetch one of them. One process at
 * a time: the caller holds a lock where two may ask for the same folder.
 */
export function unpackPackages(folder: string, packages: readonly string[]): string {
	const root = path.join(folder, 'root');
	if (!holdsPackages(folder, packages)) {
		fs.rmSync(folder, { recursive: true, force: true });
		fs.mkdirSync(root, { recursive: true });
		fetchAndUnpack(folder, root, packages);
		fs.writeFileSync(completeMark(folder), packages.join(' '));
	}
	return root;
}

/** Whether packages lie below the folder, wholly unpacked. */
export function isUnpacked(folder: string): boolean {
	return fs.existsSync(completeMark(folder));
}

/** Whether these lie there. */
export function holdsPackages(folder: string, packages: readonly string[]): boolean {
	return isUnpacked(folder) && fs.readFileSync(completeMark(folder), 'utf8') === packages.join(' ');
}

/** Written last, with the names of the packages. */
function completeMark(folder: string): string {
	return path.join(folder, 'complete');
}

/** True where apt-get and dpkg can be asked. */
export function hasPackages(): boolean {
	try {
		execFileSync('apt-get', ['--version'], { stdio: 'ignore' });
		execFileSync('dpkg', ['--version'], { stdio: 'ignore' });
		return true;
	} catch {
		// Neither command is there: another distribution, or another system.
		return false;
	}
}

function fetchAndUnpack(folder: string, root: string, packages: readonly string[]): void {
	const listsFolder = path.join(folder, 'apt');
	const options = aptOptions(listsFolder, packages);
	const names = new Set([...packages, ...missingDependencies(packages, options)]);
	execFileSync('apt-get', [...options, 'download', ...names], { cwd: folder, stdio: 'ignore' });
	for (const file of fs.readdirSync(folder)) {
		if (!file.endsWith('.deb')) continue;
		execFileSync('dpkg', ['-x', file, root], { cwd: folder, stdio: 'ignore' });
		fs.rmSync(path.join(folder, file));
	}
	fs.rmSync(listsFolder, { recursive: true, force: true });
}

/**
 * What to tell apt so that it knows the packages: nothing where the machine's own lists name them,
 * else to use lists fetched into `listsFolder` by this call.
 */
function aptOptions(listsFolder: string, packages: readonly string[]): readonly string[] {
	return knowsPackages(packages) ? [] : fetchLists(listsFolder);
}

/** Whether the machine's own lists name the packages; on a fresh machine they may be empty. */
function knowsPackages(packages: readonly string[]): boolean {
	try {
		execFileSync('apt-cache', ['show', ...packages], { stdio: 'ignore' });
		return true;
	} catch {
		// apt-cache exits with 100 for a package it finds in no list.
		return false;
	}
}

/** Fetches the distribution's lists into a folder of ours, which needs no root. */
function fetchLists(folder: string): readonly string[] {
	const lists = path.join(folder, 'lists');
	const cache = path.join(folder, 'cache');
	for (const place of [lists, cache])
		fs.mkdirSync(path.join(place, 'partial'), { recursive: true });
	const settings = [
		`Dir::State::Lists=${lists}`,
		`Dir::Cache=${cache}`,
		`Dir::Cache::Archives=${cache}`,
		`Debug::NoLocking=true`,
		`APT::Sandbox::User=${os.userInfo().username}`,
	];
	const options = settings.flatMap((setting) => ['-o', setting]);
	execFileSync('apt-get', [...options, 'update'], { stdio: 'ignore' });
	return options;
}

/** What apt would install with the packages on this machine; what is installed is not fetched. */
function missingDependencies(packages: readonly string[], options: readonly string[]): string[] {
	const args = ['install', '--simulate', '--no-install-recommends', '--quiet', ...packages];
	const plan = execFileSync('apt-get', [...options, ...args], { encoding: 'utf8' });
	return [...plan.matchAll(/^Inst (\S+)/gm)].flatMap(([, name]) => name ?? []);
}
