/**
 * The stage a golden request of the exchange is played on: a market of its own with a seller and a
 * buyer, and the named steps that prepare it. Steps use the interface itself where it has a way;
 * credits, links, halts and publications are the administrator's.
 */
import type { EventType } from '../../api/events/events';
import { Accounts } from '../../exchange/accounts/accounts';
import { raiseAlarm, type Alarm } from '../../exchange/guard/alarms';
import { demoMarket } from '../../exchange/demo/demo';
import { Intake } from '../../exchange/trading/intake/intake';
import { Lane } from '../../exchange/trading/lane/lane';
import { deposit } from '../../exchange/trading/ledger/deposits';
import { Markets } from '../../exchange/trading/markets/markets';
import { linkAsset } from '../../exchange/settlement/assets/asset-links';
import { recordShortages } from '../../exchange/settlement/store/payout-stops';
import { newId, systemClock } from '../../server/clock';
import { privateRedis } from '../../server/redis/private-redis';
import { patientWaits, startBareExchange, type BareExchange } from '../exchange/support/exchange';
import { untoldLane } from '../exchange/support/lane';
import { operatorOn } from '../exchange/support/operator';
import { publishNow } from '../exchange/support/publishing';
import { putRedisOnPath } from '../exchange/support/redis-program';
import { SigningTrader } from '../exchange/support/signing';
import { addTrader, createAsset, issue, writeSettings } from '../exchange/support/settling';
import type { TestPlace } from '../support/servers/databases';
import { send, until } from '../support/clients/requests';
import { startService, type RunningService, type TestUser } from '../support/programs/service';

export const exchangeKinds = [
	'of its own',
	'without a tracker',
	'without workers',
	'takes no streams',
] as const;
export type ExchangeKind = (typeof exchangeKinds)[number];

export interface StagedExchange {
	readonly exchange: BareExchange;
	/** Absent where the exchange has no tracker. */
	readonly service: RunningService | undefined;
	/** Of the exchange's own account at the tracker. */
	readonly escrow: TestUser | undefined;
	readonly dataFolder: string;
	close(): Promise<void>;
}

/** The real exchange, settling at a real service unless it is to have no tracker. */
export async function stageExchange(
	place: TestPlace,
	kind: ExchangeKind = 'of its own',
): Promise<StagedExchange> {
	const opened = new AsyncDisposableStack();
	putRedisOnPath();
	const { dataFolder } = place;
	let service: RunningService | undefined;
	let escrow: TestUser | undefined;
	if (kind !== 'without a tracker') {
		const started = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
		opened.defer(() => started.close());
		escrow = await started.addUser('escrow@first.test', ['TrackerUser']);
		writeSettings(dataFolder, started, escrow, { windowMs: 600_000 });
		service = started;
	}
	const overrides = kind === 'takes no streams' ? { streamsMax: 0, streamsPerAccountMax: 0 } : {};
	if (kind !== 'without workers') {
		const exchange = await startBareExchange(place, overrides);
		opened.defer(() => exchange.close());
		return { exchange, service, escrow, dataFolder, close: () => opened.disposeAsync() };
	}
	const redis = await privateRedis(dataFolder);
	opened.defer(() => redis.close());
	// Nobody carries a transfer.
	const waits = { ...patientWaits, transferMs: 0 };
	const exchange = await startBareExchange(place, { redisUrl: redis.url, waits }, 'api');
	opened.defer(() => exchange.close());
	return { exchange, service, escrow, dataFolder, close: () => opened.disposeAsync() };
}

/** Counts markets, so that each stage has one of its own. */
let stageCount = 0;

const clock = systemClock;

export class ExchangeStage {
	readonly values: Record<string, string> = {};
	/** The tracker's assets, by ours. */
	private readonly linked = new Map<string, { readonly id: string; readonly unit: bigint }>();
	private users: { readonly seller: TestUser; readonly buyer: TestUser } | undefined;
	private alarms = 0;
	/** What goes on while the request of the golden waits. */
	private behind: Promise<void> = Promise.resolve();

	private constructor(private readonly staged: StagedExchange) {}

