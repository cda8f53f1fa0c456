/**
 * PostgreSQL's own programs for copies, found on the PATH; they must be of the server's version or
 * newer. A password goes to them by their environment, never by a command line others could read.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Client, escapeIdentifier } from 'pg';

export interface SchemaDump {
	readonly url: string;
	readonly schema: string;
	/** Of an exported snapshot, which must stay open meanwhile. */
	readonly snapshotId: string;
	readonly file: string;
}

const asItIsOwnedThere = ['--no-owner', '--no-privileges'];

export async function dumpSchema({ url, schema, snapshotId, file }: SchemaDump): Promise<void> {
	const what = [`--snapshot=${snapshotId}`, `--schema=${schema}`, `--file=${file}`];
	await run('pg_dump', ['--format=custom', ...asItIsOwnedThere, ...what], url);
}

export interface DumpedTable {
	readonly schema: string;
	readonly name: string;
}

/** The tables whose rows a dump holds. */
export async function tablesOfDump(file: string): Promise<readonly DumpedTable[]> {
	const list = await run('pg_restore', ['--list', file]);
	return [...list.matchAll(/ TABLE DATA (\S+) (\S+) /g)].map(([, schema = '', name = '']) => ({
		schema,
		name,
	}));
}

/**
 * Puts a dump back as a whole or not at all. Its schema is made here: the dump would make it, too,
 * and fail where it is there already, as `public` is in every new database.
 */
export async function restoreDump(file: string, url: string): Promise<void> {
	const [table] = await tablesOfDump(file);
	if (table === undefined) throw new Error(`${file} holds no tables`);
	const client = new Client(url);
	await client.connect();
	try {
		await client.query(`create schema if not exists ${escapeIdentifier(table.schema)}`);
	} finally {
		await client.end();
	}
	const wholly = ['--single-transaction', '--exit-on-error', `--schema=${table.schema}`];
	await run('pg_restore', [...wholly, ...asItIsOwnedThere, file], url);
}

/** What the program printed; throws with its complaint unless it ended well. */
async function run(program: string, args: readonly string[], url?: string): Promise<string> {
	const address = url === undefined ? undefined : new URL(url);
	const password = decodeURIComponent(address?.password ?? '');
	if (address !== undefined) address.password = '';
	const database = address === undefined ? [] : [`--dbname=${address.href}`];
	const child = spawn(program, [...database, ...args], {
		env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const ended = once(child, 'close').catch((fault: unknown) => {
		if ((fault as NodeJS.ErrnoException).code !== 'ENOENT') throw fault;
		throw new Error(
			`${program} is not on the PATH; install the package postgresql-client, of the server's version or newer`,
		);
	});
	const output = Promise.all([text(child.stdout), text(child.stderr)]);
	const [code] = (await ended) as [number | null];
	const [said, complaint] = await output;
	if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaint.trim()}`);
	return said;
}
