/**
 * A treasury on a real database with a clock and a tracker that a test scripts call by call: which
 * call takes effect, whose answer is lost, what happens between two reads. For the orders of events
 * that no real tracker could be brought to; what needs none of that is tested against the service.
 */
import { Accounts } from '../../../exchange/accounts/accounts';
import {
	openDatabase,
	type Database,
	type DatabasePlace,
} from '../../../exchange/database/database';
import { Markets } from '../../../exchange/trading/markets/markets';
import { readSettings } from '../../../exchange/settlement/setup/settings';
import type {
	ReadAnswer,
	Tracker,
	TrackerTransaction,
	TransferAnswer,
	TransferRequest,
} from '../../../exchange/tracker/tracker';
import { linkAsset } from '../../../exchange/settlement/assets/asset-links';
import { Carrier } from '../../../exchange/settlement/carrying/carrier';
import { slotsDue } from '../../../exchange/settlement/carrying/claims';
import { createKeyVault } from '../../../exchange/settlement/setup/key-vault';
import type { TreasuryParts } from '../../../exchange/settlement/setup/parts';
import { requestDeposit, requestPayout } from '../../../exchange/settlement/store/requests';
import { registerTransitAccounts } from '../../../exchange/settlement/store/transit-accounts';

export type Fate =
	| 'DONE'
	/** Takes effect; the answer is lost. */
	| 'ANSWER_LOST'
	/** Never takes effect; no answer. */
	| 'CALL_LOST'
	| TransferAnswer;

export class ScriptedTracker implements Tracker {
	readonly users = new Map<string, string>();
	readonly held = new Map<string, number>();
	readonly moved: TrackerTransaction[] = [];
	readonly calls: TransferRequest[] = [];
	readonly answers = new Map<string, { body: string; answer: TransferAnswer }>();
	/** What happens to the next calls; DONE when empty. */
	fates: Fate[] = [];
	honoursKeys = false;
	hasList = false;
	/** Keys whose calls are answered 429. */
	readonly limited = new Set<string>();
	isListDown = false;
	/** Whether the answer to a transfer tells its id. */
	answersIds = true;
	/** Called between the reading of a balance and its answer. */
	afterBalances: ((key: string) => Promise<void>) | undefined;
	now = () => 0;

	private move(sender: string, recipient: string, units: number): TransferAnswer {
		const has = this.held.get(sender) ?? 0;
		if (has < units)
			return {
				kind: 'REFUSED',
				status: 422,
				code: 'Factory_FactoryTransferInsufficientFund',
				message: 'no',
			};
		this.held.set(sender, has - units);
		this.held.set(recipient, (this.held.get(recipient) ?? 0) + units);
		const id = `t${this.moved.length + 1}`;
		this.moved.push({ id, units: BigInt(units), sender, recipient, time: this.now() });
		return this.answersIds
			? { kind: 'DONE', transactionId: id }
			: { kind: 'DOUBTFUL', cause: 'status 200 without a transfer' };
	}

	/** The tracker as the exchange calls it. */
	async transfer(request: TransferRequest): Promise<TransferAnswer> {
		if (this.now() > request.sendBefore) return { kind: 'NOT_SENT', cause: 'too late' };
		this.calls.push(request);
		if (this.limited.has(request.key)) {
			return { kind: 'UNKNOWN', cause: 'status 429', retryAfterMs: 3_600_000 };
		}
		const fate = this.fates.shift() ?? 'DONE';
		if (typeof fate !== 'string') return fate;
		if (fate === 'CALL_LOST') return { kind: 'UNKNOWN', cause: 'no answer' };
		const answer = this.land(request);
		return fate === 'ANSWER_LOST' ? { kind: 'UNKNOWN', cause: 'no answer' } : answer;
	}

	/** The call takes effect now, be it late. */
	land({ key, recipientEmail, units, idempotencyKey }: TransferRequest): TransferAnswer {
		const sender = this.users.get(key);
		if (sender === undefined)
			return { kind: 'REFUSED', status: 401, code: 'Auth_KeyInvalid', message: 'no' };
		const body = `${recipientEmail} ${units}`;
		const first = this.answers.get(`${sender} ${idempotencyKey}`);
		if (this.honoursKeys && first !== undefined) {
			if (first.body === body) return first.answer;
			return { kind: 'REFUSED', status: 422, code: 'Request_IdempotencyKeyReused', message: 'no' };
		}
		if (![...this.users.values()].includes(recipientEmail))
			return { kind: 'REFUSED', status: 404, code: 'User_NotFound', message: 'no' };
		const answer = this.move(sender, recipientEmail, units);
		if (answer.kind !== 'REFUSED')
			this.answers.set(`${sender} ${idempotencyKey}`, { body, answer });
		return answer;
	}

	async balances(key: string): Promise<ReadAnswer<ReadonlyMap<string, bigint>>> {
		const email = this.users.get(key);
		if (email === undefined)
			return { kind: 'REFUSED', status: 401, code: 'Auth_KeyInvalid', message: 'no' };
		const value = new Map([['asset-eur', BigInt(this.held.get(email) ?? 0)]]);
		await this.afterBalances?.(key);
		return { kind: 'READ', value };
	}

