/**
 * One PostgreSQL for a whole run of tests: whoever needs it first starts it, in whichever process,
 * and the run ends it. Every user gets a database of its own; who ends or restarts a server in a
 * test starts one of its own instead.
 */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lockFile } from '../../../server/exclusive-file';
import { processStart, signalProcess } from '../../../start/machine/process-record';
import { addDatabase, startPostgres } from './postgres';

/** Set by `before-run.ts` before the first test: what belongs to this run. */
export const runFolderVariable = 'TEST_RUN_FOLDER';

const startTurnMs = 60_000;

interface Shared {
	readonly url: string;
	readonly pid: number;
	readonly folder: string;
}

export interface SharedPostgres {
	/** Of its first database. */
	readonly url: string;
	/** The address of a new, empty database. */
	addDatabase(): Promise<string>;
}

export async function sharedPostgres(): Promise<SharedPostgres> {
	const runFolder = process.env[runFolderVariable];
	if (runFolder === undefined) throw new Error('the tests run without their global set-up');
	const { url } = recorded(runFolder) ?? (await startShared(runFolder));
	return { url, addDatabase: () => addDatabaseOfFile(url) };
}

declare global {
	/** Of this file of tests; `test-environment.js` drops them at its end. */
	var databasesOfFile: string[] | undefined;
}

/** A database for this file of tests alone. */
export async function addDatabaseOfFile(url: string, template?: string): Promise<string> {
	const added = await addDatabase(url, template);
	globalThis.databasesOfFile?.push(added);
	return added;
}

async function startShared(runFolder: string): Promise<Shared> {
	const turn = lockFile(path.join(runFolder, 'postgres.lock'), startTurnMs);
	if (turn === undefined) throw new Error('another process of the run starts PostgreSQL too long');
	try {
		const other = recorded(runFolder);
		if (other !== undefined) return other;
		const server = await startPostgres();
		const pid = server.pid();
		if (pid === undefined) throw new Error('PostgreSQL ended right after its start');
		const shared = { url: server.url, pid, folder: server.folder };
		fs.writeFileSync(recordIn(runFolder), JSON.stringify(shared));
		return shared;
	} finally {
		turn.release();
	}
}

/** Ends the server of a run, when one was needed, and removes its folder when it writes no more. */
export async function endSharedPostgres(runFolder: string): Promise<void> {
	const shared = recorded(runFolder);
	if (shared === undefined) return;
	signalProcess(shared.pid, 'SIGQUIT');
	while (processStart(shared.pid) !== undefined) await delay(20);
	fs.rmSync(shared.folder, { recursive: true, force: true });
}

function recorded(runFolder: string): Shared | undefined {
	const file = recordIn(runFolder);
	return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Shared) : undefined;
}

function recordIn(runFolder: string): string {
	return path.join(runFolder, 'postgres.json');
}