	static async open(staged: StagedExchange): Promise<ExchangeStage> {
		const stage = new ExchangeStage(staged);
		stageCount += 1;
		const [base, quote] = [`C${stageCount}`, `E${stageCount}`];
		const symbol = `${base}-${quote}`;
		const markets = new Markets(stage.database, clock);
		await markets.addAsset(base, 0);
		await markets.addAsset(quote, 4);
		await markets.add({ ...demoMarket, symbol, baseAsset: base, quoteAsset: quote });
		const { url: exchange_url, administratorKey } = staged.exchange;
		Object.assign(stage.values, { exchange_url, administratorKey, symbol, base, quote });
		await stage.addTraders();
		return stage;
	}

	private get database() {
		return this.staged.exchange.exchange.database;
	}

	private async addTraders(): Promise<void> {
		const { service } = this.staged;
		for (const side of ['seller', 'buyer']) this.values[`${side}Name`] = `${side}${stageCount}`;
		if (service === undefined) {
			for (const side of ['seller', 'buyer']) await this.addLocalTrader(side);
			return;
		}
		const add = async (side: string) => {
			const trader = await addTrader(service, this.database, `${side}${stageCount}`);
			this.values[`${side}Account`] = trader.accountId;
			this.values[`${side}Key`] = trader.key;
			return trader.user;
		};
		this.users = { seller: await add('seller'), buyer: await add('buyer') };
	}

	private async addLocalTrader(side: string): Promise<void> {
		const accounts = new Accounts(this.database, clock);
		const { id } = await accounts.add(`${side}${stageCount}`);
		this.values[`${side}Account`] = id;
		this.values[`${side}Key`] = (await accounts.addKey(id, 'test')).key;
	}

	value(name: string): string {
		const value = this.values[name];
		if (value === undefined) throw new Error(`nothing on the stage is called ${name}`);
		return value;
	}

	/** Sends what must succeed; ids of the answer are kept by side, such as `sellerOrderId`. */
	private async post(path: string, side: 'seller' | 'buyer', json: object): Promise<void> {
		const answer = await send({
			method: 'POST',
			url: this.value('exchange_url') + path,
			headers: { 'x-api-key': this.value(`${side}Key`) },
			json,
		});
		if (answer.status >= 300) throw new Error(`the stage met ${answer.status}: ${answer.text}`);
		for (const [name, id] of Object.entries(answer.json() as Record<string, unknown>)) {
			if (!name.endsWith('Id') || typeof id !== 'string') continue;
			this.values[`${side}${name.charAt(0).toUpperCase()}${name.slice(1)}`] = id;
		}
	}

	async readingKey(): Promise<void> {
		const terms = { label: 'tax report', scope: 'READ' };
		const { body } = await this.staged.exchange.call('POST', '/account/keys', {
			...{ key: this.value('sellerKey'), body: terms },
		});
		const { keyId, key } = body as { readonly keyId: string; readonly key: string };
		Object.assign(this.values, { sellerKeyId: keyId, readingKey: key });
	}

	/** Of a network that no request of the tests comes from. */
	async farKey(): Promise<void> {
		const terms = { label: 'colocation', scope: 'READ', networks: ['203.0.113.0/24'] };
		const key = this.value('sellerKey');
		const { body } = await this.staged.exchange.call('POST', '/account/keys', { key, body: terms });
		Object.assign(this.values, { farKey: (body as { readonly key: string }).key });
	}

	/** With a signature of GET /account whose time is long over. */
	async signingKey(): Promise<void> {
		const signer = new SigningTrader();
		const terms = { label: 'colocation', scope: 'READ', publicKey: signer.publicKey };
		const key = this.value('sellerKey');
		const { body } = await this.staged.exchange.call('POST', '/account/keys', { key, body: terms });
		signer.keyId = (body as { readonly keyId: string }).keyId;
		const late = { method: 'GET', path: '/account', timestamp: 1769851800000 };
		const lateSignature = signer.headers(late)['x-signature'] ?? '';
		Object.assign(this.values, { signingKeyId: signer.keyId, lateSignature });
	}

	async manyKeys(): Promise<void> {
		const one = () => this.post('/account/keys', 'seller', { label: 'another', scope: 'READ' });
		await Promise.all(Array.from({ length: 29 }, one));
	}

