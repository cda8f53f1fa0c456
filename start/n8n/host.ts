/**
 * Installs the n8n version pinned by test/n8n-host once per machine, into the user's cache folder,
 * with a migrated empty user folder as a template. The installation is made in a partial folder
 * that is renamed when complete.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../machine/cache-folder';
import { CommandFailed, runCommand } from '../machine/child-process';
import { cleanEnvironment } from '../machine/clean-environment';
import { lockFolder } from '../machine/folder-lock';
import { freePort } from '../machine/free-port';
import { n8nEnvironment } from './environment';
import { npmCommand } from '../machine/npm-command';
import { endRecordedProcesses } from '../machine/process-record';
import { withProgress, type ProgressOutput } from '../machine/progress';
import { projectRoot } from '../machine/project-root';

export interface N8nHost {
	readonly version: string;
	readonly folder: string;
	/** Script of n8n's command line, run by this Node.js. */
	readonly script: string;
	/** A migrated n8n user folder without owner, workflows or key. */
	readonly template: string;
}

export interface HostInstallation {
	readonly signal: AbortSignal;
	readonly output: ProgressOutput;
	readonly cache?: string;
	/** Folder with n8n's package.json and lock file. */
	readonly manifestFolder?: string;
	readonly freeBytesNeeded?: number;
}

const bytesPerMb = 1_000_000;
const usualFreeBytesNeeded = 4_000 * bytesPerMb;
const nativePackages = ['sqlite3', 'isolated-vm'];
const manifestFiles = ['package.json', 'package-lock.json'];

/** Returns the pinned n8n; installs it if needed. */
export async function installN8nHost(wanted: HostInstallation): Promise<N8nHost> {
	const cache = wanted.cache ?? cacheFolder();
	const manifestFolder = wanted.manifestFolder ?? path.join(projectRoot(), 'test', 'n8n-host');
	const host = hostIn(cache, manifestFolder);
	if (fs.existsSync(host.folder)) return host;
	fs.mkdirSync(cache, { recursive: true });
	const lock = await lockFolder(cache, {
		signal: wanted.signal,
		onWait: (pid) =>
			wanted.output.write(`  Waiting for another start that installs n8n (pid ${pid}).\n`),
	});
	try {
		if (!fs.existsSync(host.folder)) await install({ ...wanted, cache, manifestFolder, host });
	} finally {
		lock.release();
	}
	return host;
}

function hostIn(cache: string, manifestFolder: string): N8nHost {
	const hash = createHash('sha256');
	for (const name of manifestFiles) hash.update(fs.readFileSync(path.join(manifestFolder, name)));
	hash.update(`${process.platform} ${process.arch} ${process.versions.modules}`);
	const version = pinnedVersion(path.join(manifestFolder, 'package.json'));
	const folder = path.join(cache, `n8n-${version}-${hash.digest('hex').slice(0, 12)}`);
	return hostAt(folder, version);
}

function hostAt(folder: string, version: string): N8nHost {
	const script = path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	return { version, folder, script, template: path.join(folder, 'template') };
}

function pinnedVersion(manifest: string): string {
	const text = fs.readFileSync(manifest, 'utf8');
	const version = /"n8n":\s*"(\d+\.\d+\.\d+)"/.exec(text)?.[1];
	if (version === undefined) throw new Error(`${manifest} does not pin n8n to one version.`);
	return version;
}

type Work = HostInstallation & {
	readonly cache: string;
	readonly manifestFolder: string;
	readonly host: N8nHost;
};

async function install(work: Work): Promise<void> {
	const { cache, output, host } = work;
	output.write(
		`Installing n8n ${host.version} into ${host.folder}\n` +
			'  (once per machine: about 2.6 GB and a few minutes; set SEALKEEPER_CACHE for another place)\n',
	);
	await endRecordedProcesses(path.join(cache, 'processes'));
	await removeLeftovers(work);
	requireFreeDisk(cache, work.freeBytesNeeded ?? usualFreeBytesNeeded);
	const partial = hostAt(`${host.folder}.partial`, host.version);
	try {
		await fill(work, partial);
	} catch (error) {
		if (!work.signal.aborted)
			await fs.promises.rm(partial.folder, { recursive: true, force: true });
		throw withAdvice(error, cache);
	}
	fs.renameSync(partial.folder, host.folder);
}

