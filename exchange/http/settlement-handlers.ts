/**
 * What the endpoints of deposits and payouts do, and how an order funds itself. A request is
 * answered when its transfer has ended, or after a few seconds with what is known so far; the
 * same request again under the same id never makes a second transfer.
 */
import { payoutModes, type Accounts } from '../accounts/accounts';
import type { OrderTerms } from '../intake/order-terms';
import { heldAsset } from '../intake/submission';
import { neededHold } from '../ledger/holding';
import { formatDecimal, parseDecimal } from '../markets/decimal';
import type { Market } from '../markets/market';
import { refuse } from '../../server/refusal';
import type { IntentKind } from '../settlement/intent/intent';
import { assetLink, assetLinks } from '../settlement/assets/asset-links';
import { earlierIntent, readIntent, type StoredIntent } from '../settlement/intents/intents';
import type { PlanningParts } from '../settlement/setup/parts';
import { publishedReserves, reservesProof } from '../reserves/reserves';
import {
	clientIdOf,
	clientReference,
	depositCovering,
	requestDeposit,
	requestPayout,
	type Requested,
} from '../settlement/intents/requests';
import type { Call } from './handlers';
import type { IntentFeed } from './intent-feed';

export interface SettlementParts {
	readonly treasury: PlanningParts;
	readonly intents: IntentFeed;
	readonly accounts: Accounts;
	/** Called after an intent was planned in this slot. */
	readonly onPlanned: (slot: string) => void;
}

/** The endpoints' handlers; `parts` is absent where the exchange has no tracker. */
export function settlementHandlers(parts: SettlementParts | undefined) {
	const connected = () => {
		if (parts === undefined) throw refuse('Exchange_SettlementOff');
		return parts;
	};
	return {
		deposit: async (call: Call) => {
			const { treasury, ...rest } = connected();
			const { accountId, values } = call;
			const asset = values.text('asset');
			const requested = await requestDeposit(treasury, {
				accountId,
				asset,
				amount: await amountOf(treasury, asset, values.text('amount')),
				reference: referenceOf(treasury, call, 'clientDepositId'),
				traderKey: trackerKeyOf(call),
			});
			const intent = await outcome({ treasury, ...rest }, requested);
			if (intent.state === 'REFUSED') throw depositRefused(intent);
			return answer(treasury, call, { intent, repeated: requested.repeated });
		},
		payout: async (call: Call) => {
			const { treasury, ...rest } = connected();
			const { accountId, values } = call;
			const asset = values.text('asset');
			const requested = await requestPayout(treasury, {
				accountId,
				asset,
				amount: values.has('amount')
					? await amountOf(treasury, asset, values.text('amount'))
					: undefined,
				reference: referenceOf(treasury, call, 'clientPayoutId'),
			});
			const intent = await outcome({ treasury, ...rest }, requested);
			return answer(treasury, call, { intent, repeated: requested.repeated });
		},
		listDeposits: (call: Call) => list(connected().treasury, call, 'DEPOSIT'),
		listPayouts: (call: Call) => list(connected().treasury, call, 'PAYOUT'),
		getDeposit: (call: Call) => find(connected().treasury, call, 'DEPOSIT'),
		getPayout: (call: Call) => find(connected().treasury, call, 'PAYOUT'),
		reserves: async () => {
			const published = await publishedReserves(connected().treasury.database);
			if (published === undefined) throw refuse('Exchange_ReservesNotFound', 'shows the reserves');
			return published;
		},
		ownReserves: async ({ accountId }: Call) => {
			const proof = await reservesProof(connected().treasury.database, accountId);
			if (proof === undefined) throw refuse('Exchange_ReservesNotFound', 'counts this account in');
			return proof;
		},
		setPayouts: async ({ accountId, values }: Call) => {
			const payouts = values.choice('payouts', payoutModes);
			await connected().accounts.setPayouts(accountId, payouts);
			return { accountId, payouts };
		},
	};
}

/**
 * Pulls what an order lacks before it is placed; answers the deposit while its outcome is not
 * known, for the order must wait for it, and undefined when the order can be placed.
 */
export async function fundOrder(
	parts: SettlementParts | undefined,
	call: Call,
	{ market, terms }: { readonly market: Market; readonly terms: OrderTerms },
) {
	if (parts === undefined) throw refuse('Exchange_SettlementOff');
	const { accountId, values } = call;
	if (!values.has('clientOrderId')) {
		throw refuse('Request_Invalid', 'clientOrderId', 'is needed for an order that funds itself');
	}
	const reference = `order-${values.text('clientOrderId')}`;
	const asset = heldAsset(market, terms);
	const { treasury } = parts;
	const key = { accountId, kind: 'DEPOSIT' as const, reference };
	const earlier = await earlierIntent(treasury.database, key);
	const requested =
		earlier === undefined
			? await pullMissing(treasury, { ...key, asset, hold: holdOf(market, terms) }, call)
			: { intent: earlier, repeated: true };
	if (requested === undefined) return undefined;
	const intent = await outcome(parts, requested);
	if (intent.state === 'SETTLED') return undefined;
	if (intent.state === 'REFUSED') throw depositRefused(intent);
	return { status: 'PENDING_FUNDING' as const, deposit: await wireOf(treasury, intent) };
}

