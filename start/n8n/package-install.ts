/**
 * Packs the n8n package of this checkout as it would be published, and installs the tarball into
 * an n8n home the way a person does by hand. A home that already holds the same content is left
 * alone.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { runCommand } from '../machine/child-process';
import { cleanEnvironment } from '../machine/clean-environment';
import { npmCommand } from '../machine/npm-command';
import { projectRoot } from '../machine/project-root';

export interface PackageInstallation {
	/** n8n's user folder, which holds `.n8n`. */
	readonly home: string;
	readonly logFile: string;
	readonly recordFolder: string;
	readonly signal: AbortSignal;
}

/** Files npm packs whether listed or not, as far as this package has them. */
const alwaysPacked = ['package.json', 'README.md', 'LICENSE.md'];

/** Answers whether the package had to be installed. */
export async function installPackage(wanted: PackageInstallation): Promise<boolean> {
	const folder = path.join(wanted.home, '.n8n', 'nodes');
	const stamp = path.join(folder, '.sealkeeper-content');
	const content = packageContentHash(projectRoot());
	if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === content) return false;
	giveManifest(folder);
	// The tarball stays, because the manifest of the folder refers to it from now on.
	const packFolder = path.join(wanted.home, 'package');
	fs.rmSync(packFolder, { recursive: true, force: true });
	fs.mkdirSync(packFolder);
	const tarball = await packTarball(packFolder, wanted);
	// Peers stay out: n8n lends its own n8n-workflow to the nodes it loads.
	await runNpm(folder, wanted, ['install', tarball, '--legacy-peer-deps', '--ignore-scripts']);
	fs.writeFileSync(stamp, content);
	return true;
}

/** Without a manifest of its own npm would install into the nearest folder above that has one. */
function giveManifest(folder: string): void {
	fs.mkdirSync(folder, { recursive: true });
	const manifest = path.join(folder, 'package.json');
	if (fs.existsSync(manifest)) return;
	fs.writeFileSync(manifest, JSON.stringify({ name: 'installed-nodes', private: true }));
}

/** Packs the checkout into a folder and answers the tarball's path. */
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

/** A hash over everything the tarball is made of, without making it. */
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
