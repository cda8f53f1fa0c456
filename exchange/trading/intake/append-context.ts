/**
 * Locks and loads what a transaction of the intake needs before it appends: logs, restrictions,
 * earlier orders, balances. One statement each, whatever the number of submissions; most of them in
 * one round trip.
 */
import type { Clock } from '../../../server/clock';
import type { Database } from '../../database/database';
import { together } from '../../../server/database/transactions';
import { Balances } from '../ledger/balances';
import { Reservations, type OrderKey } from '../ledger/reservations';
import { Restrictions } from '../../guard/restrictions';
import { hasUnknownNotional } from './account-limits';
import { ArchivedIds } from './archived-ids';
import { earlierLists, earlierOrders, type EarlierOrders } from './earlier-orders';
import { heldAsset } from './holding-terms';
import { isAnyArchived, lockLogs, type Log } from './logs';
import { isUnbound } from './order-terms';
import { Originals, type OriginalKey } from './originals';
import { ShownPrices, type UnboundOrder } from './shown-prices';
import {
	openingAccountOf,
	type Entry,
	type NewOrderSubmission,
	type Submission,
} from './submission';

export interface AppendContext {
	/** When the logs were locked. */
	readonly now: number;
	/** By market. */
	readonly logs: ReadonlyMap<string, Log>;
	readonly restrictions: Restrictions;
	readonly earlier: EarlierOrders;
	readonly archived: ArchivedIds;
	readonly originals: Originals;
	readonly shown: ShownPrices;
	readonly reservations: Reservations;
	readonly balances: Balances;
}

/**
 * The reads are behind the lock of the logs, so nobody can append to these markets in between. The
 * clock as well: an order that has waited for the lock too long is not accepted any more.
 */
export async function loadContext(
	transaction: Database,
	batch: readonly Entry[],
	clock: Clock,
): Promise<AppendContext> {
	const submissions = batch.map(({ submission }) => submission);
	// In this order, as everywhere: logs are locked before reservations, and these before balances.
	const [logs, reservations, restrictions, orders, lists, originals, balances] = await together(
		lockLogs(
			transaction,
			batch.map(({ market }) => market.description.symbol),
		),
		loadReservations(transaction, batch),
		Restrictions.load(transaction, beginners(batch)),
		earlierOrders(transaction, submissions),
		earlierLists(transaction, newOrders(submissions)),
		loadOriginals(transaction, batch),
		loadBalances(transaction, batch),
	);
	const now = clock.now();
	// After orders and lists, so that rows which move to the archive in between are found there.
	const archived = await ArchivedIds.load(transaction, submissions, isAnyArchived(logs));
	const shown = await ShownPrices.load(transaction, unboundOrders(batch, restrictions));
	const earlier: EarlierOrders = new Map([...orders, ...lists]);
	const found = { restrictions, earlier, archived, originals, shown };
	return { now, logs, ...found, reservations, balances };
}

function newOrders(submissions: readonly Submission[]): readonly NewOrderSubmission[] {
	return submissions.filter((submission) => submission.kind === 'ORDER');
}

function loadOriginals(transaction: Database, batch: readonly Entry[]): Promise<Originals> {
	const keys: OriginalKey[] = [];
	for (const { market, submission } of batch) {
		if (submission.kind !== 'ORDER' || submission.origOrderId === undefined) continue;
		const { accountId, origOrderId } = submission;
		keys.push({ market, accountId, origOrderId });
	}
	return Originals.load(transaction, keys);
}

/** Orders that need the shown prices: to be bound by them, or for a limit of their notional. */
function unboundOrders(batch: readonly Entry[], restrictions: Restrictions): UnboundOrder[] {
	return batch.flatMap(({ market, submission }) => {
		if (submission.kind !== 'ORDER') return [];
		const { terms, accountId } = submission;
		const { quoteAsset } = market.description;
		const isWanted = hasUnknownNotional(terms)
			? restrictions.maxNotional(accountId, quoteAsset) !== undefined
			: terms.type === 'MARKET' && isUnbound(terms);
		return isWanted ? [{ market, terms }] : [];
	});
}

function loadReservations(transaction: Database, batch: readonly Entry[]): Promise<Reservations> {
	const orders = batch.flatMap(({ submission }): OrderKey[] => {
		if (submission.kind !== 'ORDER' || submission.isFunded !== true) return [];
		const { accountId, clientOrderId } = submission;
		return clientOrderId === undefined ? [] : [{ accountId, clientOrderId }];
	});
	return Reservations.ofOrders(transaction, orders);
}

async function loadBalances(transaction: Database, batch: readonly Entry[]): Promise<Balances> {
	const wanted = new Map<string, readonly [string, string]>();
	for (const { submission, market } of batch) {
		if (submission.kind !== 'ORDER') continue;
		const { accountId, terms } = submission;
		const asset = heldAsset(market, terms);
		wanted.set(`${accountId} ${asset}`, [accountId, asset]);
	}
	return Balances.loadEach(transaction, [...wanted.values()]);
}

/** Accounts of submissions that begin something. */
function beginners(batch: readonly Entry[]): string[] {
	const all = new Set(batch.map(({ submission }) => openingAccountOf(submission)));
	return [...all].filter((accountId) => accountId !== undefined);
}
