/**
 * Deposits and payouts requested by a trader. A deposit pulls whole units of the tracker from the
 * trader to escrow with the trader's key; a payout sends available money back. Both are stored
 * before any call, and recognised by the trader's reference.
 */
import type { Database } from '../../database/database';
import { isUnended } from '../../database/intent-states';
import { Balances } from '../../trading/ledger/balances';
import { FEES, OUTSIDE, PAYOUTS } from '../../trading/ledger/posting';
import { formatDecimal } from '../../../server/decimal';
import { AMOUNT_MAX } from '../../trading/markets/market';
import { refuse } from '../../../server/refusal';
import { checkMayBegin } from '../../guard/restrictions';
import { unitsCovering, unitsWithin } from '../assets/units';
import { assetLink, type AssetLink } from '../assets/asset-links';
import { earlierIntent, findIntent, type StoredIntent } from './intents';
import type { PlanningParts } from '../setup/parts';
import { checkRoomFor, needsApproval, payoutLimits } from './payout-limits';
import { lockPlanning, planIntents } from './planning';
import { neededKey, refuseOwnKey } from './trader-key';

export interface DepositRequest {
	readonly accountId: string;
	readonly asset: string;
	/** In our smallest units; a multiple of the tracker's unit. */
	readonly amount: bigint;
	readonly reference: string;
	/** Undefined if no tracker key is known; then nothing new is pulled. */
	readonly traderKey: string | undefined;
}

export interface PayoutRequest {
	readonly accountId: string;
	readonly asset: string;
	/** Undefined: everything available, in whole units of the tracker. */
	readonly amount: bigint | undefined;
	readonly reference: string;
}

export interface Requested {
	readonly intent: StoredIntent;
	/** True if it was requested before; nothing was planned now. */
	readonly repeated: boolean;
}

export async function requestDeposit(
	parts: PlanningParts,
	request: DepositRequest,
): Promise<Requested> {
	const { asset, amount, reference } = request;
	return parts.database.transaction().execute(async (transaction) => {
		await linkOf(transaction, asset);
		await lockPlanning(transaction);
		const earlier = await earlierIntent(transaction, { ...request, kind: 'DEPOSIT' });
		if (earlier !== undefined) return repeated(earlier, { asset, amount, reference });
		return planDeposit(parts, transaction, request);
	});
}

/** Plans a new deposit, within a transaction that has locked planning. */
export async function planDeposit(
	parts: PlanningParts,
	transaction: Database,
	request: DepositRequest,
): Promise<Requested> {
	const { accountId, asset, amount, reference } = request;
	const { key, units } = await checkDeposit(parts, transaction, request);
	const { email } = await accountOf(transaction, accountId);
	const balances = await Balances.load(transaction, [], []);
	const plan = { kind: 'DEPOSIT' as const, accountId, asset, units, amount, reference };
	const [first] = await planIntents(parts, transaction, balances, [
		{ ...plan, windowNumber: null, traderEmail: email, traderKey: key },
	]);
	return planned(transaction, first?.id);
}

/** Refuses a deposit that must not be planned; returns what it takes. */
export async function checkDeposit(
	parts: PlanningParts,
	transaction: Database,
	{ accountId, asset, amount, traderKey }: Omit<DepositRequest, 'reference'>,
): Promise<{ readonly key: string; readonly units: number }> {
	// A transfer from escrow to escrow brings nothing in, but would credit the trader.
	refuseOwnKey(parts.settings, traderKey);
	await checkMayBegin(transaction, { accountId, now: parts.clock.now() });
	const key = neededKey(traderKey);
	const link = await linkOf(transaction, asset);
	const units = wholeUnits(link, amount);
	await checkRoom(transaction, link, { accountId, amount });
	return { key, units };
}

export async function requestPayout(
	parts: PlanningParts,
	request: PayoutRequest,
): Promise<Requested> {
	const { accountId, asset, reference } = request;
	return parts.database.transaction().execute(async (transaction) => {
		const link = await linkOf(transaction, asset);
		await lockPlanning(transaction);
		const earlier = await earlierIntent(transaction, { ...request, kind: 'PAYOUT' });
		if (earlier !== undefined) {
			const amount = request.amount ?? earlier.amount;
			return repeated(earlier, { asset, amount, reference });
		}
		await checkMayBegin(transaction, { accountId, now: parts.clock.now() });
		const { email } = await accountOf(transaction, accountId);
		if (email === null) throw refuse('Exchange_EmailMissing', accountId);
		return planPayout(parts, transaction, { ...request, link, email });
	});
}

/** Plans a new payout, within a transaction that has locked planning. */
async function planPayout(
	parts: PlanningParts,
	transaction: Database,
	{
		accountId,
		asset,
		reference,
		link,
		email,
		...asked
	}: PayoutRequest & { readonly link: AssetLink; readonly email: string },
): Promise<Requested> {
	const balances = await Balances.load(transaction, [accountId, PAYOUTS], [asset]);
	const { available } = balances.of(accountId, asset);
	const units =
		asked.amount === undefined ? unitsWithin(available, link.unit) : wholeUnits(link, asked.amount);
	const amount = BigInt(units) * link.unit;
	if (units === 0 || amount > available) {
		const needed = formatDecimal(units === 0 ? link.unit : amount, link.decimals);
		const had = formatDecimal(available, link.decimals);
		throw refuse('Exchange_InsufficientBalance', needed, had, asset);
	}
	const limitOf = await payoutLimits(transaction, [accountId], parts.clock.now());
	const limit = limitOf(accountId, asset);
	checkRoomFor(limit, link, amount);
	const plan = {
		kind: 'PAYOUT' as const,
		accountId,
		asset,
		units,
		amount,
		reference,
		needsApproval: needsApproval(limit, amount),
	};
	const [first] = await planIntents(parts, transaction, balances, [
		{ ...plan, windowNumber: null, traderEmail: email, traderKey: null },
	]);
	await balances.write();
	return planned(transaction, first?.id);
}

