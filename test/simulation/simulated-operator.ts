/**
 * The operator of a simulated exchange, who sets limits on payouts, decides on those that wait,
 * freezes accounts, begins and ends maintenance and takes commissions out, by the handlers of
 * endpoints and commands. While something is frozen nothing of it may begin and none of its dues
 * be lost, which is looked at here; what can be told from the tables is left to operator-auditor.ts.
 */
import type { Database } from '../../exchange/database/database';
import { planCommissions } from '../../exchange/handlers/operator/commissions';
import type { TreasuryParts } from '../../exchange/settlement/setup/parts';
import { formatDecimal } from '../../server/decimal';
import { Refusal } from '../../server/refusal';
import { byCommand, operatorOn } from '../exchange/support/operator';
import { assets, decimalsOf, unitOf, type Asset } from './simulated-assets';
import type { Performer } from './simulated-orders';
import type { Random } from './world';

/** Where commissions are paid out to. */
export const bankEmail = 'bank@house.test';

/** What the operator does, and when; accounts are named by their ids. */
export type OperatorAct = { readonly atMs: number } & (
	| {
			readonly kind: 'LIMIT';
			readonly accountId: string;
			readonly asset: Asset;
			/** In units of the tracker, as the next one; undefined for no limit. */
			readonly approvalAbove: number | undefined;
			readonly perDayMax: number | undefined;
	  }
	/** On everything that waits; some of it may be left for later. */
	| { readonly kind: 'DECIDE'; readonly leaves: boolean }
	| { readonly kind: 'FREEZE'; readonly accountId: string; readonly cancelOrders: boolean }
	| { readonly kind: 'UNFREEZE'; readonly accountId: string }
	| { readonly kind: 'MAINTENANCE_BEGIN' | 'MAINTENANCE_END' }
	/** What trading has brought the exchange by then. */
	| { readonly kind: 'COMMISSIONS' }
);

/** Apart from the other draws of a seed, which stay as they are. */
export const operatorDraw = 0x0b_0e_5e;

export function drawOperatorActs(
	random: Random,
	accountIds: readonly string[],
	chaosMs: number,
): readonly OperatorAct[] {
	const during = (share: number) => random.below(chaosMs * share);
	const limits = Array.from({ length: 4 }, (): OperatorAct => {
		const asset = random.pick(['CREDIT', 'EUR'] as const);
		const much = asset === 'CREDIT' ? 1 : 1_000;
		const approvalAbove = random.chance(0.8) ? random.pick([0, 10, 40]) * much : undefined;
		const perDayMax = random.chance(0.4) ? random.pick([30, 90]) * much : undefined;
		const accountId = random.pick(accountIds);
		return { atMs: during(0.6), kind: 'LIMIT', accountId, asset, approvalAbove, perDayMax };
	});
	const decisions = Array.from({ length: 4 }, (): OperatorAct => {
		return { atMs: during(1), kind: 'DECIDE', leaves: true };
	});
	const frozen = Array.from({ length: 2 }, (): readonly OperatorAct[] => {
		const accountId = random.pick(accountIds);
		const atMs = during(0.8);
		const endMs = atMs + 2_000 + during(0.4);
		const cancelOrders = random.chance(0.5);
		const ended: OperatorAct = { atMs: endMs, kind: 'UNFREEZE', accountId };
		const begun: OperatorAct = { atMs, kind: 'FREEZE', accountId, cancelOrders };
		return random.chance(0.75) ? [begun, ended] : [begun];
	});
	const closedAt = during(0.8);
	return [
		...[...limits, ...decisions, ...frozen.flat()],
		{ atMs: closedAt, kind: 'MAINTENANCE_BEGIN' },
		{ atMs: closedAt + 1_000 + during(0.1), kind: 'MAINTENANCE_END' },
		...[1, 1].map((share): OperatorAct => ({ atMs: during(share), kind: 'COMMISSIONS' })),
	];
}

/** What was there when something was frozen. */
interface Seen {
	/** When it was, by which one freezing is told from another. */
	readonly since: bigint;
	/** Orders and transfers so far. */
	readonly begun: number;
	/** By asset. */
	readonly due: ReadonlyMap<string, bigint>;
}

/** The name under which maintenance is noted beside the accounts. */
const everything = 'maintenance';

export class SimulatedOperator {
	/** By account, as each was last seen frozen. */
	private readonly seen = new Map<string, Seen>();
	private readonly found: string[] = [];

