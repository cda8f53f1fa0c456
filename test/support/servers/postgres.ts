/**
 * A PostgreSQL for tests: on a free port, in a folder of its own. Its commits are written and not
 * flushed to a disk, which a test that ends processes could not tell. It uses the machine's binaries,
 * or the distribution's package unpacked into the user's cache; started by root it runs as nobody.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { libraryPathOf } from '../../../server/redis/program';
import { testPort } from '../run/ports';
import { unpackedOnce } from './unpacked-packages';

/** Set by `before-run.ts`: where the machine keeps what is not of one run alone. */
export const machineFolderVariable = 'TEST_MACHINE_FOLDER';

export interface PostgresServer {
	readonly url: string;
	/** Its first process. */
	pid(): number | undefined;
	/** Its data and its socket. */
	readonly folder: string;
	/** The address of a new, empty database. */
	addDatabase(): Promise<string>;
	/** Ends the server as a power cut would, and starts it again on the same data. */
	crash(): Promise<void>;
	/** Ends it as a power cut would. */
	kill(): Promise<void>;
	/** A second server that has every commit before it is acknowledged, and takes no changes. */
	startStandby(): Promise<StandbyServer>;
	close(): Promise<void>;
}

export interface StandbyServer extends Pick<
	PostgresServer,
	'url' | 'crash' | 'kill' | 'startStandby'
> {
	/** It takes the place of the first and takes changes. */
	promote(): Promise<void>;
	close(): Promise<void>;
}

/**
 * Lies beside the folder of the run, which nobody else may enter, and is named by it, so that a later
 * run removes what a killed one left. Each database is 300 files, which memory makes and removes
 * twenty times as fast as a disk.
 */
function makeFolder(): string {
	const run = process.env['TEST_RUN_FOLDER'] ?? path.join(os.tmpdir(), 'sealkeeper');
	const folder = fs.mkdtempSync(`${run}-postgres-`);
	if (nobody.uid !== undefined) fs.chownSync(folder, nobody.uid, nobody.gid);
	return folder;
}

/** Where one of the servers of a folder keeps its data and listens. */
interface Place {
	readonly data: string;
	readonly port: number;
}

interface Programs {
	readonly folder: string;
	readonly libraryPath: string | undefined;
}

