/**
 * A whole exchange in one process: traders who deposit, trade and withdraw, workers that are
 * killed and put to sleep at any step, a queue that loses and doubles jobs, and a tracker in bad
 * weather, all drawn from one seed. The database, the intake, the lane and the treasury are the
 * real ones. What must hold in the end is checked by settlement-auditor.ts.
 */
import { Accounts } from '../../exchange/accounts/accounts';
import type { Clock } from '../../server/clock';
import type { Database } from '../../exchange/database/database';
import { Lane } from '../../exchange/trading/lane/lane';
import { Markets } from '../../exchange/trading/markets/markets';
import { Refusal } from '../../server/refusal';
import { readSettings, type SettlementSettings } from '../../exchange/settlement/setup/settings';
import { linkAsset } from '../../exchange/settlement/assets/asset-links';
import { Carrier } from '../../exchange/settlement/carrying/carrier';
import { slotsDue } from '../../exchange/settlement/carrying/claims';
import { collectTransit } from '../../exchange/settlement/carrying/collecting';
import { nameTransfers } from '../../exchange/settlement/carrying/naming';
import { createKeyVault, type KeyVault } from '../../exchange/settlement/setup/key-vault';
import type { TreasuryParts } from '../../exchange/settlement/setup/parts';
import { giveBackOverdue } from '../../exchange/settlement/store/funded-orders';
import { requestDeposit, requestPayout } from '../../exchange/settlement/store/requests';
import { registerTransitAccounts } from '../../exchange/settlement/store/transit-accounts';
import { closeWindow } from '../../exchange/settlement/windows/windows';
import { demoMarket, startTime, untoldLane } from '../exchange/support/lane';
import { Adversaries, type SeenDeposit } from './adversaries';
import {
	assetCodes,
	assets,
	decimalsOf,
	startingUnits,
	unitOf,
	type Asset,
} from './simulated-assets';
import { SharedDatabase } from './shared-database';
import {
	drawFundedOrders,
	fundedDraw,
	fundedOrder,
	placeOrder,
	type Performer,
} from './simulated-orders';
import {
	bankEmail,
	drawOperatorActs,
	isAnythingPayable,
	operatorDraw,
	SimulatedOperator,
	type OperatorAct,
} from './simulated-operator';
import { SimulatedTracker, type Weather } from './simulated-tracker';
import { Random, SimulatedProcess, World, type Fate } from './world';

export const modes = ['idempotency-key', 'transaction-list', 'balance', 'transit'] as const;

/** Resolvers that stand together, with a tracker that may forget keys while calls are in doubt. */
export const mixedModes = [
	'idempotency-key+transaction-list',
	'idempotency-key+balance',
	'transaction-list+balance',
	'idempotency-key+transaction-list+balance',
] as const;
export type Mode = (typeof modes)[number] | (typeof mixedModes)[number];

const keysKeptMs = 90_000;

/** Answers fail for longer than a key may be used again, so that another resolver takes over. */
const forgetful = {
	lateMaxMs: 55_000,
	twice: 0.03,
	outageMs: 50_000,
	honoursKeys: true,
	keysKeptMs,
} as const;

/** What each resolver may assume of the world; see exchange/settlement/state/evidence.ts. */
const weathers: Readonly<Record<Mode, Pick<Weather, 'lateMaxMs' | 'twice'> & Partial<Weather>>> = {
	'idempotency-key': { lateMaxMs: 55_000, twice: 0.03, honoursKeys: true },
	'transaction-list': { lateMaxMs: 55_000, twice: 0, hasList: true },
	balance: { lateMaxMs: 55_000, twice: 0 },
	transit: { lateMaxMs: 300_000, twice: 0 },
	'idempotency-key+transaction-list': { ...forgetful, hasList: true },
	'idempotency-key+balance': forgetful,
	'transaction-list+balance': { lateMaxMs: 55_000, twice: 0, outageMs: 50_000, hasList: true },
	'idempotency-key+transaction-list+balance': { ...forgetful, hasList: true },
};

const badWeather: Weather = {
	notSent: 0.02,
	requestLost: 0.04,
	answerLost: 0.04,
	late: 0.03,
	lateMaxMs: 0,
	twice: 0,
	faultBefore: 0.02,
	faultAfter: 0.02,
	tooMany: 0.01,
	unreadable: 0.05,
	outageMs: 0,
	keysKeptMs: Infinity,
	honoursKeys: false,
	hasList: false,
};

export interface SimulatedTrader {
	readonly accountId: string;
	readonly email: string;
	readonly key: string;
	/** Another key at the tracker, which they use by themselves. */
	readonly secondKey: string;
}