	constructor(private readonly random: Random) {}

	performer(act: OperatorAct, reference: string): Performer {
		return async (parts) => {
			await this.perform(parts, act, reference);
			return undefined;
		};
	}

	/** One sentence for each thing that began, or was lost, while it was frozen. */
	async faults(database: Database): Promise<readonly string[]> {
		for (const name of this.seen.keys()) await this.compare(database, name);
		return this.found;
	}

	private async perform(parts: TreasuryParts, act: OperatorAct, reference: string): Promise<void> {
		const operator = operatorFor(parts);
		switch (act.kind) {
			case 'LIMIT': {
				const { accountId, asset } = act;
				await operator.setPayoutLimits(byCommand, {
					...{ accountId, asset, reason },
					...(act.perDayMax !== undefined && { perDayMax: amountOf(asset, act.perDayMax) }),
					...(act.approvalAbove !== undefined && {
						approvalAbove: amountOf(asset, act.approvalAbove),
					}),
				});
				return;
			}
			case 'DECIDE':
				return this.decide(parts, act.leaves);
			case 'COMMISSIONS': {
				const asked = { asset: 'EUR', amount: undefined, email: bankEmail, reference };
				await planCommissions(parts, { by: byCommand, reason }, asked);
				return;
			}
			case 'FREEZE':
				return this.stop(parts, act.accountId, (within) =>
					within.freezeAccount(byCommand, { ...act, reason }),
				);
			case 'UNFREEZE':
				return this.letGo(parts, act.accountId, (within) =>
					within.unfreezeAccount(byCommand, { ...act, reason }),
				);
			case 'MAINTENANCE_BEGIN':
				return this.stop(parts, everything, (within) =>
					within.beginMaintenance(byCommand, { reason }),
				);
			case 'MAINTENANCE_END':
				return this.letGo(parts, everything, (within) =>
					within.endMaintenance(byCommand, { reason }).catch(unlessEnded),
				);
		}
	}

	/** Two administrators at once, who need not agree. */
	private async decide(parts: TreasuryParts, leaves: boolean): Promise<void> {
		const operator = operatorFor(parts);
		for (const { payoutId } of await operator.listWaitingPayouts(byCommand, page)) {
			if (leaves && this.random.chance(0.3)) continue;
			const decisions = [1, 2].map(() =>
				this.random.pick(['approvePayout', 'rejectPayout'] as const),
			);
			await Promise.all(
				decisions.map((decision) =>
					operator[decision](byCommand, { payoutId, reason }).catch(unlessDecided),
				),
			);
		}
	}

	private async stop(
		parts: TreasuryParts,
		name: string,
		act: (within: ReturnType<typeof operatorOn>) => Promise<unknown>,
	): Promise<void> {
		const seen = await parts.database.transaction().execute(async (database) => {
			await act(operatorFor({ ...parts, database }));
			return look(database, name);
		});
		if (seen !== undefined) this.seen.set(name, seen);
	}

	private async letGo(
		parts: TreasuryParts,
		name: string,
		act: (within: ReturnType<typeof operatorOn>) => Promise<unknown>,
	): Promise<void> {
		await parts.database.transaction().execute(async (database) => {
			await this.compare(database, name);
			await act(operatorFor({ ...parts, database }));
		});
	}

	private async compare(database: Database, name: string): Promise<void> {
		const before = this.seen.get(name);
		const now = await look(database, name);
		// It may have been let go by one who died before they could say so.
		if (before === undefined || now?.since !== before.since) return;
		if (now.begun !== before.begun) {
			this.found.push(`${name}: ${now.begun - before.begun} begun while nothing may`);
		}
		for (const [asset, due] of before.due) {
			const still = now.due.get(asset) ?? 0n;
			if (still >= due) continue;
			this.found.push(`${name}: ${due} ${asset} were due when it was frozen, and now ${still}`);
		}
	}
}

const reason = 'as it was drawn';

const page = { limit: 100, offset: 0 };

function operatorFor(treasury: TreasuryParts) {
	return operatorOn({ ...treasury, treasury });
}

function amountOf(asset: Asset, units: number): string {
	return formatDecimal(BigInt(units) * unitOf[asset], decimalsOf[asset]);
}

