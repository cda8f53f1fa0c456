/**
 * A PostgreSQL whose address names several hosts, as libpq writes it:
 *
 *   postgres://user:secret@one:5432,two:5432/name?target_session_attrs=read-write
 *
 * Whatever that parameter says, the server of them that takes changes is used, so a program goes on
 * at a standby that was promoted. A server that lags behind takes no changes and is passed over.
 */
import { Client, type ClientBase, type ClientConfig } from 'pg';
import { addressesOf } from '../config/host-list';

/** Timeout of connecting; an unreachable address would block callers for minutes. */
const connectTimeoutMs = 5_000;

/** Shorter where there is another host to try. */
const connectTimeoutMsOfMany = 2_000;

/** The hosts of an address, of which one is the next to be tried. */
export class PostgresHosts {
	private readonly addresses: readonly string[];
	private next = 0;

	constructor(url: string) {
		this.addresses = addressesOf(url);
	}

	get count(): number {
		return this.addresses.length;
	}

	/** The address to connect to. */
	get current(): string {
		return this.addresses[this.next] ?? '';
	}

	get connectTimeoutMs(): number {
		return this.count > 1 ? connectTimeoutMsOfMany : connectTimeoutMs;
	}

	/** Goes on to the host behind this one, unless somebody else has done so. */
	pass(address: string): void {
		if (address === this.current) this.next = (this.next + 1) % this.count;
	}

	/** Throws if there are several hosts, and the client is connected to a standby. */
	async assertTakesChanges(client: ClientBase): Promise<void> {
		if (this.count === 1) return;
		const { rows } = await client.query<{ readonly isStandby: boolean }>(
			'select pg_is_in_recovery() as "isStandby"',
		);
		if (rows[0]?.isStandby === false) return;
		throw new Error('none of the hosts of the database takes changes');
	}

	/** Tries each host once, beginning with the current one, until `connect` succeeds. */
	async first<Result>(connect: (address: string) => Promise<Result>): Promise<Result> {
		for (let tries = this.count; ; tries -= 1) {
			const address = this.current;
			try {
				return await connect(address);
			} catch (fault) {
				this.pass(address);
				if (tries <= 1) throw fault;
			}
		}
	}
}

/** A connection of its own to the host that takes changes. */
export function connectClient(url: string, options: ClientConfig = {}): Promise<Client> {
	const hosts = new PostgresHosts(url);
	return hosts.first(async (connectionString) => {
		const connectionTimeoutMillis = hosts.connectTimeoutMs;
		const client = new Client({ connectionTimeoutMillis, ...options, connectionString });
		// A broken connection rejects its statement; without a listener the event would end the process.
		client.on('error', () => undefined);
		try {
			await client.connect();
			await hosts.assertTakesChanges(client);
			return client;
		} catch (fault) {
			await client.end();
			throw fault;
		}
	});
}

/** The address of the host that takes changes; with one host, that address without asking it. */
export async function addressThatTakesChanges(url: string): Promise<string> {
	const hosts = new PostgresHosts(url);
	if (hosts.count === 1) return url;
	return hosts.first(async (address) => {
		const client = await connectClient(address);
		try {
			await hosts.assertTakesChanges(client);
			return address;
		} finally {
			await client.end();
		}
	});
}