/** What a trader asks for, and when; traders are counted from 0. */
export type ScriptedRequest = { readonly atMs: number; readonly trader: number } & (
	| {
			readonly kind: 'DEPOSIT';
			readonly asset: Asset;
			readonly units: number;
			readonly withWrongKey?: boolean;
			readonly withSecondKey?: boolean;
	  }
	| {
			readonly kind: 'ORDER';
			readonly side: 'BUY' | 'SELL';
			readonly timeInForce?: 'GTC' | 'IOC';
			readonly price: number;
			readonly quantity: number;
			/** What it lacks is pulled first, and asked for until it is there. */
			readonly fund?: boolean;
			/** How often its client sends it again before it forgets it. */
			readonly asksMax?: number;
	  }
	/** Of everything when no units are given. */
	| { readonly kind: 'PAYOUT'; readonly asset: Asset; readonly units: number | undefined }
);

export interface Options {
	readonly mode: Mode;
	readonly seed: number;
	/** Shares of steps at which a worker is killed, or sleeps. */
	readonly killed?: number;
	readonly asleep?: number;
	readonly weather?: Partial<Weather>;
	/** Overrides what is drawn: asked at each step of every worker. */
	readonly fate?: Fate;
	/** What the traders do; drawn from the seed when left out. */
	readonly script?: readonly ScriptedRequest[];
	/** How long things go wrong, 120 s; afterwards everything must come to rest. */
	readonly chaosMs?: number;
	readonly tickMs?: number;
	readonly windowMs?: number;
	/** Strangers give to escrow, as nothing forbids them. */
	readonly gifts?: boolean;
	/** Orders that fund themselves, several at once; unless it is said otherwise. */
	readonly funded?: boolean;
	/** The operator acts, too, unless the traders' requests are said. */
	readonly operated?: boolean;
	/** Two of the traders want more than is theirs; see adversaries.ts. */
	readonly adversaries?: boolean;
	/** Calls carry their intent's id, which its owner knows, as in the first version. */
	readonly foretoldKeys?: boolean;
}

/** What makes the name of a call out of its intent's id. */
const callSuffix = / (PULL|PAY) \d+$/;

export class SettlementWorld {
	readonly world = new World(startTime);
	readonly random: Random;
	readonly tracker: SimulatedTracker;
	readonly operator: SimulatedOperator;
	readonly settings: SettlementSettings;
	readonly traders: SimulatedTrader[] = [];
	readonly clock: Clock = { now: () => this.world.now };
	/** The calls that idempotency keys were made for: the tracker sees the keys alone. */
	readonly callNames = new Map<string, string>();
	private readonly vault = this.noting(createKeyVault(new Uint8Array(32).fill(7)));
	private readonly workers: Worker[] = [];
	private ids = 0;
	private isCalm = false;
	/** What was thrown where nobody waits for it; no worker may throw. */
	private readonly faults: unknown[] = [];
	private requestsLeft = 0;
	private requestsMade = 0;
	private readonly chaosMs: number;

	private constructor(
		private readonly options: Options,
		readonly shared: SharedDatabase,
		world: World,
	) {
		this.world = world;
		this.chaosMs = options.chaosMs ?? 120_000;
		this.random = new Random(options.seed);
		this.operator = new SimulatedOperator(new Random(~options.seed ^ operatorDraw));
		const weather = {
			...{ ...badWeather, ...weathers[options.mode] },
			// A stored answer to a call by hand is what adversaries hope for.
			...(options.adversaries === true && { honoursKeys: true }),
			...options.weather,
		};
		this.tracker = new SimulatedTracker(world, this.random, weather);
		this.settings = readSettings({
			trackerUrl: 'http://tracker.test',
			productId: 'product',
			escrow: { email: 'escrow@house.test', key: 'escrow-key' },
			transit: ['1', '2', '3', '4', '5', '6'].map((name) => ({
				email: `transit-${name}@house.test`,
				key: `transit-key-${name}`,
			})),
			resolvers: options.mode.split('+'),
			timeoutMs: 3_000,
			quietMs: 60_000,
			...(Number.isFinite(weather.keysKeptMs) && { idempotencyKeptMs: weather.keysKeptMs }),
			transitRestMs: 400_000,
			windowMs: options.windowMs ?? 5_000,
			fundingKeptMs: 20_000,
			windowTrades: this.random.pick([0, 3, 1_000]),
			parallelCalls: 3,
		});
	}

	static async create(options: Options): Promise<SettlementWorld> {
		const world = new World(startTime);
		const simulation = new SettlementWorld(options, await SharedDatabase.create(world), world);
		await simulation.prepare();
		return simulation;
	}

