/**
 * Runs `pg_dump` and `pg_restore` from the PATH; they must be of the server's version or newer.
 * The password is passed in the environment, never on a command line others could read.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Client, escapeIdentifier } from 'pg';

export interface SchemaDump {
	readonly url: string;
	readonly schema: string;
	/** Id of an exported snapshot, which must stay open. */
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

/** The tables with rows in a dump. */
export async function tablesOfDump(file: string): Promise<readonly DumpedTable[]> {
	const list = await run('pg_restore', ['--list', file]);
	return [...list.matchAll(/ TABLE DATA (\S+) (\S+) /g)].map(([, schema = '', name = '']) => ({
		schema,
		name,
	}));
}

/**
 * Restores a dump completely or not at all. Creates its schema first: the dump would create it,
 * too, and fail if it exists, like `public` in every new database.
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

/** Runs a program; returns its output, or throws with its error text. */
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
