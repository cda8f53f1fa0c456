/**
 * What an order over HTTP costs at least on this machine: a bare HTTP server of Node.js that reads
 * one JSON order a request and answers it once eight rows in eight tables, with four more indexes,
 * are durable. Requests of one turn of the event loop share a commit; on PostgreSQL that is one
 * statement. It checks, matches and keeps nothing else. A process: FLOOR_PLACE is the file of an
 * SQLite database or the URL of a PostgreSQL.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

interface Order {
	readonly symbol: string;
	readonly clientOrderId: string;
}

type Commit = (bodies: readonly string[]) => Promise<void> | void;

const tables = Array.from({ length: 8 }, (_, index) => `floor_${index}`);

const definitions = [
	...tables.map(
		(table) =>
			`create table ${table} (id bigint primary key, symbol text not null, client_id text not null, body text not null)`,
	),
	...tables.slice(0, 4).map((table) => `create unique index ${table}_id on ${table} (client_id)`),
];

let lastId = 0;

function rowOf(body: string): readonly [number, string, string, string] {
	const { symbol, clientOrderId } = JSON.parse(body) as Order;
	lastId += 1;
	return [lastId, symbol, clientOrderId, body];
}

function sqliteCommit(file: string): Commit {
	const database = new DatabaseSync(file);
	database.exec('pragma journal_mode = wal; pragma synchronous = full');
	definitions.forEach((definition) => database.exec(definition));
	const inserts = tables.map((table) =>
		database.prepare(`insert into ${table} values (?, ?, ?, ?)`),
	);
	return (bodies) => {
		database.exec('begin immediate');
		for (const row of bodies.map(rowOf)) inserts.forEach((insert) => insert.run(...row));
		database.exec('commit');
	};
}

async function postgresCommit(url: string): Promise<Commit> {
	const client = new Client({ connectionString: url });
	await client.connect();
	for (const definition of definitions) await client.query(definition);
	const rows = 'select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[])';
	const parts = tables.map((table) => `${table}_rows as (insert into ${table} ${rows})`);
	const statement = { name: 'floor', text: `with ${parts.join(', ')} select 1` };
	return async (bodies) => {
		const made = bodies.map(rowOf);
		const values = [0, 1, 2, 3].map((column) => made.map((row) => row[column]));
		await client.query({ ...statement, values });
	};
}

function serve(commit: Commit): http.Server {
	let waiting: { readonly body: string; readonly reply: () => void }[] = [];
	let isCommitting = false;
	const carryOut = async () => {
		isCommitting = true;
		while (waiting.length > 0) {
			const batch = waiting;
			waiting = [];
			await commit(batch.map(({ body }) => body));
			batch.forEach(({ reply }) => reply());
			await new Promise(setImmediate);
		}
		isCommitting = false;
	};
	const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
		if (request.method === 'GET') {
			const { user, system } = process.cpuUsage();
			response.end(`process_cpu_seconds_total ${(user + system) / 1e6}\n`);
			return;
		}
		const body = await text(request);
		const { symbol, clientOrderId } = JSON.parse(body) as Order;
		const reply = () => {
			response.writeHead(201, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ symbol, clientOrderId, status: 'NEW' }));
		};
		waiting.push({ body, reply });
		if (!isCommitting) setImmediate(() => void (isCommitting ? undefined : carryOut()));
	};
	return http.createServer((request, response) => void answer(request, response));
}

async function main(): Promise<void> {
	const { FLOOR_PLACE: place = '' } = process.env;
	const isPostgres = place.startsWith('postgres');
	const server = serve(isPostgres ? await postgresCommit(place) : sqliteCommit(place));
	server.listen(0, '127.0.0.1', () => {
		const { port } = server.address() as AddressInfo;
		process.stdout.write(`Floor listens on http://127.0.0.1:${port}\n`);
	});
}

if (require.main === module) void main();
