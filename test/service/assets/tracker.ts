/** The tracker as a client sees it: one product of a running service, called with the key of one user. */
import { send, until, type Answer } from '../../support/clients/requests';
import type { RunningService, TestUser } from '../../support/programs/service';

export interface WireAsset {
	readonly id: string;
	readonly name: string;
	readonly blockchainStatus: string;
}

export interface WireTransaction {
	readonly id: string;
	readonly assetId: string;
	readonly batchId?: string;
	readonly amount: number;
	readonly senderDisplayName: string;
	readonly recipientDisplayName: string;
	readonly blockchainStatus: string;
	readonly isReverted: boolean;
}

export interface WireBalance {
	readonly id: string;
	readonly displayName: string;
	readonly amount: number;
}

export interface Movement {
	readonly assetId: string;
	readonly recipientEmail: string;
	readonly amount: number;
	readonly idempotencyKey?: string;
}

export class Tracker {
	constructor(
		private readonly running: Pick<RunningService, 'url'>,
		private readonly productId: string,
	) {}

	/** A product of its own, so that lists hold what one test has put there. */
	static async ofNewProduct(running: RunningService): Promise<Tracker> {
		const { service, organisation } = running;
		const product = { organisationId: organisation.id, kind: 'Tracker', name: 'Assets' } as const;
		return new Tracker(running, (await service.accounts.addProduct(product)).id);
	}

	private call(user: TestUser, location: string): Promise<Answer> {
		return send({
			method: 'GET',
			url: `${this.running.url}/tracker/${this.productId}/${location}`,
			headers: { 'x-api-key': user.key },
		});
	}

	/** What lies at a place of the product. */
	async read<Value>(user: TestUser, location: string): Promise<Value> {
		const answer = await this.call(user, location);
		if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
		return answer.json() as Value;
	}

	create(user: TestUser, name: string): Promise<Answer> {
		return send({
			method: 'POST',
			url: `${this.running.url}/tracker/${this.productId}/assets`,
			headers: { 'x-api-key': user.key },
			json: { name },
		});
	}

	/** The id of a new asset. */
	async asset(user: TestUser, name = 'Wind energy'): Promise<string> {
		const answer = await this.create(user, name);
		if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
		return (answer.json() as WireAsset).id;
	}

	move(user: TestUser, kind: 'issue' | 'transfer', movement: Movement): Promise<Answer> {
		const { assetId, recipientEmail, amount, idempotencyKey } = movement;
		return send({
			method: 'POST',
			url: `${this.running.url}/tracker/${this.productId}/assets/${assetId}/${kind}`,
			headers: {
				'x-api-key': user.key,
				...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
			},
			json: { recipientEmail, amount },
		});
	}

	issue(user: TestUser, movement: Movement): Promise<Answer> {
		return this.move(user, 'issue', movement);
	}

	transfer(user: TestUser, movement: Movement): Promise<Answer> {
		return this.move(user, 'transfer', movement);
	}

	assets(user: TestUser, query = ''): Promise<WireAsset[]> {
		return this.read(user, `assets${query}`);
	}

	/** Any request at a place of the product. */
	send(
		user: TestUser,
		method: 'GET' | 'POST' | 'PUT' | 'DELETE',
		location: string,
		{
			json,
			headers,
		}: {
			readonly json?: Readonly<Record<string, unknown>>;
			readonly headers?: Readonly<Record<string, string>>;
		},
	): Promise<Answer> {
		return send({
			method,
			url: `${this.running.url}/tracker/${this.productId}/${location}`,
			headers: { 'x-api-key': user.key, ...headers },
			...(json && { json }),
		});
	}

	/** Changes or deletes what lies at a place of the product. */
	change(
		user: TestUser,
		method: 'PUT' | 'DELETE',
		location: string,
		json?: Readonly<Record<string, unknown>>,
	): Promise<Answer> {
		return this.send(user, method, location, { json });
	}

	balances(user: TestUser, query = ''): Promise<WireBalance[]> {
		return this.read(user, `balances${query}`);
	}

	/** The balances as they are on the wire, for amounts a JSON number cannot hold. */
	async balancesText(user: TestUser): Promise<string> {
		return (await this.call(user, 'balances')).text;
	}

	transactions(user: TestUser, assetId: string, query = ''): Promise<WireTransaction[]> {
		return this.read(user, `assets/${assetId}/transactions${query}`);
	}

	/** What a user holds of one asset. */
	async amount(user: TestUser, assetId: string): Promise<number> {
		return (await this.balances(user)).find(({ id }) => id === assetId)?.amount ?? 0;
	}

	/** Waits until the asset has this status; the service brings it about on its own. */
	async hasStatus(user: TestUser, assetId: string, status: string): Promise<WireAsset> {
		return until(async () => {
			const asset = (await this.assets(user)).find(({ id }) => id === assetId);
			return asset?.blockchainStatus === status ? asset : undefined;
		});
	}
}