	/** Credits both traders; of linked assets the exchange gets as much at the tracker. */
	async means(): Promise<void> {
		const credit = async (accountId: string, asset: string, amount: bigint) => {
			const { service, escrow } = this.staged;
			const linked = this.linked.get(asset);
			if (linked !== undefined && service !== undefined && escrow !== undefined) {
				await issue(service, linked.id, { to: escrow, units: Number(amount / linked.unit) });
			}
			await deposit(
				{ database: this.database, clock },
				{ accountId, asset, amount, reference: `stage ${accountId}` },
			);
		};
		await credit(this.value('sellerAccount'), this.value('base'), 1_000n);
		await credit(this.value('buyerAccount'), this.value('quote'), 100_000_000n);
	}

	/** Links both assets to assets of the tracker, of which each trader has some there. */
	async meansAtTracker(): Promise<void> {
		const { service } = this.staged;
		const { users } = this;
		if (service === undefined || users === undefined) throw new Error('there is no tracker');
		for (const [asset, to, units, unit] of [
			[this.value('base'), users.seller, 1_000, 1n],
			[this.value('quote'), users.buyer, 1_000_000, 100n],
		] as const) {
			const trackerAssetId = await createAsset(service, asset);
			await issue(service, trackerAssetId, { to, units });
			await linkAsset(this.database, { asset, trackerAssetId, unit });
			this.linked.set(asset, { id: trackerAssetId, unit });
		}
	}

	order(side: 'seller' | 'buyer', terms: object): Promise<void> {
		const type = { symbol: this.value('symbol'), side: side === 'seller' ? 'SELL' : 'BUY' };
		return this.post('/orders', side, { ...type, type: 'LIMIT', ...terms });
	}

	deposit(): Promise<void> {
		const request = { asset: this.value('quote'), amount: '125.5', clientDepositId: 'first' };
		return this.post('/deposits', 'buyer', request);
	}

	payout(): Promise<void> {
		const request = { asset: this.value('quote'), amount: '25.5', clientPayoutId: 'first' };
		return this.post('/payouts', 'buyer', request);
	}

	async manyDeposits(): Promise<void> {
		const asset = this.value('quote');
		const one = () => this.post('/deposits', 'buyer', { asset, amount: '1' });
		await Promise.all(Array.from({ length: 20 }, one));
	}

	orderList(): Promise<void> {
		const { symbol = '' } = this.values;
		const pair = { symbol, side: 'SELL', quantity: '40', price: '13', stopPrice: '12' };
		return this.post('/order-lists/oco', 'seller', { ...pair, listClientOrderId: 'bracket-1' });
	}

	/** One more, below what is asked for. */
	orderListOf(side: 'buyer'): Promise<void> {
		const { symbol = '' } = this.values;
		const pair = { symbol, side: 'BUY', quantity: '1', price: '1', stopPrice: '90' };
		return this.post('/order-lists/oco', side, pair);
	}

	cancelAfter(): Promise<void> {
		return this.post('/orders/cancel-after', 'seller', { countdownTime: 60_000 });
	}

	async halt(): Promise<void> {
		const symbol = this.value('symbol');
		const markets = new Markets(this.database, clock);
		const market = await markets.find(symbol);
		if (market === undefined) throw new Error(`there is no market ${symbol}`);
		const intake = new Intake({ database: this.database, clock, onAccepted: () => undefined });
		await intake.submit(market, { kind: 'STATUS', status: 'HALT' });
		await until(async () => ((await markets.listed(symbol))?.status === 'HALT' ? true : undefined));
	}

	/** As if the market had a thousand commands behind it. */
	async archive(): Promise<void> {
		const market = this.value('symbol');
		const reached = { archived_to: 1_000, removed_to: 1_000, last_time: clock.now() };
		await this.database
			.insertInto('archives')
			.values({ market, ...reached })
			.execute();
	}

	async forgetEmail(): Promise<void> {
		await this.database
			.updateTable('accounts')
			.set({ email: null })
			.where('id', '=', this.value('buyerAccount'))
			.execute();
	}

	/** To where nobody listens. */
	async subscription(
		side: 'seller' | 'buyer' = 'seller',
		types: readonly EventType[] = ['order.accepted'],
	): Promise<void> {
		const { status, body } = await this.staged.exchange.call('POST', '/subscriptions', {
			key: this.value(`${side}Key`),
			body: { url: 'http://127.0.0.1:1/hook', types, description: 'n8n' },
		});
		if (status !== 201) throw new Error(`the stage met ${status}`);
		this.values['subscriptionId'] = (body as { readonly id: string }).id;
	}

