/**
 * Builds the image of `Containerfile` and runs it, with the machine's buildah, podman and runc. Its base
 * is a Debian of mmdebstrap with the Node.js and npm of this repository's tests, unless IMAGE_BASE names
 * another: no registry is asked. Whoever is not root takes sudo, as on GitHub.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../start/machine/project-root';

const root = projectRoot();
export const image = 'localhost/sealkeeper-test';
export const backupImage = `${image}-backup`;
const ownBase = `${image}-base`;

const tools = ['buildah', 'podman', 'runc', 'mmdebstrap'];

/** What a program printed; throws with its complaint. */
function asRoot(...command: readonly string[]): string {
	const [file = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
	const options = { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 26 } as const;
	return execFileSync(file, args, options).trim();
}

export const podman = (...args: readonly string[]) =>
	asRoot('podman', '--runtime', 'runc', ...args);

export function buildImage(folder: string): void {
	const missing = tools.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
	if (missing.length > 0)
		throw new Error(`install ${missing.join(', ')}: the image is built with it`);
	const base = process.env['IMAGE_BASE'] ?? makeBase(folder);
	const how = ['--isolation', 'chroot', '--network', 'host', '--format', 'docker', '--layers'];
	// npm opens more files at once than the 1024 that a step may open otherwise.
	how.push('--ulimit', 'nofile=8192:8192');
	// The base of ours has the machine's pg_dump, which is of the version of the tests' server.
	const bases = ['--build-arg', `BASE=${base}`, '--build-arg', `POSTGRES=${base}`];
	const build = (...named: readonly string[]) =>
		asRoot(
			'buildah',
			'--runtime',
			'runc',
			'bud',
			...how,
			...bases,
			...named,
			'-f',
			'Containerfile',
			'.',
		);
	build('-t', image);
	build('--target', 'backup', '-t', backupImage);
}

/** It trusts whom this machine trusts, so that packages come from where it gets them. */
function makeBase(folder: string): string {
	const tree = path.join(folder, 'base.tar');
	const packages = 'ca-certificates,libstdc++6,postgresql-client';
	asRoot('mmdebstrap', '--variant=minbase', `--include=${packages}`, 'bookworm', tree);
	const container = asRoot('buildah', 'from', 'scratch');
	const copy = (from: string, to: string) => asRoot('buildah', 'copy', container, from, to);
	asRoot('buildah', 'add', container, tree, '/');
	copy(path.join(root, 'node_modules/node/bin/node'), '/usr/local/bin/node');
	const npm = fs.realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim());
	copy(path.resolve(npm, '../..'), '/usr/local/lib/node_modules/npm');
	const script = path.join(folder, 'npm');
	fs.writeFileSync(
		script,
		'#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n',
	);
	fs.chmodSync(script, 0o755);
	copy(script, '/usr/local/bin/npm');
	const trusted = '/etc/ssl/certs/ca-certificates.crt';
	copy(trusted, trusted);
	asRoot('buildah', 'config', '--env', `NODE_EXTRA_CA_CERTS=${trusted}`, container);
	asRoot('buildah', 'commit', '--rm', container, ownBase);
	return ownBase;
}

export interface Container {
	readonly name: string;
	readonly port: number;
	readonly environment: Readonly<Record<string, string>>;
	/** Of the host, by their place in the container. */
	readonly mounts?: Readonly<Record<string, string>>;
	/** Volumes by their place, besides its own. */
	readonly volumes?: Readonly<Record<string, string>>;
	readonly args?: readonly string[];
	readonly image?: string;
}

const hardening = [
	...['--read-only', '--cap-drop=all', '--security-opt=no-new-privileges', '--tmpfs=/tmp'],
	// Of a machine without a bridge, and with limits that cannot be raised.
	...['--network=host', '--ulimit=nofile=1024:1024', '--ulimit=nproc=1000:1000'],
];

/** Starts a container as the pages say: read-only, with a volume of its own and no right. */
export function run(container: Container): void {
	const { name, environment, mounts = {}, volumes = {}, args = [] } = container;
	const variables = Object.entries(environment).map(([key, value]) => `--env=${key}=${value}`);
	const secrets = Object.entries(mounts).map(([to, from]) => `--volume=${from}:${to}:ro`);
	// A new volume is root's until it is handed over.
	const shared = Object.entries(volumes).map(([to, volume]) => `--volume=${volume}:${to}:U`);
	const own = [`--name=${name}`, `--volume=${name}:/data`];
	podman(
		'run',
		'--detach',
		...hardening,
		...own,
		...variables,
		...secrets,
		...shared,
		container.image ?? image,
		...args,
	);
}

/** Ends it as an operator does; its exit code. */
export function stop(name: string): number {
	podman('stop', '--time', '60', name);
	return Number(podman('inspect', '--format', '{{.State.ExitCode}}', name));
}

/** Removes a container and its volume, whatever there is of them. */
export function remove(name: string): void {
	podman('rm', '--force', '--ignore', name);
	podman('volume', 'rm', '--force', name);
}

/** Makes a file readable as a mounted secret is: of root, for the group of the image. */
export function asSecret(file: string): void {
	asRoot('chown', '0:10001', file);
	asRoot('chmod', '0440', file);
}
