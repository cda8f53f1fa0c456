/**
 * Clients who issue, transfer, burn, name batches, reverse and do many at once, by a seed: alone, where what
 * they are answered is known beforehand, and sixteen at once, where the auditor judges what came of it.
 */
import { randomOf } from '../../exchange/support/random';
import type { Answer } from '../../support/clients/requests';
import type { RunningService, TestUser } from '../../support/programs/service';
import { LedgerAuditor, type Told } from './ledger-auditor';
import { Tracker, type WireBalance } from './tracker';

const clients = 16;

/** Who holds: a user, or an entity of one. */
interface Holder {
	readonly id: string;
	readonly user: TestUser;
	readonly entityId?: string;
}

type Wanted = Omit<Told, 'id'>;

interface Request {
	readonly user: TestUser;
	readonly location: string;
	readonly json?: Readonly<Record<string, unknown>>;
	readonly headers?: Readonly<Record<string, string>>;
	readonly wanted: readonly Wanted[];
	/** Whether it can be done when nobody else asks; of many in one request it is not foreseen. */
	readonly canBeDone?: boolean;
}

const refusals = [
	'Factory_FactoryTransferInsufficientFund',
	'Factory_CannotRevertTransactionAlreadySpent',
	'Factory_TransactionWasAlreadyReversed',
	'Factory_CannotRevertAssetIssue',
	'Tracker_BurnIsFinal',
];

export class SimulatedClients {
	readonly tally = { done: 0, refused: 0 };
	private readonly auditor: LedgerAuditor;
	private keys = 0;

	private constructor(
		private readonly random: (below: number) => number,
		private readonly admin: TestUser,
		private readonly tracker: Tracker,
		private readonly assetIds: readonly string[],
		/** Which of them is made of the others. */
		private readonly multiAssetId: string,
		private readonly holders: readonly Holder[],
		running: RunningService,
	) {
		this.auditor = new LedgerAuditor(running.service.database, assetIds);
	}

	/** With a product, assets, users and entities of its own. */
	static async open(running: RunningService, seed: number): Promise<SimulatedClients> {
		const { accounts } = running.service;
		const { id: organisationId, admin } = running.organisation;
		const product = { organisationId, kind: 'Tracker', name: `Seed ${seed}` } as const;
		const tracker = new Tracker(running, (await accounts.addProduct(product)).id);
		const single = [await tracker.asset(admin, 'Wind'), await tracker.asset(admin, 'Sun')];
		const green = { name: 'Green', assetIds: single };
		const multi = await tracker.send(admin, 'POST', 'multiassets', { json: green });
		const { id: multiAssetId } = multi.json() as { readonly id: string };
		const assetIds = [...single, multiAssetId];
		const holders: Holder[] = [];
		for (const name of ['ann', 'ben', 'cleo']) {
			const user = await running.addUser(`${name}-${seed}@first.test`, ['TrackerUser']);
			const users = await accounts.users(organisationId);
			const id = users.find(({ email }) => email === user.email)?.id ?? '';
			const json = { ownedIdentifier: `Store of ${name}` };
			const made = (await tracker.send(user, 'POST', 'entities', { json })).json();
			const { id: entityId } = made as { readonly id: string };
			holders.push({ id, user }, { id: entityId, user, entityId });
		}
		return new SimulatedClients(
			randomOf(seed),
			admin,
			tracker,
			assetIds,
			multiAssetId,
			holders,
			running,
		);
	}

	/** Half of the rounds are of one request, half of as many as there are clients. */
	async play(rounds: number): Promise<void> {
		for (let round = 0; round < rounds; round += 1) {
			const isAlone = this.random(2) === 0;
			const requests = Array.from({ length: isAlone ? 1 : clients }, () => this.draw());
			await Promise.all(requests.map((request) => this.ask(request, isAlone)));
			await this.auditor.readOn();
		}
		await this.compareBalances();
	}

