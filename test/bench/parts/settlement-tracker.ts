/** The tracker as the benchmark of settlement uses it: its people, its assets, and its calls. */
import { Pool } from 'undici';
import { endpoints } from '../../../api/endpoints';
import type { Role } from '../../../api/language/roles';
import { Accounts } from '../../../service/accounts/accounts';
import { systemClock } from '../../../server/clock';
import { openDatabase } from '../../../service/database/database';

export interface Person {
	readonly email: string;
	readonly key: string;
}

export interface People {
	readonly productId: string;
	readonly admin: Person;
	readonly escrow: Person;
	readonly traders: readonly Person[];
}

export interface AssetIds {
	readonly CREDIT: string;
	readonly EUR: string;
}

const issuedEach = { CREDIT: 100_000, EUR: 10_000_000 } as const;

/** Adds them straight to the service's database, before the service runs. */
export async function addPeople(dataFolder: string, traders: number): Promise<People> {
	const database = await openDatabase({ dataFolder, databaseUrl: undefined });
	const accounts = new Accounts(database, systemClock);
	const { id: organisationId } = await accounts.addOrganisation('Bench');
	const product = await accounts.addProduct({ organisationId, kind: 'Tracker', name: 'Tracker' });
	const add = async (name: string, roles: readonly Role[]): Promise<Person> => {
		const email = `${name}@bench.test`;
		const { id } = await accounts.addUser({ organisationId, email, roles });
		return { email, key: (await accounts.addKey(id, 'bench')).key };
	};
	const people: Person[] = [];
	for (let number = 1; number <= traders; number += 1) {
		people.push(await add(`trader-${number}`, ['TrackerUser']));
	}
	const admin = await add('admin', ['TrackerAdmin']);
	const escrow = await add('escrow', ['TrackerUser']);
	await database.destroy();
	return { productId: product.id, admin, escrow, traders: people };
}

/** Makes both assets and issues some of each to every trader. */
export async function makeAssets(tracker: Tracker, people: People): Promise<AssetIds> {
	const make = async (name: string, amount: number) => {
		const { id } = (await tracker.call(people.admin, 'POST', 'assets', { name })) as Row;
		for (const { email: recipientEmail } of people.traders) {
			const body = { recipientEmail, amount };
			await tracker.call(people.admin, 'POST', `assets/${id}/issue`, body);
		}
		return id;
	};
	return {
		CREDIT: await make('Energy credit', issuedEach.CREDIT),
		EUR: await make('Euro cent', issuedEach.EUR),
	};
}

interface Row {
	readonly id: string;
	readonly amount: number;
	readonly senderDisplayName: string;
}

const pageRows = endpoints.tracker.listTransactions.fields.limit.maximum;

/** One connection, one call after the other. */
export class Tracker {
	readonly productId: string;
	private readonly pool: Pool;
	private sent = 0;

	constructor(
		readonly url: string,
		private readonly people: People,
	) {
		this.productId = people.productId;
		this.pool = new Pool(url, { connections: 1, pipelining: 1 });
	}

	async call({ key }: Person, method: 'GET' | 'POST', resource: string, body?: object, id = '') {
		const headers = {
			'x-api-key': key,
			...(body !== undefined && { 'content-type': 'application/json' }),
			...(id !== '' && { 'idempotency-key': id }),
		};
		const request = { method, path: `/tracker/${this.productId}/${resource}`, headers };
		const json = body === undefined ? null : JSON.stringify(body);
		const { statusCode, body: answer } = await this.pool.request({ ...request, body: json });
		const text = await answer.text();
		if (statusCode >= 300) throw new Error(`the tracker answers ${statusCode}: ${text}`);
		return JSON.parse(text) as unknown;
	}

	/** One unit from one to the other, under an Idempotency-Key of its own. */
	async transfer(sender: Person, { email }: Person, assetId: string): Promise<void> {
		this.sent += 1;
		const body = { recipientEmail: email, amount: 1 };
		await this.call(sender, 'POST', `assets/${assetId}/transfer`, body, `bench-${this.sent}`);
	}

	/** Whole units a person holds, by E8. */
	async held(person: Person, assetId: string): Promise<number> {
		const rows = (await this.call(person, 'GET', 'balances')) as readonly Row[];
		return rows.find(({ id }) => id === assetId)?.amount ?? 0;
	}

	/** Transfers the tracker has made so far, with escrow at one end of each. */
	async transfers(assets: AssetIds): Promise<number> {
		let count = 0;
		for (const id of Object.values(assets)) {
			for (let offset = 0; ; offset += pageRows) {
				const page = `assets/${id}/transactions?limit=${pageRows}&offset=${offset}`;
				const rows = (await this.call(this.people.escrow, 'GET', page)) as readonly Row[];
				count += rows.length;
				if (rows.length < pageRows) break;
			}
		}
		return count;
	}

	close(): Promise<void> {
		return this.pool.close();
	}
}