const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Flushes its commits to disk where that is what is measured; no test cuts the machine's power. */
export async function startPostgres({ flushes = false } = {}): Promise<PostgresServer> {
	const programs = findPrograms();
	const folder = makeFolder();
	const data = path.join(folder, 'data');
	const environment = { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: programs.libraryPath };
	const options = { cwd: folder, env: environment, ...nobody };
	const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
	execFileSync(path.join(programs.folder, 'initdb'), initdb, { ...options, stdio: 'ignore' });
	const start = async ({ data, port }: Place) => {
		const address = ['-p', String(port), '-h', '127.0.0.1', '-k', folder];
		const settings = [
			// A new database is written to the log as well, and the log of many takes memory.
			...(flushes ? [] : ['fsync=off', 'max_wal_size=128MB']),
			// A standby whose first was restarted is back at once.
			'wal_retrieve_retry_interval=100ms',
			// A test starts up to five programs, each with a pool of its own.
			'max_connections=400',
		];
		const tuning = settings.flatMap((setting) => ['-c', setting]);
		const args = ['-D', data, ...address, ...tuning];
		const child = spawn(path.join(programs.folder, 'postgres'), args, {
			...options,
			stdio: 'ignore',
		});
		// Whoever started it need not wait for it: the run ends it.
		child.unref();
		await answering(urlOf(port), child);
		return child;
	};
	/** Runs a server until it is ended. */
	const serve = async (place: Place) => {
		let child = await start(place);
		const url = urlOf(place.port);
		return {
			url,
			pid: () => child.pid,
			async crash() {
				await end(child, 'SIGQUIT');
				child = await start(place);
			},
			kill: () => end(child, 'SIGQUIT'),
			startStandby: () => startStandby(url),
		};
	};
	let standbys = 0;
	const startStandby = async (first: string): Promise<StandbyServer> => {
		standbys += 1;
		const data = path.join(folder, `standby-${standbys}`);
		const base = ['-d', first, '-D', data, '-R', '--checkpoint=fast', '--no-sync'];
		execFileSync(path.join(programs.folder, 'pg_basebackup'), base, {
			...options,
			stdio: 'ignore',
		});
		const server = await serve({ data, port: await testPort() });
		await query(first, "alter system set synchronous_standby_names = '*'");
		await query(first, 'select pg_reload_conf()');
		return {
			...server,
			promote: () => promote(server.url),
			close: () => server.kill(),
		};
	};
	const server = await serve({ data, port: await testPort() });
	return {
		...server,
		folder,
		addDatabase: () => addDatabase(server.url),
		async close() {
			await server.kill();
			fs.rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function promote(standby: string): Promise<void> {
	await query(standby, "alter system set synchronous_standby_names = ''");
	await query(standby, 'select pg_promote()');
}

const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;

/** Makes an empty database on the server of `url`, or a copy of another; answers its address. */
export async function addDatabase(url: string, template = 'template1'): Promise<string> {
	const name = `test_${randomBytes(8).toString('hex')}`;
	await query(url, `create database ${name} template ${template}`);
	return url.replace(/[^/]*$/, name);
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (server.exitCode !== null || server.signalCode !== null) return;
	server.ref();
	const exited = once(server, 'exit');
	server.kill(signal);
	await exited;
}

async function answering(url: string, server: ChildProcess): Promise<void> {
	for (;;) {
		if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
		try {
			return await query(url, 'select 1');
		} catch (fault) {
			const { code } = fault as { readonly code?: string };
			// Not listening yet, or listening and still starting up.
			if (code !== 'ECONNREFUSED' && code !== '57P03') throw fault;
			await delay(20);
		}
	}
}

/** On a connection of its own. */
export async function query(url: string, text: string): Promise<void> {
	const client = new Client(url);
	await client.connect();
	try {
		await client.query(text);
	} finally {
		await client.end();
	}
}

/** Puts `pg_dump` and the other programs on the PATH of this process and of those it starts. */
export function putPostgresOnPath(): void {
	const { folder, libraryPath } = findPrograms();
	process.env['PATH'] = [folder, process.env['PATH']].join(path.delimiter);
	if (libraryPath === undefined) return;
	const libraries = [libraryPath, process.env['LD_LIBRARY_PATH']].filter(Boolean);
	process.env['LD_LIBRARY_PATH'] = libraries.join(':');
}

/** Those of the machine, else the distribution's, fetched when they are not there yet. */
export function findPrograms(): Programs {
	const installed = '/usr/lib/postgresql';
	const versions = fs.existsSync(installed) ? fs.readdirSync(installed).sort() : [];
	const onPath = (process.env['PATH'] ?? '').split(path.delimiter);
	const folders = [...versions.map((version) => path.join(installed, version, 'bin')), ...onPath];
	const found = folders.find((folder) =>
		['initdb', 'postgres'].every((program) => fs.existsSync(path.join(folder, program))),
	);
	if (found !== undefined) return { folder: found, libraryPath: undefined };
	return unpackPrograms();
}

function unpackPrograms(): Programs {
	// Kept for later runs, and where somebody else than root may run it.
	const machineFolder = process.env[machineFolderVariable] ?? os.tmpdir();
	const root = unpackedOnce('sealkeeper-postgresql', ['postgresql'], machineFolder);
	const versions = path.join(root, 'usr/lib/postgresql');
	const [version] = fs.readdirSync(versions);
	if (version === undefined) throw new Error(`${versions} holds no PostgreSQL`);
	return { folder: path.join(versions, version, 'bin'), libraryPath: libraryPathOf(root) };
}