	/** Whether the operator acts while the traders do. */
	get isOperated(): boolean {
		return this.options.operated ?? this.options.script === undefined;
	}

	/** Runs until everything has come to rest. */
	async run(): Promise<void> {
		for (let count = 0; count < 2; count += 1) this.startWorker();
		this.planRequests();
		if (this.options.gifts ?? !this.settings.resolvers.includes('balance')) this.giveGifts();
		if (this.options.adversaries === true) this.beginAttacks();
		this.tick();
		const { chaosMs } = this;
		this.tracker.planOutage(chaosMs);
		this.world.after(chaosMs, () => {
			this.isCalm = true;
			this.tracker.calm();
		});
		let isOver = false;
		const look = async () => {
			const nothingComes = this.isCalm && this.requestsLeft === 0 && this.tracker.underWay === 0;
			isOver = nothingComes && (await this.atRest());
			if (isOver) return;
			if (nothingComes && this.isOperated) this.planAct({ atMs: 0, kind: 'DECIDE', leaves: false });
			this.world.after(5_000, () => void look());
		};
		this.world.after(chaosMs, () => void look());
		await this.world.run(() => isOver || this.faults.length > 0, 24 * 3_600_000);
		if (this.faults.length > 0) throw this.faults[0];
	}

	/** The database without anything going wrong. */
	auditDatabase(): Database {
		return this.shared.openForAudit();
	}

	private async prepare(): Promise<void> {
		const database = this.auditDatabase();
		const markets = new Markets(database, this.clock);
		for (const asset of assetCodes) await markets.addAsset(asset, decimalsOf[asset]);
		await markets.add(demoMarket);
		for (const asset of assetCodes) {
			const trackerAssetId = assets[asset];
			await linkAsset(database, { asset, trackerAssetId, unit: unitOf[asset] });
		}
		const { escrow, transit } = this.settings;
		for (const { email, key } of [escrow, ...transit]) this.tracker.addUser(email, key);
		await registerTransitAccounts(this, database);
		this.tracker.addUser(bankEmail, 'bank-key');
		const accounts = new Accounts(database, this.clock);
		for (let count = 1; count <= 3; count += 1) {
			const { id: accountId } = await accounts.add(`trader ${count}`);
			const email = `trader-${count}@test`;
			const key = `trader-key-${count}`;
			const trader = { accountId, email, key, secondKey: `${key}-by-hand` };
			await database
				.updateTable('accounts')
				.set({ email: trader.email })
				.where('id', '=', accountId)
				.execute();
			this.tracker.addUser(trader.email, trader.key);
			this.tracker.addUser(trader.email, trader.secondKey);
			for (const asset of assetCodes) {
				this.tracker.give(trader.email, assets[asset], startingUnits[asset]);
			}
			this.traders.push(trader);
		}
	}

	private partsFor(process: SimulatedProcess): TreasuryParts {
		return {
			database: this.shared.openFor(process),
			clock: this.clock,
			newId: () => `intent-${(this.ids += 1)}`,
			settings: this.settings,
			tracker: this.tracker.for(process),
			vault: this.vault,
			onAlarm: () => undefined,
		};
	}

	private noting(vault: KeyVault): KeyVault {
		const idempotencyKey = (name: string) => {
			const isForetold = this.options.foretoldKeys === true;
			const key = isForetold ? name.replace(callSuffix, '') : vault.idempotencyKey(name);
			this.callNames.set(key, name);
			return key;
		};
		return { ...vault, idempotencyKey };
	}

	private drawFate(): ReturnType<Fate> {
		if (this.isCalm) return 'GO';
		if (this.options.fate !== undefined) return this.options.fate();
		if (this.random.chance(this.options.killed ?? 0.001)) return 'KILL';
		if (this.random.chance(this.options.asleep ?? 0.0005)) {
			return { sleepMs: this.random.pick([500, 5_000, 30_000]) };
		}
		return 'GO';
	}

	private startWorker(): void {
		const process = new SimulatedProcess(this.world, () => this.drawFate());
		const worker = new Worker(this.partsFor(process), process, (slot) => this.ring(slot));
		this.workers.push(worker);
		process.atDeath(() => {
			this.workers.splice(this.workers.indexOf(worker), 1);
			this.world.after(500 + this.random.below(4_000), () => this.startWorker());
		});
	}