	/** That the seller's order was accepted can be read. */
	async toldOrder(): Promise<void> {
		await this.means();
		await this.order('seller', { price: '12.5', quantity: '40', clientOrderId: 'sale-1' });
		await until(
			async () => (await this.sellersAnswer('/events')).includes('order.accepted') || undefined,
		);
	}

	async failedDelivery(): Promise<void> {
		await this.subscription();
		await this.toldOrder();
		const path = `/subscriptions/${this.value('subscriptionId')}`;
		await until(async () => (await this.sellersAnswer(path)).includes('"Failing"') || undefined);
	}

	private async sellersAnswer(path: string): Promise<string> {
		const { body } = await this.staged.exchange.call('GET', path, { key: this.value('sellerKey') });
		return JSON.stringify(body);
	}

	private async act(path: string, json: object, method = 'POST'): Promise<void> {
		const answer = await send({
			method,
			url: `${this.value('exchange_url')}/admin${path}`,
			headers: { 'x-api-key': this.value('administratorKey') },
			json: { ...json, reason: 'asked for by its owner' },
		});
		if (answer.status !== 200) throw new Error(`${path} answers ${answer.text}`);
	}

	freeze(): Promise<void> {
		const told = { publicReason: 'ask the help desk' };
		return this.act(`/accounts/${this.value('sellerAccount')}/freeze`, told);
	}

	limitNotional(): Promise<void> {
		const limits = `/accounts/${this.value('buyerAccount')}/limits`;
		return this.act(`${limits}/notional/${this.value('quote')}`, { maxNotional: '400' }, 'PUT');
	}

	reconcile(): Promise<void> {
		return this.act('/reconciliations', {});
	}

	/** As it is left where nothing can tell what became of its call. */
	async holdPayout(): Promise<void> {
		const { database } = this;
		const id = this.value('buyerPayoutId');
		const now = clock.now();
		const reason = 'no resolver that is configured can tell what happened';
		const held = { state: 'HELD_FOR_REVIEW', reason, attempt: 1, version: 2 };
		await database
			.updateTable('intents')
			.set({ ...held, first_doubt_at: now, last_doubt_at: now })
			.where('id', '=', id)
			.execute();
		await database
			.insertInto('intent_steps')
			.values({ intent_id: id, version: 2, state: held.state, note: reason, at: now })
			.execute();
		const message = `PAYOUT ${id} is held for review`;
		await this.raise({ kind: 'INTENT', message, intentId: id });
	}

	/** Its id is kept. */
	async alarm(): Promise<void> {
		this.alarms += 1;
		const times = this.alarms === 1 ? '' : ` ${this.alarms} times`;
		const message = `the clock of ${this.value('sellerName')} was set${times}`;
		await this.raise({ kind: 'CLOCK', message, intentId: null });
		const { id } = await this.database
			.selectFrom('alarms')
			.select('id')
			.where('message', '=', message)
			.executeTakeFirstOrThrow();
		this.values['alarmId'] = id;
	}

	private raise(alarm: Alarm): Promise<void> {
		return raiseAlarm(this.alarmParts, this.database, alarm);
	}

	private readonly alarmParts = { clock, newId: () => newId(clock), onAlarm: () => undefined };

	/** Of the quote asset the tracker holds 12.5 too little. */
	async stopPayouts(): Promise<void> {
		const short = { asset: this.value('quote'), short: 125_000n };
		await recordShortages(this.alarmParts, this.database, [short]);
	}

	limitSeller(): Promise<void> {
		const limits = `/accounts/${this.value('sellerAccount')}/limits`;
		return this.act(`${limits}/assets/${this.value('base')}`, { maxHeld: '30' }, 'PUT');
	}

	/** Of the quote asset, a payout of more than 10 waits, and 50 a day are the most. */
	limitPayouts(): Promise<void> {
		const limits = { asset: this.value('quote'), perDayMax: '50', approvalAbove: '10' };
		return this.act(`/accounts/${this.value('buyerAccount')}/payout-limits`, limits);
	}

	maintain(): Promise<void> {
		return this.act('/maintenance/begin', {});
	}

	async shutOut(account: 'sellerAccount' | 'buyerAccount'): Promise<void> {
		const { database } = this;
		const keyId = '65f0c0ffee0123456789abcd';
		const by = { kind: 'ADMINISTRATOR', keyId, label: 'night shift' } as const;
		const disabling = { accountId: this.value(account), reason: 'asked for by its owner' };
		await operatorOn({ database, clock }).disableAccount(by, disabling);
	}

