/**
 * An n8n user folder and its preparation before n8n starts: migrated database, its own encryption
 * key and owner, our package, credentials and workflows. Unchanged records are not imported again,
 * so that edits made in n8n are kept.
 */
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { runCommand, type ChildPlan } from '../machine/child-process';
import { freePort } from '../machine/free-port';
import { n8nEnvironment } from './environment';
import type { N8nHost } from './host';

export interface N8nHome {
	readonly host: N8nHost;
	/** The folder with `.n8n`. */
	readonly folder: string;
	readonly encryptionKey: string;
	readonly logFile: string;
	readonly recordFolder: string;
}

export interface N8nOwner {
	readonly email: string;
	readonly password: string;
	readonly passwordFile: string;
	/** True if this start made the password. */
	readonly isNew: boolean;
}

/** In the format of n8n's import commands. The id identifies the record at later imports. */
export interface N8nRecord {
	readonly id: string;
	readonly [field: string]: unknown;
}
export type RecordKind = 'credentials' | 'workflow';

const privateFile = { mode: 0o600 };

/** Creates the folder from the host's template if it does not exist. */
export function openHome(places: Omit<N8nHome, 'encryptionKey'>): N8nHome {
	const { folder, host } = places;
	fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
	const encryptionKey = readOrCreate(path.join(folder, 'encryption-key'), () =>
		randomBytes(24).toString('hex'),
	);
	const inner = path.join(folder, '.n8n');
	if (!fs.existsSync(inner)) {
		const partial = `${inner}.partial`;
		fs.rmSync(partial, { recursive: true, force: true });
		fs.cpSync(path.join(host.template, '.n8n'), partial, { recursive: true });
		fs.renameSync(partial, inner);
	}
	return { ...places, encryptionKey };
}

/** The first user of this n8n, generated once and stored in the folder. */
export function ownerOf(home: N8nHome): N8nOwner {
	const passwordFile = path.join(home.folder, 'owner-password');
	const isNew = !fs.existsSync(passwordFile);
	// n8n requires a capital letter and a digit.
	const password = readOrCreate(passwordFile, () => `${randomBytes(12).toString('base64url')}K7`);
	return { email: 'owner@sealkeeper.example', password, passwordFile, isNew };
}

function readOrCreate(file: string, make: () => string): string {
	if (!fs.existsSync(file)) {
		fs.writeFileSync(`${file}.partial`, make(), privateFile);
		fs.renameSync(`${file}.partial`, file);
	}
	return fs.readFileSync(file, 'utf8');
}

/**
 * Imports records that are new or changed since the last import. Returns their ids. n8n must not
 * be running on the folder.
 */
export async function importRecords(
	home: N8nHome,
	kind: RecordKind,
	records: readonly N8nRecord[],
	signal: AbortSignal,
): Promise<readonly string[]> {
	const known = readImported(home);
	const changed = records.filter((record) => known.get(`${kind} ${record.id}`) !== digest(record));
	if (changed.length === 0) return [];
	const input = path.join(home.folder, `import-${kind}.json`);
	fs.writeFileSync(input, JSON.stringify(changed), privateFile);
	try {
		await runN8nCommand(home, [`import:${kind}`, `--input=${input}`], signal);
	} finally {
		fs.rmSync(input, { force: true });
	}
	for (const record of changed) known.set(`${kind} ${record.id}`, digest(record));
	fs.writeFileSync(importedFile(home), JSON.stringify([...known]), privateFile);
	return changed.map(({ id }) => id);
}

const importedFile = (home: N8nHome) => path.join(home.folder, 'imported.json');
const digest = (record: N8nRecord) =>
	createHash('sha256').update(JSON.stringify(record)).digest('hex');

function readImported(home: N8nHome): Map<string, string> {
	const file = importedFile(home);
	if (!fs.existsSync(file)) return new Map();
	const parsed: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
	if (!Array.isArray(parsed)) throw new Error(`${file} is damaged; remove it.`);
	return new Map(parsed.map(([key, value]) => [String(key), String(value)]));
}

/** Runs one n8n command on the folder, to its end. */
export async function runN8nCommand(
	home: N8nHome,
	args: readonly string[],
	signal: AbortSignal,
	outputFile?: string,
): Promise<void> {
	const ports = { port: await freePort(), brokerPort: await freePort() };
	const { encryptionKey, folder, logFile, recordFolder } = home;
	const plan: ChildPlan = {
		name: `n8n ${args[0]}`,
		command: process.execPath,
		args: [home.host.script, ...args],
		folder,
		environment: n8nEnvironment({ home: folder, encryptionKey, ...ports }),
		logFile,
		outputFile,
		recordFolder,
	};
	await runCommand(plan, signal);
}