	/** The queue: a job may be lost, be late, or be given to two workers. */
	private ring(slot: string): void {
		if (!this.isCalm && this.random.chance(0.05)) return;
		const times = !this.isCalm && this.random.chance(0.05) ? 2 : 1;
		for (let time = 0; time < times; time += 1) {
			this.world.after(1 + this.random.below(20), () => this.give((worker) => worker.carry(slot)));
		}
	}

	private give(job: (worker: Worker) => Promise<void>): void {
		if (this.workers.length === 0) return;
		job(this.random.pick(this.workers)).catch((fault: unknown) => this.faults.push(fault));
	}

	/** What the schedules do again and again. */
	private tick(): void {
		this.give((worker) => worker.tick());
		this.world.after(this.isCalm ? 10_000 : (this.options.tickMs ?? 1_000), () => this.tick());
	}

	/** How often a call of the exchange's for this intent took effect; what others did is not it. */
	timesMade(intentId: string): number {
		const { transfers } = this.tracker;
		const isCall = (key: string) => this.callNames.has(key) && this.madeFor(key) === intentId;
		return transfers.filter(({ idempotencyKey: key }) => isCall(key)).length;
	}

	/** The intent whose call had this key; a stranger's key is nobody's and stays what it is. */
	madeFor(idempotencyKey: string): string {
		const name = this.callNames.get(idempotencyKey) ?? idempotencyKey;
		return name.replace(callSuffix, '');
	}

	private planRequests(): void {
		for (const request of this.options.script ?? this.drawRequests()) this.plan(request);
		const { script, seed, adversaries } = this.options;
		const { funded = script === undefined } = this.options;
		const drawn =
			funded && adversaries !== true
				? drawFundedOrders(new Random(seed ^ fundedDraw), this.chaosMs)
				: [];
		for (const request of drawn) this.plan(request);
		if (!this.isOperated) return;
		const accountIds = this.traders.map(({ accountId }) => accountId);
		const acts = drawOperatorActs(new Random(seed ^ operatorDraw), accountIds, this.chaosMs);
		for (const act of acts) this.planAct(act);
	}

	private plan(request: ScriptedRequest): void {
		this.planAsked(request.atMs, (reference) => this.performer(request, reference));
	}

	private planAct(act: OperatorAct): void {
		this.planAsked(act.atMs, (reference) => this.operator.performer(act, reference));
	}

	private planAsked(atMs: number, performerOf: (reference: string) => Performer): void {
		this.requestsLeft += 1;
		this.requestsMade += 1;
		const perform = performerOf(`request-${this.requestsMade}`);
		this.world.after(atMs, () => this.askLater(perform));
	}

	private beginAttacks(): void {
		const { world, tracker, traders, settings } = this;
		const ownEmails = [settings.escrow, ...settings.transit].map(({ email }) => email);
		const venue = { world, tracker, traders, ownEmails, assetIds: assets };
		new Adversaries(
			{
				...venue,
				deposits: () => this.depositsSeen(),
				request: (request) => this.plan(request),
				onFault: (fault) => this.faults.push(fault),
			},
			this.options.seed,
		).begin(this.chaosMs);
	}

	private async depositsSeen(): Promise<readonly SeenDeposit[]> {
		const rows = await this.auditDatabase()
			.selectFrom('intents')
			.select(['id', 'account_id', 'asset', 'units', 'state'])
			.where('kind', '=', 'DEPOSIT')
			.orderBy('number')
			.execute();
		return rows.map((row) => ({
			id: row.id,
			accountId: row.account_id,
			asset: row.asset as Asset,
			units: Number(row.units),
			state: row.state,
		}));
	}

	private drawRequests(): readonly ScriptedRequest[] {
		const { random } = this;
		return Array.from({ length: 24 }, (): ScriptedRequest => {
			const asset = random.pick(assetCodes);
			const atMs = random.below(this.chaosMs * 0.75);
			const trader = random.below(this.traders.length);
			// Deposits come more often, so that there is something to trade with.
			const kind = random.pick(['DEPOSIT', 'DEPOSIT', 'ORDER', 'ORDER', 'PAYOUT'] as const);
			const some = 1 + random.below(asset === 'CREDIT' ? 120 : 120_000);
			const base = { atMs, trader, kind };
			if (kind === 'DEPOSIT') {
				return { ...base, kind, asset, units: some, withWrongKey: random.chance(0.05) };
			}
			if (kind === 'PAYOUT') {
				return { ...base, kind, asset, units: random.chance(0.5) ? undefined : some };
			}
			return {
				...base,
				kind,
				side: random.pick(['BUY', 'SELL']),
				timeInForce: random.pick(['GTC', 'GTC', 'IOC']),
				price: 9 + random.below(3),
				quantity: 1 + random.below(60),
			};
		});
	}