	async transactions(key: string): Promise<ReadAnswer<readonly TrackerTransaction[]>> {
		if (!this.hasList) return { kind: 'UNSUPPORTED' };
		if (this.isListDown) return { kind: 'UNAVAILABLE', cause: 'status 503' };
		const email = this.users.get(key);
		return {
			kind: 'READ',
			value: this.moved.filter(({ sender, recipient }) => sender === email || recipient === email),
		};
	}
}

export interface ScriptedStage {
	readonly database: Database;
	readonly tracker: ScriptedTracker;
	readonly anna: { readonly id: string; readonly email: string; readonly key: string };
	readonly ben: { readonly id: string; readonly email: string; readonly key: string };
	readonly clock: { time: number; now: () => number };
	/** As a process started with these settings has them. */
	parts(resolvers: readonly string[], more?: Record<string, unknown>): TreasuryParts;
	state(id: string): Promise<string>;
	balance(account: string): Promise<bigint>;
	deposit(parts: TreasuryParts, who: 'anna' | 'ben', amount: number): Promise<string>;
	payout(parts: TreasuryParts, who: 'anna' | 'ben', amount: number): Promise<string>;
	/** Carries every slot that is due, once. */
	carry(parts: TreasuryParts): Promise<void>;
	/** Carries again and again while time goes on. */
	run(parts: TreasuryParts, ms: number): Promise<void>;
	close(): Promise<void>;
}

export async function openScriptedStage(
	place: DatabasePlace,
	transit = ['t1'],
): Promise<ScriptedStage> {
	const clock = { time: 1_795_132_800_000, now: () => clock.time };
	const database = await openDatabase(place);
	await new Markets(database, clock).addAsset('EUR', 0);
	await linkAsset(database, { asset: 'EUR', trackerAssetId: 'asset-eur', unit: 1n });
	const tracker = new ScriptedTracker();
	tracker.now = clock.now;
	tracker.users.set('escrow-key', 'escrow@house.test');
	for (const name of transit) tracker.users.set(`${name}-key`, `${name}@house.test`);
	const world = { database, clock, tracker };
	const traders = { anna: await addTrader(world, 'anna'), ben: await addTrader(world, 'ben') };
	const parts = partsMaker(world, transit);
	await registerTransitAccounts(parts(['transit']), database);
	return {
		...{ ...world, ...traders, parts },
		...asking(traders),
		...carrying(world),
		async state(id) {
			const row = await database
				.selectFrom('intents')
				.select(['state', 'reason'])
				.where('id', '=', id)
				.executeTakeFirstOrThrow();
			return row.state;
		},
		async balance(account) {
			const row = await database
				.selectFrom('balances')
				.select('available')
				.where('account_id', '=', account)
				.where('asset', '=', 'EUR')
				.executeTakeFirst();
			return row?.available ?? 0n;
		},
		close: () => database.destroy(),
	};
}

type World = Pick<ScriptedStage, 'database' | 'clock' | 'tracker'>;

async function addTrader({ database, clock, tracker }: World, name: string) {
	const { id } = await new Accounts(database, clock).add(name);
	const email = `${name}@test`;
	await database.updateTable('accounts').set({ email }).where('id', '=', id).execute();
	tracker.users.set(`${name}-key`, email);
	tracker.held.set(email, 1_000);
	return { id, email, key: `${name}-key` };
}

function partsMaker(world: World, transit: readonly string[]): ScriptedStage['parts'] {
	let ids = 0;
	return (resolvers, more = {}) => ({
		...world,
		newId: () => `id-${++ids}`,
		settings: readSettings({
			trackerUrl: 'http://tracker.test',
			productId: 'p',
			escrow: { email: 'escrow@house.test', key: 'escrow-key' },
			transit: transit.map((name) => ({ email: `${name}@house.test`, key: `${name}-key` })),
			resolvers,
			timeoutMs: 10_000,
			quietMs: 60_000,
			transitRestMs: 400_000,
			...more,
		}),
		vault: createKeyVault(new Uint8Array(32).fill(7)),
		onAlarm: () => undefined,
	});
}

/** Deposits and payouts of the traders, each under a reference of its own. */
function asking(
	traders: Pick<ScriptedStage, 'anna' | 'ben'>,
): Pick<ScriptedStage, 'deposit' | 'payout'> {
	let references = 0;
	const requestOf = (amount: number) => {
		references += 1;
		return { asset: 'EUR', amount: BigInt(amount), reference: `r-${references}` };
	};
	return {
		async deposit(parts, who, amount) {
			const { id: accountId, key: traderKey } = traders[who];
			const request = { accountId, traderKey, ...requestOf(amount) };
			return (await requestDeposit(parts, request)).intent.id;
		},
		async payout(parts, who, amount) {
			const request = { accountId: traders[who].id, ...requestOf(amount) };
			return (await requestPayout(parts, request)).intent.id;
		},
	};
}

function carrying({ database, clock }: World): Pick<ScriptedStage, 'carry' | 'run'> {
	const carry = async (parts: TreasuryParts) => {
		for (const slot of await slotsDue(database, clock.now())) {
			await new Carrier(parts, () => undefined).carry(slot);
		}
	};
	return {
		carry,
		async run(parts, ms) {
			for (let past = 0; past < ms; past += 1_000) {
				await carry(parts);
				clock.time += 1_000;
			}
		},
	};
}