	publish(): Promise<void> {
		return publishNow(this.database, this.staged.dataFolder);
	}

	private lane(): Lane {
		const { database } = this;
		const markets = new Markets(database, clock);
		return new Lane({ database, markets, clock, ...untoldLane });
	}

	/** The order is in the book; what trades with it is in the log, and so will be what follows. */
	async tradeAhead(): Promise<void> {
		const lane = this.lane();
		const symbol = this.value('symbol');
		const terms = { price: '12.5', newOrderRespType: 'ACK' };
		await this.order('seller', { ...terms, quantity: '40' });
		await lane.drain(symbol);
		await this.order('buyer', { ...terms, quantity: '10' });
		this.behind = until(async () => {
			const { count } = await this.database
				.selectFrom('commands')
				.select(({ fn }) => fn.countAll<bigint>().as('count'))
				.where('market', '=', symbol)
				.executeTakeFirstOrThrow();
			return Number(count) === 3 ? true : undefined;
		}).then(async () => {
			await lane.drain(symbol);
		});
	}

	/** Waits for what went on behind the request. */
	close(): Promise<void> {
		return this.behind;
	}
}

/** The steps by the names goldens use. */
export const exchangeSteps = {
	'means at the exchange': (stage: ExchangeStage) => stage.means(),
	'means at the tracker': (stage: ExchangeStage) => stage.meansAtTracker(),
	'a subscription': (stage: ExchangeStage) => stage.subscription(),
	'a told order': (stage: ExchangeStage) => stage.toldOrder(),
	'a delivery that failed': (stage: ExchangeStage) => stage.failedDelivery(),
	'an order to sell': (stage: ExchangeStage) =>
		stage.order('seller', { price: '12.5', quantity: '40', clientOrderId: 'sale-1' }),
	'a small order to sell': (stage: ExchangeStage) =>
		stage.order('seller', { price: '12.5', quantity: '20' }),
	'a purchase of some': (stage: ExchangeStage) =>
		stage.order('buyer', { price: '12.5', quantity: '10', clientOrderId: 'purchase-1' }),
	'a purchase of the rest': (stage: ExchangeStage) =>
		stage.order('buyer', { price: '12.5', quantity: '40', clientOrderId: 'purchase-2' }),
	'a trade the book does not know yet': (stage: ExchangeStage) => stage.tradeAhead(),
	'a deposit': (stage: ExchangeStage) => stage.deposit(),
	'a payout': (stage: ExchangeStage) => stage.payout(),
	'20 deposits under way': (stage: ExchangeStage) => stage.manyDeposits(),
	'a list of orders': (stage: ExchangeStage) => stage.orderList(),
	'a timer that cancels orders': (stage: ExchangeStage) => stage.cancelAfter(),
	'a halted market': (stage: ExchangeStage) => stage.halt(),
	'a trader without an address': (stage: ExchangeStage) => stage.forgetEmail(),
	'a key that reads': (stage: ExchangeStage) => stage.readingKey(),
	'a key of another network': (stage: ExchangeStage) => stage.farKey(),
	'a key that signs': (stage: ExchangeStage) => stage.signingKey(),
	'as many keys as may be': (stage: ExchangeStage) => stage.manyKeys(),
	'a limited seller': (stage: ExchangeStage) => stage.limitSeller(),
	'a buyer with small orders': (stage: ExchangeStage) => stage.limitNotional(),
	'a payout held for review': (stage: ExchangeStage) => stage.holdPayout(),
	'an alarm': (stage: ExchangeStage) => stage.alarm(),
	'stopped payouts': (stage: ExchangeStage) => stage.stopPayouts(),
	'a comparison': (stage: ExchangeStage) => stage.reconcile(),
	'a frozen seller': (stage: ExchangeStage) => stage.freeze(),
	'limits of payouts': (stage: ExchangeStage) => stage.limitPayouts(),
	maintenance: (stage: ExchangeStage) => stage.maintain(),
	'a buyer shut out': (stage: ExchangeStage) => stage.shutOut('buyerAccount'),
	'history in the archive': (stage: ExchangeStage) => stage.archive(),
	'published reserves': (stage: ExchangeStage) => stage.publish(),
} as const satisfies Readonly<Record<string, (stage: ExchangeStage) => Promise<void>>>;

export type ExchangeStepName = keyof typeof exchangeSteps;
