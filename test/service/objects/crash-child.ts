/**
 * Uploads one file in a process of its own and kills that process, with SIGKILL, at the n-th step
 * that reaches disk: opening, writing, syncing or renaming a file, or a statement of the database.
 * Prints the receipt's id when the upload got that far. Run by the crash tests only.
 */
import fs from 'node:fs/promises';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { Client } from 'pg';
import { newId, systemClock } from '../../../server/clock';
import { Accounts } from '../../../service/accounts/accounts';
import { openDatabase, type Database } from '../../../service/database/database';
import { RecordProofs } from '../../../service/proofs/record-proofs';
import { storageHandlers } from '../../../service/handlers/storage';
import { openObjectStore } from '../../../service/objects/object-store';
import { startLog } from '../../support/programs/started-log';
import { bytesOf, inPieces } from './storage-folder';

const [dataFolder = '', killAt = '', sizeBytes = ''] = process.argv.slice(2);
let isCounting = false;
const databaseUrl = process.env['DATABASE_URL'] || undefined;
let steps = 0;

function step(): void {
	if (!isCounting) return;
	steps += 1;
	if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
}

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** Counts a step before each call of these methods. */
function watch(target: object, names: readonly string[]): void {
	const methods = target as Methods;
	for (const name of names) {
		const original = methods[name];
		if (original === undefined) throw new Error(`there is no ${name} to watch`);
		methods[name] = function (...args: unknown[]): unknown {
			step();
			return original.apply(this, args);
		};
	}
}

async function watchDisk(): Promise<void> {
	const handle = await fs.open('/dev/null', 'r');
	watch(Object.getPrototypeOf(handle), ['writev', 'sync']);
	await handle.close();
	watch(fs, ['open', 'rename', 'mkdir', 'rm']);
	watch(DatabaseSync.prototype, ['exec']);
	watch(StatementSync.prototype, ['run', 'all']);
	watch(Client.prototype, ['query']);
}

async function upload(database: Database): Promise<string> {
	const clock = systemClock;
	const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
	const objects = await openObjectStore({ database, dataFolder, clock, log });
	const { log: recordLog } = await startLog({ dataFolder, databaseUrl }, database);
	const proofs = new RecordProofs({ database, recordLog });
	const handlers = storageHandlers({ database, clock, recordLog, proofs, objects });
	const organisationId = newId(clock);
	await database
		.insertInto('organisations')
		.values({ id: organisationId, name: 'one', created_at: '2026-01-01T00:00:00.000Z' })
		.execute();
	const accounts = new Accounts(database, clock);
	const user = { organisationId, email: 'ann@example.org', roles: ['StorageWrite'] } as const;
	const { key } = await accounts.addKey((await accounts.addUser(user)).id, 'test');
	const caller = await accounts.callerByKey(key, '127.0.0.1');
	if (caller === undefined) throw new Error('a new key speaks for nobody');
	isCounting = true;
	const object = await objects.stage(inPieces(bytesOf(Number(sizeBytes))), 'owner');
	const file = { fileName: 'a.txt', mediaType: 'text/plain', object };
	const receipt = await handlers.uploadFile(
		{
			caller,
			client: { address: '', agent: '' },
			publicUrl: '',
			leaving: () => new AbortController().signal,
		},
		{ file },
	);
	process.stdout.write(`${receipt.id}\n`);
	await object.discard();
	await recordLog.close();
	await objects.close();
	isCounting = false;
	return receipt.id;
}

async function main(): Promise<void> {
	await watchDisk();
	const database = await openDatabase({ dataFolder, databaseUrl });
	await upload(database);
	await database.destroy();
	process.stdout.write(`${steps} steps\n`);
}

main().catch((fault: unknown) => {
	process.stderr.write(`${String(fault)}\n`);
	process.exitCode = 1;
});
