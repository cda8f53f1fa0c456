/**
 * Reads two sources as one stream of events: the table of events, and the orders' events in the
 * committed batches.
 */
import {
	eventsAt,
	newestSequence,
	readEvents,
	readNewest,
	type EventReader,
	type StoredEvent,
} from '../../server/events/record/reading';
import { removedUpTo } from '../../server/events/record/keeping';
import { accountRead } from './read-rights';
import { MarketReader, type MarketReaderParts } from './market-reader';

/** The exchange has no products; a market's symbol is part of the event's data. */
export function withoutProduct(found: readonly StoredEvent[]): readonly StoredEvent[] {
	return found.map((event) => ({ ...event, productId: null }));
}

/**
 * Unlimited: other accounts' orders also take sequences, but an account's own are found without
 * reading those.
 */
const passedOverMax = Number.MAX_SAFE_INTEGER;

export function exchangeReader(parts: MarketReaderParts): EventReader {
	const { database } = parts;
	const orders = new MarketReader(parts);
	return {
		passedOverMax,
		async read(query, range) {
			const newest = await newestSequence(database);
			const accountId = accountRead(query.rights);
			const ofOrders = accountId && (await orders.read({ ...query.filter, accountId }, range));
			const others = await readEvents(database, query, range);
			if (!ofOrders) return { ...others, events: withoutProduct(others.events) };
			return firstOf([...ofOrders, ...others.events].filter(upTo(newest)), {
				limit: range.limit,
				isMore: others.isMore,
				cursor: newest,
			});
		},
		async newest(query, limit) {
			const newest = await newestSequence(database);
			const accountId = accountRead(query.rights);
			const ofOrders =
				accountId === undefined
					? []
					: await orders.newest({ ...query.filter, accountId }, newest, limit);
			const others = await readNewest(database, query, limit);
			const all = inOrder([...ofOrders, ...others.events]).filter(upTo(newest));
			const events = withoutProduct(all.slice(-limit));
			return { events, cursor: newest, isMore: false };
		},
		async at(rights, places) {
			const found = new Map(await eventsAt(database, places));
			const accountId = accountRead(rights);
			const others = places.filter(({ sequence }) => !found.has(sequence));
			if (accountId === undefined || others.length === 0) return found;
			for (const event of await orders.at(accountId, others)) found.set(event.sequence, event);
			return found;
		},
		oldest: async () => (await removedUpTo(database)) + 1,
	};
}

/**
 * Events numbered during the read are left to the next one, because the cursor would pass over
 * some.
 */
function upTo(newest: number) {
	return ({ sequence }: StoredEvent) => sequence <= newest;
}

function inOrder(found: readonly StoredEvent[]): readonly StoredEvent[] {
	return found.toSorted((one, other) => one.sequence - other.sequence);
}

function firstOf(
	found: readonly StoredEvent[],
	{ limit, isMore, cursor }: { readonly limit: number; isMore: boolean; cursor: number },
) {
	const events = withoutProduct(inOrder(found).slice(0, limit));
	const isCut = isMore || found.length > limit;
	return { events, isMore: isCut, cursor: isCut ? (events.at(-1)?.sequence ?? cursor) : cursor };
}