	/** One in four is sent twice at once, under one key. */
	private async ask(request: Request, isAlone: boolean): Promise<void> {
		const { user, location, json } = request;
		const times = this.random(4) === 0 ? 2 : 1;
		const key = { 'idempotency-key': `${this.assetIds[0]} ${(this.keys += 1)}` };
		const headers = { ...request.headers, ...(times > 1 && key) };
		const send = () => this.tracker.send(user, 'POST', location, { json, headers });
		const answers = await Promise.all(Array.from({ length: times }, send));
		const [first, ...others] = answers.map(essence);
		if (others.some((other) => other !== first)) {
			throw new Error(`one key was answered ${first} and ${others.join()}`);
		}
		const [answer] = answers;
		if (answer === undefined) throw new Error('nothing was answered');
		const results = resultsOf(answer);
		for (const [at, id] of results.entries()) {
			const wanted = request.wanted[at];
			if (wanted === undefined) throw new Error(`more was done than was asked for: ${answer.text}`);
			if (id !== undefined) this.auditor.tell({ id, ...wanted });
			this.tally[id === undefined ? 'refused' : 'done'] += 1;
		}
		const { canBeDone } = request;
		if (!isAlone || canBeDone === undefined || canBeDone === (answer.status === 200)) return;
		throw new Error(`${location} was answered ${answer.text}`);
	}

	private draw(): Request {
		const kind = this.random(13);
		if (kind < 2) return this.issue();
		if (kind < 6) return this.transfer();
		if (kind < 8) return this.namedTransfer();
		if (kind < 10) return this.reversal();
		if (kind < 11) return this.burn();
		return kind < 12 ? this.manyIssues() : this.manyTransfers();
	}

	private issue(): Request {
		const { json, headers: _, ...wanted } = this.drawIssue(this.one(this.holders));
		const { assetId } = wanted;
		return {
			...{ user: this.admin, location: `${this.placeOf(assetId)}/${assetId}/issue`, json },
			...{ wanted: [wanted], canBeDone: true },
		};
	}

	private placeOf(assetId: string): 'assets' | 'multiassets' {
		return assetId === this.multiAssetId ? 'multiassets' : 'assets';
	}

	private assetsAt(place: 'assets' | 'multiassets'): readonly string[] {
		return this.assetIds.filter((assetId) => this.placeOf(assetId) === place);
	}

	private transfer(batches = false): Request {
		const giver = this.one(this.holders);
		const drawn = this.drawTransfer(giver);
		const { json, headers, ...wanted } = drawn;
		const { assetId } = wanted;
		const batchIds = batches ? this.some(this.auditor.batchesOf(assetId, giver.id)) : undefined;
		const named = { ...wanted, ...(batchIds && { batchIds }) };
		return {
			...{ user: giver.user, headers, wanted: [named] },
			location: `${this.placeOf(assetId)}/${assetId}/${batches ? 'batches/transfer' : 'transfer'}`,
			json: { ...json, ...(batchIds && { batchIds }) },
			canBeDone: this.auditor.drawn(named) !== undefined,
		};
	}

	/** Names batches that the giver held a moment ago, in any order. */
	private namedTransfer(): Request {
		return this.transfer(true);
	}

	/** Of batches that the holder names, or of those received first. */
	private burn(): Request {
		const holder = this.one(this.holders);
		const { kind: _kind, takerId: _takerId, json, ...drawn } = this.drawTransfer(holder);
		const { assetId, giverId, amount } = drawn;
		const named = this.some(this.auditor.batchesOf(assetId, giverId));
		const batchIds = this.random(2) === 0 ? undefined : named;
		const wanted = {
			...({ kind: 'burn', assetId, giverId, takerId: assetId, amount } as const),
			...(batchIds && { batchIds }),
		};
		return {
			...{ user: holder.user, headers: sending(holder), wanted: [wanted] },
			location: `${this.placeOf(assetId)}/${assetId}/burn`,
			json: { amount: json.amount, reason: 'Used up', ...(batchIds && { batchIds }) },
			canBeDone: this.auditor.drawn(wanted) !== undefined,
		};
	}

	private reversal(): Request {
		const movements = this.auditor.entered.slice(-20);
		if (movements.length === 0) return this.issue();
		const before = this.one(movements);
		const { assetId, amount } = before;
		const wanted = { kind: 'reversal', assetId, amount } as const;
		return {
			...{ user: this.admin, location: `transactions/${before.id}/reverse` },
			wanted: [{ ...wanted, giverId: before.takerId, takerId: before.giverId }],
			canBeDone: this.auditor.canReverse(before),
		};
	}

	private manyIssues(): Request {
		const place = this.one(['assets', 'multiassets'] as const);
		const drawn = Array.from({ length: 1 + this.random(4) }, () =>
			this.drawIssue(this.one(this.holders), this.assetsAt(place)),
		);
		const items = drawn.map(({ json, assetId }) => ({ ...json, assetId }));
		const wanted = drawn.map(({ json: _json, headers: _headers, ...each }) => each);
		return { user: this.admin, location: `${place}/issue/bulk`, json: { items }, wanted };
	}