async function pullMissing(
	treasury: PlanningParts,
	wanted: {
		readonly accountId: string;
		readonly asset: string;
		readonly reference: string;
		readonly hold: bigint;
	},
	call: Call,
): Promise<Requested | undefined> {
	const { accountId, asset, reference, hold } = wanted;
	const row = await treasury.database
		.selectFrom('balances')
		.select('available')
		.where('account_id', '=', accountId)
		.where('asset', '=', asset)
		.executeTakeFirst();
	const missing = hold - (row?.available ?? 0n);
	if (missing <= 0n) return undefined;
	const amount = await depositCovering(treasury.database, asset, missing);
	const traderKey = trackerKeyOf(call);
	return requestDeposit(treasury, { accountId, asset, amount, reference, traderKey });
}

/** What the order must hold, where that is known before it trades. */
function holdOf(market: Market, terms: OrderTerms): bigint {
	const { side, priceTicks, quantityLots, quoteOrderQty } = terms;
	const isKnown =
		priceTicks !== undefined || (side === 'BUY' ? quoteOrderQty : quantityLots) !== undefined;
	if (!isKnown) {
		const fault = 'needs an order that says what it sells, or at most pays';
		throw refuse('Request_Invalid', 'fund', fault);
	}
	return neededHold(market.engine, market.lotUnits, {
		side,
		priceTicks: priceTicks ?? 0,
		leavesLots: quantityLots ?? 0,
		leavesQuote: quoteOrderQty ?? 0n,
	});
}

function trackerKeyOf({ key, values }: Call): string {
	return values.has('x-tracker-key') ? values.text('x-tracker-key') : key;
}

async function amountOf({ database }: PlanningParts, asset: string, text: string): Promise<bigint> {
	const link = await assetLink(database, asset);
	if (link === undefined) throw refuse('Exchange_AssetNotLinked', asset.slice(0, 100));
	const amount = parseDecimal(text, link.decimals);
	if (amount === null) {
		const fault = `must be a decimal string with at most ${link.decimals} digits behind the point`;
		throw refuse('Request_Invalid', 'amount', fault);
	}
	return amount;
}

function referenceOf(
	{ newId }: PlanningParts,
	{ values }: Call,
	field: 'clientDepositId' | 'clientPayoutId',
): string {
	return values.has(field) ? clientReference(values.text(field)) : `own-${newId()}`;
}

function depositRefused({ id, reason }: StoredIntent) {
	return refuse('Exchange_TransferRefused', 'deposit', id, reason ?? '');
}

async function outcome(
	{ intents, onPlanned }: SettlementParts,
	{ intent, repeated }: Requested,
): Promise<StoredIntent> {
	if (!repeated) onPlanned(intent.slot);
	return intents.settled(intent.id);
}

/** 201 when it is done, 200 when it had been, 202 while what becomes of it is not known. */
async function answer(treasury: PlanningParts, { reply }: Call, { intent, repeated }: Requested) {
	if (intent.state !== 'SETTLED') reply.code(202);
	else if (repeated) reply.code(200);
	return wireOf(treasury, intent);
}

async function wireOf({ database }: PlanningParts, intent: StoredIntent) {
	const link = await assetLink(database, intent.asset);
	if (link === undefined) throw new Error(`${intent.asset} was linked and is not any more`);
	return intentWire(intent, link.decimals);
}

function intentWire(intent: StoredIntent, decimals: number) {
	const { id, kind, asset, amount, state, reason, reference, createdAt, endedAt } = intent;
	const ownId = clientIdOf(reference);
	const [idName, ownIdName] =
		kind === 'DEPOSIT' ? ['depositId', 'clientDepositId'] : ['payoutId', 'clientPayoutId'];
	return {
		[idName]: id,
		...(ownId !== undefined && { [ownIdName]: ownId }),
		asset,
		amount: formatDecimal(amount, decimals),
		status: state,
		...(reason !== null && { reason }),
		...(intent.transactionId !== null && { trackerTransactionId: intent.transactionId }),
		createdAt,
		...(endedAt !== null && { endedAt }),
	};
}

async function list({ database }: PlanningParts, { accountId, values }: Call, kind: IntentKind) {
	const rows = await database
		.selectFrom('intents')
		.selectAll()
		.where('account_id', '=', accountId)
		.where('kind', '=', kind)
		.orderBy('number', 'desc')
		.limit(values.whole('limit'))
		.offset(values.whole('offset'))
		.execute();
	const links = await assetLinks(database);
	const decimals = new Map(links.map((link) => [link.asset, link.decimals]));
	return rows.map((row) => intentWire(readIntent(row), decimals.get(row.asset) ?? 0));
}

async function find(treasury: PlanningParts, { accountId, values }: Call, kind: IntentKind) {
	const word = kind === 'DEPOSIT' ? 'deposit' : 'payout';
	const id = values.text(`${word}Id`);
	const row = await treasury.database
		.selectFrom('intents')
		.selectAll()
		.where('id', '=', id)
		.where('account_id', '=', accountId)
		.where('kind', '=', kind)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Exchange_IntentNotFound', word, id.slice(0, 100));
	return wireOf(treasury, readIntent(row));
}
