/**
 * Packs this checkout's n8n package as for publishing and installs the tarball into an n8n home.
 * Skipped if the home already has the same content.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { runCommand } from '../machine/child-process';
import { cleanEnvironment } from '../machine/clean-environment';
import { npmCommand } from '../machine/npm-command';
import { projectRoot } from '../machine/project-root';

export interface PackageInstallation {
	/** n8n's user folder, with `.n8n`. */
	readonly home: string;
	readonly logFile: string;
	readonly recordFolder: string;
	readonly signal: AbortSignal;
}

/** Files npm always packs, of those this package has. */
const alwaysPacked = ['package.json', 'README.md', 'LICENSE.md'];

/** Returns whether the package was installed. */
export async function installPackage(wanted: PackageInstallation): Promise<boolean> {
	const folder = path.join(wanted.home, '.n8n', 'nodes');
	const stamp = path.join(folder, '.sealkeeper-content');
	const content = packageContentHash(projectRoot());
	if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === content) return false;
	writeManifest(folder);
	// The tarball is kept, because the folder's manifest refers to it.
	const packFolder = path.join(wanted.home, 'package');
	fs.rmSync(packFolder, { recursive: true, force: true });
	fs.mkdirSync(packFolder);
	const tarball = await packTarball(packFolder, wanted);
	// Peers are not installed: n8n provides its own n8n-workflow.
	await runNpm(folder, wanted, ['install', tarball, '--legacy-peer-deps', '--ignore-scripts']);
	fs.writeFileSync(stamp, content);
	return true;
}

/** Without a manifest npm would install into the nearest parent folder that has one. */
function writeManifest(folder: string): void {
	fs.mkdirSync(folder, { recursive: true });
	const manifest = path.join(folder, 'package.json');
	if (fs.existsSync(manifest)) return;
	fs.writeFileSync(manifest, JSON.stringify({ name: 'installed-nodes', private: true }));
}

/** Packs the checkout into a folder. Returns the tarball's path. */
export async function packTarball(
	folder: string,
	running: Omit<PackageInstallation, 'home'>,
): Promise<string> {
	const args = ['pack', '--ignore-scripts', '--pack-destination', folder];
	await runNpm(projectRoot(), running, args);
	const tarball = fs.readdirSync(folder).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error(`npm pack left no tarball in ${folder}.`);
	return path.join(folder, tarball);
}

async function runNpm(
	folder: string,
	{ logFile, recordFolder, signal }: Omit<PackageInstallation, 'home'>,
	args: readonly string[],
): Promise<void> {
	const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
	const plan = { name: `npm ${args[0]}`, ...npmCommand([...args, ...quiet]) };
	const environment = cleanEnvironment();
	await runCommand({ ...plan, folder, environment, logFile, recordFolder }, signal);
}

/** A hash of the tarball's content, without making the tarball. */
export function packageContentHash(root: string): string {
	const hash = createHash('sha256');
	for (const name of [...alwaysPacked, ...listedFiles(root)]) {
		for (const file of filesOf(path.join(root, name))) {
			const content = fs.readFileSync(file);
			hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content);
		}
	}
	return hash.digest('hex');
}

function listedFiles(root: string): readonly string[] {
	const manifest: unknown = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
	const files =
		typeof manifest === 'object' && manifest !== null && 'files' in manifest
			? manifest.files
			: undefined;
	if (!Array.isArray(files)) throw new Error('package.json lists no files to publish.');
	return files.map(String).filter((pattern) => !pattern.startsWith('!'));
}

function filesOf(place: string): readonly string[] {
	if (!fs.existsSync(place)) return [];
	if (fs.statSync(place).isFile()) return [place];
	return fs
		.readdirSync(place)
		.sort()
		.flatMap((name) => filesOf(path.join(place, name)));
}
