/**
 * Unpacks programs of Debian or Ubuntu packages into a folder without installing them: apt-get
 * downloads the packages and the libraries the machine lacks. Needs no root and changes nothing
 * outside the folder. A complete folder is reused.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Unpacks the packages into `folder` unless they are there already. Returns the folder with
 * `usr/bin`, `usr/lib` and so on; throws if apt-get cannot download one of them. Callers hold a
 * lock where two processes may use the same folder.
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

/** True if the folder has completely unpacked packages. */
export function isUnpacked(folder: string): boolean {
	return fs.existsSync(completeMark(folder));
}

/** True if it has these packages. */
export function holdsPackages(folder: string, packages: readonly string[]): boolean {
	return isUnpacked(folder) && fs.readFileSync(completeMark(folder), 'utf8') === packages.join(' ');
}

/** Written last; contains the names of the packages. */
function completeMark(folder: string): string {
	return path.join(folder, 'complete');
}

/** True if apt-get and dpkg exist. */
export function hasPackages(): boolean {
	try {
		execFileSync('apt-get', ['--version'], { stdio: 'ignore' });
		execFileSync('dpkg', ['--version'], { stdio: 'ignore' });
		return true;
	} catch {
		// Another distribution or operating system.
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
 * Options that make apt know the packages: none if the machine's package lists have them,
 * otherwise lists downloaded into `listsFolder`.
 */
function aptOptions(listsFolder: string, packages: readonly string[]): readonly string[] {
	return knowsPackages(packages) ? [] : fetchLists(listsFolder);
}

/**
 * True if the machine's package lists say where the packages are; on a fresh machine they may be
 * empty. `apt-cache show` would also know a package that is installed, and not where to get it.
 */
function knowsPackages(packages: readonly string[]): boolean {
	try {
		execFileSync('apt-get', ['download', '--print-uris', ...packages], { stdio: 'ignore' });
		return true;
	} catch {
		// apt-get exits with 100 for a package it cannot download.
		return false;
	}
}

/** Downloads package lists into a folder of ours, which needs no root. */
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

/** Packages apt would install as dependencies on this machine. */
function missingDependencies(packages: readonly string[], options: readonly string[]): string[] {
	const args = ['install', '--simulate', '--no-install-recommends', '--quiet', ...packages];
	const plan = execFileSync('apt-get', [...options, ...args], { encoding: 'utf8' });
	return [...plan.matchAll(/^Inst (\S+)/gm)].flatMap(([, name]) => name ?? []);
}
