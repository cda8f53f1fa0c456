/**
 * Opens the events of the exchange. A process with workers numbers, delivers and removes events;
 * BullMQ decides which process serves a subscription. The API only reads the database and rings.
 */
import type { Redis } from 'ioredis';
import { randomShare, type Clock } from '../../server/clock';
import { joinProcesses, soleSession } from '../../server/database/process-session';
import { Delivering } from '../../server/events/webhook/delivering';
import {
	queueBell,
	listenForEvents,
	ringForEvents,
	type EventQueue,
} from '../../server/events/webhook/delivery-queue';
import { Events } from '../../server/events/record/events';
import { removeOldEvents } from '../../server/events/record/keeping';
import { StreamUpdates } from '../../server/events/stream/stream-updates';
import { EventOperations } from '../../server/events/operations';
import type { SecretVault } from '../../server/events/webhook/secrets';
import { sendThrough } from '../../server/events/webhook/sending';
import { eventTables } from '../../server/events/record/tables';
import { Targets } from '../../server/events/webhook/targets';
import type { Database } from '../database/database';
import { AccountReports } from './account-reports';
import { marketSources } from './market-source';
import type { MarketReaderParts } from './market-reader';
import { OwnersWithNewEvents } from './owners-with-new-events';
import { ownerRights } from './owner-rights';
import { exchangeReader } from './reader';
import { removePlaces } from './removing';

/** Longest delay of events about transfers and markets; orders wake the stream at once. */
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
	/** Of our keys and channels. */
	readonly redisPrefix: string;
	readonly databaseUrl: string | undefined;
	readonly eventsKeptDays: number;
	/** Called after events got their places. */
	readonly onPlaced: () => void;
}

export interface OpenedEvents {
	readonly operations: EventOperations;
	readonly reports: AccountReports;
	/** Tells followers soon, after events got their places in this process. */
	wake(): void;
	close(): Promise<void>;
}

/** Opens what the API needs; lists are read through a second connection where there is one. */
export function openEvents(parts: EventEdges & { readonly reader: Database }): OpenedEvents {
	const { queue, clock, vault, onFault, webhookNetworks } = parts;
	const reader = exchangeReader({ ...parts, database: parts.reader });
	const targets = new Targets({ networks: webhookNetworks });
	const owners = new OwnersWithNewEvents(parts.reader);
	const ownersWithNewEvents = (ids: readonly string[]) => owners.next(ids);
	const updates = new StreamUpdates({
		database: eventTables(parts.reader),
		ownersWithNewEvents,
		onFault,
	});
	const operations = new EventOperations({
		database: eventTables(parts.database),
		reader,
		updates,
		clock,
		vault,
		targets,
		send: sendThrough(targets.dispatcher),
		ringFor: (id) => void ringForEvents(queue, id).catch(onFault),
	});
	return {
		operations,
		reports: new AccountReports({ ...parts, database: parts.reader }, updates),
		wake: () => updates.wake(),
		close() {
			updates.close();
			return targets.close();
		},
	};
}

export interface OpenedDelivery {
	/** Delivers newly committed events soon. */
	wake(): void;
	close(): Promise<void>;
}

/** Numbers events and delivers them until it is closed. */
export async function openDelivery(parts: DeliveryEdges): Promise<OpenedDelivery> {
	const { queue, redis, clock, vault, onFault } = parts;
	const database = eventTables(parts.database);
	const session = await sessionOf(parts);
	const targets = new Targets({ networks: parts.webhookNetworks });
	const owners = new OwnersWithNewEvents(parts.database);
	const delivering = new Delivering({
		database,
		clock,
		session,
		vault,
		onFault,
		reader: exchangeReader(parts),
		random: randomShare,
		send: sendThrough(targets.dispatcher),
		rightsOf: (subscription) => ownerRights(parts, subscription),
		bell: queueBell(queue, { redis, onFault }),
		ownersWithNewEvents: (ids) => owners.next(ids),
	});
	const events = new Events({ database: parts.database, sources: marketSources, roundMs, onFault });
	events.onEvents(() => {
		delivering.wake();
		parts.onPlaced();
	});
	const place = { redis, prefix: parts.redisPrefix, onFault };
	const listening = listenForEvents(place, (id) => delivering.serveHere(id));
	const keeping = removeOldEvents({
		database,
		clock,
		session,
		onFault,
		keptDays: parts.eventsKeptDays,
		removeOthers: (before) => removePlaces(parts.database, before),
	});
	events.start();
	delivering.start();
	await listening.ready();
	return {
		wake: () => events.wake(),
		async close() {
			await Promise.all([events.close(), keeping.end()]);
			// From now on other processes answer the doorbell.
			await Promise.all([listening.close(), delivering.close(), targets.close()]);
			await session.close();
		},
	};
}

/** Decides which process serves a subscription; on SQLite only one has workers. */
function sessionOf({ databaseUrl: url }: DeliveryEdges) {
	return url === undefined
		? soleSession()
		: joinProcesses({ url, program: 'exchange', alone: false });
}