	/** Of one giver, who gives for all of them, to users alone: an entity would receive all. */
	private manyTransfers(): Request {
		const giver = this.one(this.holders);
		const users = this.holders.filter(({ entityId }) => entityId === undefined);
		const takers = users.filter(({ id }) => id !== giver.id);
		const drawn = Array.from({ length: 1 + this.random(4) }, () =>
			this.drawTransfer(giver, takers, this.assetsAt('assets')),
		);
		const items = drawn.map(({ json, assetId }) => ({ ...json, assetId }));
		const wanted = drawn.map(({ json: _json, headers: _headers, ...each }) => each);
		const headers = sending(giver);
		const location = 'assets/transfer/bulk';
		return { user: giver.user, location, json: { items }, headers, wanted };
	}

	private drawIssue(taker: Holder, assetIds = this.assetIds) {
		const assetId = this.one(assetIds);
		const amount = 1 + this.random(40);
		const { user, entityId } = taker;
		return {
			...({ kind: 'issue', assetId, giverId: assetId, takerId: taker.id } as const),
			amount: BigInt(amount),
			json: { recipientEmail: user.email, amount, ...(entityId && { ownedId: entityId }) },
			headers: {},
		};
	}

	/** Of about as much as there is. */
	private drawTransfer(
		giver: Holder,
		takers = this.holders.filter(({ id }) => id !== giver.id),
		assetIds = this.assetIds,
	) {
		const assetId = this.one(assetIds);
		const taker = this.one(takers);
		const held = Number(this.auditor.held(assetId, giver.id));
		const amount = 1 + this.random(held + 5);
		const { user, entityId } = taker;
		return {
			...({ kind: 'transfer', assetId, giverId: giver.id, takerId: taker.id } as const),
			amount: BigInt(amount),
			json: { recipientEmail: user.email, amount },
			headers: { ...sending(giver), ...(entityId && { ownedId: entityId }) },
		};
	}

	private async compareBalances(): Promise<void> {
		for (const assetId of this.assetIds) {
			const { held, issued } = this.auditor.sums(assetId);
			if (held !== issued) throw new Error(`${held} of ${issued} are held of ${assetId}`);
		}
		for (const { id, user, entityId } of this.holders) {
			const headers: Record<string, string> = entityId === undefined ? {} : { ownedId: entityId };
			const answer = await this.tracker.send(user, 'GET', 'balances', { headers });
			const balances = answer.json() as readonly WireBalance[];
			for (const assetId of this.assetIds) {
				const shown = balances.find((balance) => balance.id === assetId)?.amount ?? 0;
				const held = this.auditor.held(assetId, id);
				if (BigInt(shown) !== held) throw new Error(`${id} is shown ${shown} and holds ${held}`);
			}
		}
	}

	private one<Value>(values: readonly Value[]): Value {
		const value = values[this.random(values.length)];
		if (value === undefined) throw new Error('there is nothing to choose from');
		return value;
	}

	/** At least one where there is one, in any order. */
	private some(values: readonly string[]): readonly string[] {
		const chosen = values.filter(() => this.random(3) > 0);
		const rest = chosen.length > 0 ? chosen : values.slice(0, 1);
		if (rest.length === 0) return ['nowhere'];
		return this.random(2) === 0 ? rest : rest.toReversed();
	}
}

function sending({ entityId }: Holder): Readonly<Record<string, string>> {
	return entityId === undefined ? {} : { senderOwnedId: entityId };
}

/** What an answer says, without the id of its request. */
function essence({ status, text }: Answer): string {
	const body = JSON.parse(text) as unknown;
	if (Array.isArray(body)) return `${status} ${text}`;
	return `${status} ${JSON.stringify({ ...(body as object), requestId: undefined })}`;
}

interface Result {
	readonly statusCode: number;
	readonly transaction?: { readonly id: string };
	readonly error?: { readonly errorCode: string };
}

/** The ids of what was done, none where it was refused as it may be. */
function resultsOf({ status, text }: Answer): readonly (string | undefined)[] {
	const body = JSON.parse(text) as unknown;
	if (!Array.isArray(body)) return [refused(status, (body as { errorCode: string }).errorCode)];
	return (body as readonly Record<string, unknown>[]).map((each) => {
		const result = (each['issueResult'] ?? each['transferResult']) as Result | undefined;
		if (result === undefined) return String(each['id']);
		if (result.transaction !== undefined) return result.transaction.id;
		return refused(result.statusCode, result.error?.errorCode ?? '');
	});
}

function refused(status: number, code: string): undefined {
	if (!refusals.includes(code)) throw new Error(`a movement was refused with ${status} ${code}`);
}
