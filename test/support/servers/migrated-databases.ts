/**
 * Databases as a first start leaves them, made once for a run and copied for each test: applying
 * every migration anew costs more than most tests.
 */
import fs from 'node:fs';
import path from 'node:path';
import { openDatabase as openExchange } from '../../../exchange/database/database';
import { lockFile } from '../../../server/exclusive-file';
import { openDatabase as openService } from '../../../service/database/database';
import { addDatabase } from './postgres';
import { addDatabaseOfFile, runFolderVariable } from './shared-postgres';

const turnMs = 120_000;

const programs = {
	service: { file: 'sealkeeper.sqlite', open: openService },
	exchange: { file: 'exchange.sqlite', open: openExchange },
} as const;

interface Place {
	readonly dataFolder: string;
	readonly databaseUrl: string | undefined;
}

/** Puts the program's SQLite file into a place that has none; outside of a run the program makes it. */
export async function putMigratedFile(
	program: keyof typeof programs,
	{ dataFolder, databaseUrl }: Place,
): Promise<void> {
	const { file, open } = programs[program];
	if (databaseUrl !== undefined || fs.existsSync(path.join(dataFolder, file))) return;
	const template = await once(file, async (folder) => {
		await (await open({ dataFolder: folder, databaseUrl: undefined })).destroy();
	});
	if (template !== undefined)
		fs.copyFileSync(path.join(template, file), path.join(dataFolder, file));
}

/** A database of the service on the PostgreSQL of `url`, with its tables and nothing in them. */
export async function addServiceDatabase(url: string): Promise<string> {
	const template = await once('service-database', async (folder) => {
		const databaseUrl = await addDatabase(url);
		await (await openService({ dataFolder: folder, databaseUrl })).destroy();
		fs.writeFileSync(path.join(folder, 'name'), nameOf(databaseUrl));
	});
	const name = template && fs.readFileSync(path.join(template, 'name'), 'utf8');
	return addDatabaseOfFile(url, name);
}

function nameOf(databaseUrl: string): string {
	return new URL(databaseUrl).pathname.slice(1);
}

/** The folder that `make` filled, in whichever process of the run came first. */
async function once(
	name: string,
	make: (folder: string) => Promise<void>,
): Promise<string | undefined> {
	const runFolder = process.env[runFolderVariable];
	if (runFolder === undefined) return undefined;
	const folder = path.join(runFolder, 'migrated', name);
	if (fs.existsSync(folder)) return folder;
	fs.mkdirSync(path.dirname(folder), { recursive: true });
	const turn = lockFile(`${folder}.lock`, turnMs);
	if (turn === undefined) throw new Error(`another process makes ${name} for too long`);
	try {
		if (fs.existsSync(folder)) return folder;
		const draft = fs.mkdtempSync(`${folder}-`);
		await make(draft);
		fs.renameSync(draft, folder);
		return folder;
	} finally {
		turn.release();
	}
}
