/** An address with two hosts: a primary that is killed, and the standby that takes its place. */
import type { Kysely } from 'kysely';
import { addressThatTakesChanges } from '../../../server/database/postgres-hosts';
import { joinProcesses, type ProcessSession } from '../../../server/database/process-session';
import {
	startPostgres,
	type PostgresServer,
	type StandbyServer,
} from '../../support/servers/postgres';
import { until } from '../../support/clients/requests';
import { openNotes, type NoteTables } from './note-tables';

let server: PostgresServer;
let standby: StandbyServer;
/** The standby first, so that it has to be passed over. */
let address: string;
let database: Kysely<NoteTables>;
let session: ProcessSession;

beforeAll(async () => {
	server = await startPostgres();
	const databaseUrl = await server.addDatabase();
	standby = await server.startStandby();
	const standbyHost = new URL(standby.url).host;
	address = databaseUrl.replace('@', `@${standbyHost},`);
	address += '?target_session_attrs=read-write';
	database = await openNotes({ dataFolder: '', databaseUrl: address });
	session = await joinProcesses({ url: address, program: 'notes', alone: false });
});

afterAll(async () => {
	await session.close();
	await database.destroy();
	await standby.close();
	await server.close();
});

function addNote(id: string): Promise<unknown> {
	return database.insertInto('notes').values({ id, text: null, size: null }).execute();
}

const noteIds = async () =>
	new Set((await database.selectFrom('notes').select('id').execute()).map(({ id }) => id));

test('the host that takes changes is used, and another one once that is gone', async () => {
	expect(new URL(await addressThatTakesChanges(address)).host).toBe(new URL(server.url).host);
	const acknowledged: string[] = [];
	const met = new Set<string>();
	let isOver = false;
	const writer = async (name: number) => {
		for (let count = 0; !isOver; count += 1) {
			const id = `${name}-${count}`;
			await addNote(id).then(
				() => acknowledged.push(id),
				(fault: unknown) => met.add(String(fault)),
			);
		}
	};
	const writers = Array.from({ length: 6 }, (_, name) => writer(name));
	const more = (count: number) => () => Promise.resolve(acknowledged.length > count || undefined);
	await until(more(100));
	await server.kill();
	await until(() => Promise.resolve(met.size > 0 || undefined));
	const before = acknowledged.length;
	await standby.promote();
	await until(more(before));
	isOver = true;
	await Promise.all(writers);
	const kept = await noteIds();
	expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
	expect([...met].every((fault) => fault.startsWith('DatabaseUnavailable'))).toBe(true);
	const turn = () => session.tryTurn('after', () => Promise.resolve(true)).catch(() => undefined);
	expect(await until(turn)).toBe(true);
});
