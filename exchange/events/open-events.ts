/**
 * Puts the events of the exchange together. Where there are workers, events are placed, delivered and
 * removed in their time, BullMQ saying who serves which subscription; the API answers from the database
 * alone, and rings.
 */
import type { Redis } from 'ioredis';
import { randomShare, type Clock } from '../../server/clock';
import { joinProcesses, soleSession } from '../../server/database/process-session';
import { Delivering } from '../../server/events/delivering';
import {
	bellOver,
	listenForEvents,
	ringForEvents,
	type EventQueue,
} from '../../server/events/delivery-queue';
import { Events } from '../../server/events/events';
import { removeOldEvents } from '../../server/events/keeping';
import { News } from '../../server/events/news';
import { EventOperations } from '../../server/events/operations';
import type { SecretVault } from '../../server/events/secrets';
import { sendThrough } from '../../server/events/sending';
import { eventTables } from '../../server/events/tables';
import { Targets } from '../../server/events/targets';
import type { Database } from '../database/database';
import { keyPrefix } from '../jobs/jobs';
import { marketSources } from './market-source';
import type { MarketReaderParts } from './market-reader';
import { NewFor } from './new-for';
import { ownerRights } from './owner-rights';
import { exchangeReader } from './reader';
import { removePlaces } from './removing';

/** Transfers and markets are told of within it; orders wake the stream. */
const roundMs = 500;

export interface EventEdges extends MarketReaderParts {
	readonly clock: Clock;
	readonly vault: SecretVault;
	readonly queue: EventQueue;
	readonly webhookNetworks: readonly string[];
	readonly onFault: (fault: unknown) => void;
}

export interface DeliveryEdges extends EventEdges {
	readonly redis: Redis;
	readonly databaseUrl: string | undefined;
	readonly eventsKeptDays: number;
}

export interface OpenedEvents {
	readonly operations: EventOperations;
	close(): Promise<void>;
}

/** What the API answers from; lists are read beside the writer, where there is a way to. */
export function openEvents(parts: EventEdges & { readonly reader: Database }): OpenedEvents {
	const { queue, clock, vault, onFault, webhookNetworks } = parts;
	const reader = exchangeReader({ ...parts, database: parts.reader });
	const targets = new Targets({ networks: webhookNetworks });
	const asked = new NewFor(parts.reader);
	const newFor = (owners: readonly string[]) => asked.ask(owners);
	const news = new News({ database: eventTables(parts.reader), newFor, onFault });
	const operations = new EventOperations({
		...{ database: eventTables(parts.database), reader, news, clock, vault, targets },
		send: sendThrough(targets.dispatcher),
		ringFor: (id) => void ringForEvents(queue, id).catch(onFault),
	});
	return {
		operations,
		close() {
			news.close();
			return targets.close();
		},
	};
}

export interface OpenedDelivery {
	/** Has what was committed told soon. */
	wake(): void;
	close(): Promise<void>;
}

/** Places events and delivers them until it is closed. */
export async function openDelivery(parts: DeliveryEdges): Promise<OpenedDelivery> {
	const { queue, redis, clock, vault, onFault } = parts;
	const database = eventTables(parts.database);
	const session = await sessionOf(parts);
	const targets = new Targets({ networks: parts.webhookNetworks });
	const news = new NewFor(parts.database);
	const delivering = new Delivering({
		...{ database, clock, session, vault, onFault, reader: exchangeReader(parts) },
		...{ random: randomShare, send: sendThrough(targets.dispatcher) },
		rightsOf: (subscription) => ownerRights(parts, subscription),
		bell: bellOver(queue, { redis, onFault }),
		newFor: (owners) => news.ask(owners),
	});
	const events = new Events({ database: parts.database, sources: marketSources, roundMs, onFault });
	events.onEvents(() => delivering.wake());
	const place = { redis, prefix: keyPrefix, onFault };
	const listening = listenForEvents(place, (id) => delivering.serveHere(id));
	const keeping = removeOldEvents({
		...{ database, clock, session, onFault, keptDays: parts.eventsKeptDays },
		removeOthers: (before) => removePlaces(parts.database, before),
	});
	events.start();
	delivering.start();
	await listening.ready();
	return {
		wake: () => events.wake(),
		async close() {
			await Promise.all([events.close(), keeping.end()]);
			// What is rung for from now on is heard by others.
			await Promise.all([listening.close(), delivering.close(), targets.close()]);
			await session.close();
		},
	};
}

/** Says which process serves a subscription; on SQLite there is one with workers. */
function sessionOf({ databaseUrl: url }: DeliveryEdges) {
	return url === undefined
		? soleSession()
		: joinProcesses({ url, program: 'exchange', alone: false });
}