	private askLater(request: Performer): void {
		this.ask(request).catch((fault: unknown) => this.faults.push(fault));
	}

	/** A client repeats its request under the same id until it gets an answer. */
	private async ask(request: Performer): Promise<void> {
		const process = new SimulatedProcess(this.world, () => this.drawFate());
		process.atDeath(() => this.world.after(1_000, () => this.askLater(request)));
		try {
			const answer = await request(this.partsFor(process));
			if (answer === 'ASK_AGAIN') {
				this.world.after(1_000, () => this.askLater(request));
				return;
			}
		} catch (fault) {
			if (!(fault instanceof Refusal)) throw fault;
		}
		this.requestsLeft -= 1;
	}

	private performer(request: ScriptedRequest, reference: string): Performer {
		const trader = this.traders[request.trader];
		if (trader === undefined) throw new Error(`there is no trader ${request.trader}`);
		const { accountId } = trader;
		switch (request.kind) {
			case 'DEPOSIT': {
				const { asset, withWrongKey = false, withSecondKey = false } = request;
				const amount = BigInt(request.units) * unitOf[asset];
				const ownKey = withSecondKey ? trader.secondKey : trader.key;
				const traderKey = withWrongKey ? 'a wrong key' : ownKey;
				return async (parts: TreasuryParts) => {
					await requestDeposit(parts, { accountId, asset, amount, reference, traderKey });
					return undefined;
				};
			}
			case 'PAYOUT': {
				const { asset } = request;
				const amount =
					request.units === undefined ? undefined : BigInt(request.units) * unitOf[asset];
				return async (parts: TreasuryParts) => {
					await requestPayout(parts, { accountId, asset, amount, reference });
					return undefined;
				};
			}
			case 'ORDER': {
				const order = { accountId, reference, request };
				if (request.fund === true) return fundedOrder({ ...order, traderKey: trader.key });
				return (parts: TreasuryParts) => placeOrder(parts, order);
			}
		}
	}

	private giveGifts(): void {
		const { escrow } = this.settings;
		for (let count = 0; count < 5; count += 1) {
			const asset = assets[this.random.pick(assetCodes)];
			// More than anybody else ever moves, so that it is no transfer of ours by its amount.
			const units = 1_000_000 + this.random.below(1_000);
			this.tracker.give('stranger@test', asset, units);
			this.world.after(this.random.below(this.chaosMs), () =>
				this.tracker.move('stranger@test', escrow.email, asset, units),
			);
		}
	}

	private async atRest(): Promise<boolean> {
		const database = this.auditDatabase();
		const counted = await database
			.selectFrom('logs')
			.innerJoin('lanes', 'lanes.market', 'logs.market')
			.innerJoin('due_cursors', 'due_cursors.market', 'lanes.market')
			.select('logs.market')
			.whereRef('logs.last_sequence', '<=', 'due_cursors.sequence')
			.execute();
		const collecting = await database
			.selectFrom('transit_accounts')
			.select('email')
			.where('state', '<>', 'FREE')
			.execute();
		const reserved = await database
			.selectFrom('reservations')
			.select('number')
			.where('state', '=', 'OPEN')
			.execute();
		// Asked for last: the window that counts the last postings plans their payouts.
		const open = await database
			.selectFrom('intents')
			.select('id')
			.where('state', 'in', ['PENDING_APPROVAL', 'PLANNED', 'SENDING', 'UNKNOWN'])
			.execute();
		if (this.isOperated && (await isAnythingPayable(database, this.clock.now()))) return false;
		return counted.length > 0 && collecting.length + reserved.length + open.length === 0;
	}
}

/** One worker process: what the real workers do, without their queue. */
class Worker {
	private readonly carrier: Carrier;
	private readonly lane: Lane;

	constructor(
		private readonly parts: TreasuryParts,
		private readonly process: SimulatedProcess,
		private readonly ring: (slot: string) => void,
	) {
		const { database, clock } = parts;
		this.carrier = new Carrier(parts, () => undefined);
		const markets = new Markets(database, clock);
		this.lane = new Lane({ database, markets, clock, ...untoldLane });
	}

	async carry(slot: string): Promise<void> {
		await this.carrier.carry(slot);
	}

	async tick(): Promise<void> {
		await this.process.step();
		await this.lane.drain(demoMarket.symbol);
		await giveBackOverdue(this.parts);
		await closeWindow(this.parts);
		await collectTransit(this.parts);
		await nameTransfers(this.parts);
		for (const slot of await slotsDue(this.parts.database, this.parts.clock.now())) this.ring(slot);
	}
}
