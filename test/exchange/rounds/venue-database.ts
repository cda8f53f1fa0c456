/**
 * The database of an exchange under faults, and the faults it can meet: an SQLite file on a disk that
 * fills up, or a PostgreSQL with a standby behind one address, which is restarted, fails over, ends
 * its sessions or has no room.
 */
import type { DatabasePlace } from '../../../exchange/database/database';
import type { DatabaseKind, TestDatabases } from '../../support/servers/databases';
import { giveRoom, takeRoom } from '../../support/hostile/file-size-limit';
import {
	query,
	startPostgres,
	type PostgresServer,
	type StandbyServer,
} from '../../support/servers/postgres';
import { until } from '../../support/clients/requests';
import { SwitchingProxy } from '../../support/hostile/switching-proxy';
import type { Fault } from './faults';
import type { Stage } from './stage';

export interface VenueDatabase {
	readonly place: DatabasePlace;
	readonly faults: readonly Fault[];
	close(): Promise<void>;
}

export async function openVenueDatabase(
	databases: TestDatabases,
	kind: DatabaseKind,
): Promise<VenueDatabase> {
	if (kind === 'PostgreSQL') return openPostgres(databases);
	return {
		place: await databases.place(kind),
		faults: sqliteFaults,
		close: () => Promise.resolve(),
	};
}

const exchangeParts = ({ exchange }: Stage) => [...exchange.apis, ...exchange.workers];

/** Each API says that it cannot serve, or that it can again. */
async function untilReady({ exchange }: Stage, isReady: boolean): Promise<void> {
	for (const url of exchange.urls) {
		await until(async () => {
			const { ok } = await fetch(`${url}/health/ready`);
			return ok === isReady || undefined;
		});
	}
}

const sqliteFaults: readonly Fault[] = [
	{
		name: 'a full disk',
		async begin(stage) {
			for (const part of exchangeParts(stage)) takeRoom(part);
			await untilReady(stage, false);
			return () => {
				for (const part of exchangeParts(stage)) giveRoom(part);
				return untilReady(stage, true);
			};
		},
	},
];

/** The servers, of which one is asked at a time. */
interface Servers {
	readonly proxy: SwitchingProxy;
	/** Past the proxy. */
	readonly databaseName: string;
	first: PostgresServer | StandbyServer;
	standby: StandbyServer;
}

const portOf = ({ url }: { readonly url: string }) => Number(new URL(url).port);

async function openPostgres(databases: TestDatabases): Promise<VenueDatabase> {
	const { dataFolder } = await databases.place('SQLite');
	const server = await startPostgres();
	const url = new URL(await server.addDatabase());
	const proxy = new SwitchingProxy();
	const databaseName = url.pathname;
	const servers: Servers = {
		...{ proxy, databaseName, first: server },
		standby: await server.startStandby(),
	};
	url.port = String(await proxy.listen(portOf(server)));
	return {
		place: { dataFolder, databaseUrl: url.href },
		faults: postgresFaults(servers),
		async close() {
			await proxy.close();
			await servers.standby.close();
			await servers.first.kill();
			await server.close();
		},
	};
}

const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity
	where datname like 'test_%' and pid <> pg_backend_pid()`;

/** Raised as the server itself raises it where its disk is full. */
const full = `create function no_room() returns trigger language plpgsql as
	$$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`;

/** What every order, every batch of a lane and every transfer grows. */
const growing = ['commands', 'batches', 'intent_steps'] as const;

function postgresFaults(servers: Servers): readonly Fault[] {
	return [
		{
			name: 'the end of all sessions',
			async begin() {
				await query(servers.first.url, endSessions);
				return () => Promise.resolve();
			},
		},
		{
			name: 'a restart of the database',
			async begin(stage) {
				await servers.first.crash();
				return () => untilReady(stage, true);
			},
		},
		{
			name: 'a database without room',
			async begin() {
				const url = servers.first.url.replace(/\/[^/]*$/, servers.databaseName);
				const triggers = growing.map(
					(table) => `create trigger no_room before insert on ${table} execute function no_room();`,
				);
				await query(url, [full, ...triggers].join(';\n'));
				return () => query(url, 'drop function no_room() cascade');
			},
		},
		{
			name: 'a fail-over of the database',
			async begin(stage) {
				const { proxy, first, standby } = servers;
				await first.kill();
				// It is there before it takes changes.
				proxy.switchTo(portOf(standby));
				return async () => {
					await standby.promote();
					[servers.first, servers.standby] = [standby, await standby.startStandby()];
					await untilReady(stage, true);
				};
			},
		},
	];
}