async function removeLeftovers({ cache, output }: Work): Promise<void> {
	const leftovers = fs.readdirSync(cache).filter((name) => /^n8n-.*\.partial$/.test(name));
	for (const name of leftovers) {
		const step = { label: `Removing ${name}, left by an installation that was cut off` };
		await withProgress(output, step, () =>
			fs.promises.rm(path.join(cache, name), { recursive: true, force: true }),
		);
	}
}

function requireFreeDisk(cache: string, neededBytes: number): void {
	const free = freeBytes(cache);
	if (free >= neededBytes) return;
	throw new Error(
		`n8n needs ${mb(neededBytes)} free in ${cache}, there are ${mb(free)}. ` +
			'Free some space, set SEALKEEPER_CACHE to a folder on another disk, or leave n8n out: ' +
			'npm start -- --without-n8n',
	);
}

function freeBytes(folder: string): number {
	const disk = fs.statfsSync(folder);
	return disk.bavail * disk.bsize;
}

const mb = (bytes: number) => `${Math.max(0, Math.round(bytes / bytesPerMb))} MB`;

async function fill(work: Work, partial: N8nHost): Promise<void> {
	const { output, signal, cache } = work;
	fs.mkdirSync(partial.folder);
	for (const name of manifestFiles) {
		fs.copyFileSync(path.join(work.manifestFolder, name), path.join(partial.folder, name));
	}
	const logFile = path.join(cache, 'n8n-install.log');
	fs.rmSync(logFile, { force: true });
	const freeBefore = freeBytes(cache);
	const amount = () => `about ${mb(freeBefore - freeBytes(cache))} so far`;
	const recordFolder = path.join(cache, 'processes');
	const places = { folder: partial.folder, logFile, recordFolder };
	const environment = buildEnvironment();
	for (const { label, command, args } of installSteps()) {
		await withProgress(output, { label, amount }, () =>
			runCommand({ name: label, command, args, environment, ...places }, signal),
		);
	}
	const label = 'Preparing an empty n8n database';
	await withProgress(output, { label }, async () => {
		const ports = { port: await freePort(), brokerPort: await freePort() };
		const settings = { home: partial.template, encryptionKey: 'none', ...ports };
		fs.mkdirSync(partial.template);
		const args = [partial.script, 'list:workflow'];
		const plan = { name: label, command: process.execPath, args, ...places };
		await runCommand({ ...plan, environment: n8nEnvironment(settings) }, signal);
	});
	// Each home gets its own key; n8n rejects a folder with another one.
	fs.rmSync(path.join(partial.template, '.n8n', 'config'), { force: true });
}

function installSteps() {
	const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
	// Stated explicitly, because npm passes the calling project's npmrc on through the environment.
	const peers = '--legacy-peer-deps=false';
	const load = `for (const name of ${JSON.stringify(nativePackages)}) require(name)`;
	return [
		{
			label: 'Step 1 of 3: fetching the packages of n8n',
			...npmCommand(['ci', '--ignore-scripts', peers, ...quiet]),
		},
		{
			label: 'Step 2 of 3: building its native modules',
			...npmCommand(['rebuild', ...nativePackages, '--ignore-scripts=false', peers, ...quiet]),
		},
		{
			label: 'Step 3 of 3: loading them',
			command: process.execPath,
			args: ['-e', load],
		},
	];
}

/** Native modules need the headers of the Node.js that will load them. */
function buildEnvironment(): NodeJS.ProcessEnv {
	const environment = cleanEnvironment();
	const installation = path.resolve(path.dirname(process.execPath), '..');
	const places = [
		installation,
		path.join(installation, 'node_modules', `node-${process.platform}-${process.arch}`),
	];
	const headers = places.find((place) =>
		fs.existsSync(path.join(place, 'include', 'node', 'node_api.h')),
	);
	return headers === undefined ? environment : { ...environment, npm_config_nodedir: headers };
}

function withAdvice(error: unknown, cache: string): unknown {
	if (!(error instanceof CommandFailed)) return error;
	const advice = /ENOSPC|no space left/i.test(error.message)
		? `The disk of ${cache} is full; free space or set SEALKEEPER_CACHE.`
		: 'Run the command again when the cause is gone, or leave n8n out: npm start -- --without-n8n';
	return new CommandFailed(`n8n could not be installed. ${error.message}\n${advice}`);
}