/** Pays commissions out by a payout of the fees account, at most its balance. */
export async function requestCommissions(
	parts: PlanningParts,
	transaction: Database,
	request: Omit<PayoutRequest, 'accountId'> & { readonly email: string },
): Promise<Requested> {
	const { asset, email, reference } = request;
	const link = await linkOf(transaction, asset);
	await lockPlanning(transaction);
	const key = { accountId: FEES, kind: 'PAYOUT', reference } as const;
	const earlier = await earlierIntent(transaction, key);
	if (earlier === undefined) {
		return planPayout(parts, transaction, { ...request, accountId: FEES, link });
	}
	if (earlier.traderEmail !== email) {
		throw refuse('Exchange_ReferenceReused', clientIdOf(reference) ?? reference);
	}
	return repeated(earlier, { asset, amount: request.amount ?? earlier.amount, reference });
}

const clientPrefix = 'client-';

/** Reference made from the trader's id; other references never look like it. */
export function clientReference(clientId: string): string {
	return `${clientPrefix}${clientId}`;
}

/** The trader's id in a reference, if it was made from one. */
export function clientIdOf(reference: string): string | undefined {
	return reference.startsWith(clientPrefix) ? reference.slice(clientPrefix.length) : undefined;
}

/** The smallest deposit that covers the missing amount; refuses what one transfer cannot carry. */
export async function depositCovering(
	database: Database,
	asset: string,
	missing: bigint,
): Promise<bigint> {
	const link = await linkOf(database, asset);
	const units = unitsCovering(missing, link.unit);
	if (units === null) throw tooMuch();
	return BigInt(units) * link.unit;
}

async function linkOf(database: Database, asset: string): Promise<AssetLink> {
	const link = await assetLink(database, asset);
	if (link === undefined) throw refuse('Exchange_AssetNotLinked', asset.slice(0, 100));
	return link;
}

function wholeUnits({ unit, decimals }: AssetLink, amount: bigint): number {
	if (amount <= 0n || amount % unit !== 0n) {
		const step = formatDecimal(unit, decimals);
		throw refuse('Request_Invalid', 'amount', `must be a multiple of ${step} above 0`);
	}
	const units = unitsCovering(amount, unit);
	if (units === null) throw tooMuch();
	return units;
}

function tooMuch() {
	return refuse('Request_Invalid', 'amount', 'is more than one transfer can move; ask for less');
}

/** Most open deposits of an account, in each asset. */
const openDepositsMax = 20;

/** One account's open deposits may take at most 1/100 of the room. */
const ownShare = 100n;

/**
 * All deposits together, open ones included, must stay within what a column can hold. No account
 * may fill that room, or the slots, with deposits that will never be made.
 */
async function checkRoom(
	transaction: Database,
	{ asset }: AssetLink,
	{ accountId, amount }: Pick<DepositRequest, 'accountId' | 'amount'>,
): Promise<void> {
	const outside = await transaction
		.selectFrom('balances')
		.select('available')
		.where('account_id', '=', OUTSIDE)
		.where('asset', '=', asset)
		.executeTakeFirst();
	const open = await transaction
		.selectFrom('intents')
		.select(['amount', 'account_id'])
		.where('kind', '=', 'DEPOSIT')
		.where('asset', '=', asset)
		.where(isUnended)
		.execute();
	const own = open.filter((row) => row.account_id === accountId);
	if (own.length >= openDepositsMax) {
		throw refuse('Exchange_DepositsTooMany', openDepositsMax, asset);
	}
	if (amount + sumOf(own) > AMOUNT_MAX / ownShare) {
		throw refuse(
			'Request_Invalid',
			'amount',
			'makes your open deposits more than anybody may have',
		);
	}
	const openSum = sumOf(open);
	if (amount + openSum - (outside?.available ?? 0n) > AMOUNT_MAX) {
		throw refuse('Request_Invalid', 'amount', 'makes all deposits together more than can be held');
	}
}

function sumOf(rows: readonly { readonly amount: bigint }[]): bigint {
	return rows.reduce((sum, row) => sum + row.amount, 0n);
}

async function accountOf(
	transaction: Database,
	id: string,
): Promise<{ readonly email: string | null }> {
	return transaction
		.selectFrom('accounts')
		.select('email')
		.where('id', '=', id)
		.executeTakeFirstOrThrow();
}

function repeated(
	intent: StoredIntent,
	{ asset, amount, reference }: Pick<DepositRequest, 'asset' | 'amount' | 'reference'>,
): Requested {
	if (intent.asset !== asset || intent.amount !== amount) {
		throw refuse('Exchange_ReferenceReused', clientIdOf(reference) ?? reference);
	}
	return { intent, repeated: true };
}

async function planned(transaction: Database, id: string | undefined): Promise<Requested> {
	const intent = id === undefined ? undefined : await findIntent(transaction, id);
	if (intent === undefined) throw new Error('an intent was planned and is not there');
	return { intent, repeated: false };
}