/** It may have been ended by one who died before they could say so. */
function unlessEnded(fault: unknown): void {
	if (!(fault instanceof Refusal) || fault.code !== 'Exchange_NotInMaintenance') throw fault;
}

function unlessDecided(fault: unknown): void {
	if (!(fault instanceof Refusal) || fault.code !== 'Exchange_PayoutNotWaiting') throw fault;
}

/** What there is of what is frozen; undefined where it is not. */
async function look(database: Database, name: string): Promise<Seen | undefined> {
	if (name === everything) {
		const row = await database.selectFrom('maintenance').select('since').executeTakeFirst();
		return row && { since: row.since, begun: await begunBy(database), due: new Map() };
	}
	const row = await database
		.selectFrom('accounts')
		.select('frozen_at')
		.where('id', '=', name)
		.executeTakeFirstOrThrow();
	if (row.frozen_at === null) return undefined;
	const due = await dueTo(database, name);
	return { since: row.frozen_at, begun: await begunBy(database, name), due };
}

/** Windows and the operator go on in maintenance; nothing at all begins for a frozen account. */
async function begunBy(database: Database, accountId?: string): Promise<number> {
	const orders = await database.selectFrom('orders').select('account_id').execute();
	const intents = await database
		.selectFrom('intents')
		.select(['account_id', 'window_number'])
		.where('account_id', '<>', 'fees')
		.execute();
	const asked = intents.filter((row) => accountId !== undefined || row.window_number === null);
	const isOf = (row: { readonly account_id: string }) =>
		row.account_id === (accountId ?? row.account_id);
	return [...orders, ...asked].filter(isOf).length;
}

/** What is due and there, and what is reserved for orders and will be due when it is given back. */
async function dueTo(database: Database, accountId: string): Promise<ReadonlyMap<string, bigint>> {
	const due = new Map<string, bigint>();
	for (const asset of Object.keys(assets)) {
		due.set(
			asset,
			(await dueNow(database, accountId, asset)) + (await reserved(database, accountId, asset)),
		);
	}
	return due;
}

async function dueNow(database: Database, accountId: string, asset: string): Promise<bigint> {
	const row = await database
		.selectFrom('dues')
		.innerJoin('balances', (join) =>
			join
				.onRef('balances.account_id', '=', 'dues.account_id')
				.onRef('balances.asset', '=', 'dues.asset'),
		)
		.select(['amount', 'available'])
		.where('dues.account_id', '=', accountId)
		.where('dues.asset', '=', asset)
		.executeTakeFirst();
	if (row === undefined) return 0n;
	return row.amount < row.available ? row.amount : row.available;
}

async function reserved(database: Database, accountId: string, asset: string): Promise<bigint> {
	const rows = await database
		.selectFrom('reservations')
		.select('held')
		.where('account_id', '=', accountId)
		.where('asset', '=', asset)
		.execute();
	return rows.reduce((sum, { held }) => sum + held, 0n);
}

/** Whether an account that is not frozen is due a whole unit that it may have. */
export async function isAnythingPayable(database: Database, now: number): Promise<boolean> {
	const accounts = await database
		.selectFrom('accounts')
		.innerJoin('dues', 'dues.account_id', 'accounts.id')
		.leftJoin('payout_limits', (join) =>
			join
				.onRef('payout_limits.account_id', '=', 'dues.account_id')
				.onRef('payout_limits.asset', '=', 'dues.asset'),
		)
		.select(['accounts.id', 'dues.asset', 'day_max'])
		.where('frozen_at', 'is', null)
		.where('dues.amount', '>', 0n)
		.execute();
	for (const { id, asset, day_max: dayMax } of accounts) {
		const due = await dueNow(database, id, asset);
		const room = dayMax === null ? due : dayMax - (await paidOut(database, { id, asset, now }));
		if ((due < room ? due : room) >= unitOf[asset as Asset]) return true;
	}
	return false;
}

async function paidOut(
	database: Database,
	{ id, asset, now }: { readonly id: string; readonly asset: string; readonly now: number },
): Promise<bigint> {
	const rows = await database
		.selectFrom('intents')
		.select('amount')
		.where('account_id', '=', id)
		.where('asset', '=', asset)
		.where('kind', '=', 'PAYOUT')
		.where('state', '<>', 'REFUSED')
		.where('created_at', '>', BigInt(now - 86_400_000))
		.execute();
	return rows.reduce((sum, { amount }) => sum + amount, 0n);
}
