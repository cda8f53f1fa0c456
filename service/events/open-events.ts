/**
 * Puts the events of the service together: the stream, the operations on it, and its delivery. What
 * happens is told from then on, until the service is closed.
 */
import { randomShare, type Clock } from '../../server/clock';
import type { ProcessSession } from '../../server/database/process-session';
import { Delivering } from '../../server/events/delivering';
import { Events } from '../../server/events/events';
import { removeOldEvents } from '../../server/events/keeping';
import { News } from '../../server/events/news';
import { EventOperations } from '../../server/events/operations';
import { tableReader } from '../../server/events/reading';
import type { RedisBell, RedisBellParts } from '../../server/events/redis-bell';
import type { SecretVault } from '../../server/events/secrets';
import { sendThrough } from '../../server/events/sending';
import { eventTables } from '../../server/events/tables';
import { Targets } from '../../server/events/targets';
import type { Database } from '../database/database';
import { openKeyRing } from '../objects/keys/open-key-ring';
import { movementSource } from './movement-source';
import { NewFor } from './new-for';
import { ownerRights } from './owner-rights';
import { secretVault } from './secret-vault';

export interface OpenedEvents {
	readonly operations: EventOperations;
	wake(): void;
}

export interface EventEdges {
	readonly config: {
		readonly dataFolder: string;
		readonly eventsKeptDays: number;
		readonly webhookNetworks: readonly string[];
		/** Where it is set, processes share deliveries over it. */
		readonly redisUrl: string | undefined;
	};
	readonly database: Database;
	readonly clock: Clock;
	readonly session: ProcessSession;
	/** Of the log: calls its listener after entries were confirmed. */
	readonly onBlocks: (listener: () => void) => void;
	readonly onFault: (fault: unknown) => void;
}

export async function openEvents(
	opened: AsyncDisposableStack,
	parts: EventEdges,
): Promise<OpenedEvents> {
	const { config, clock, session, onFault } = parts;
	const database = eventTables(parts.database);
	const vault = await openVault(parts);
	const targets = new Targets({ networks: config.webhookNetworks });
	const send = sendThrough(targets.dispatcher);
	const reader = tableReader(database);
	const serve = (id: string) => delivering.serveHere(id);
	const bell = await openBell(parts, { serve, prefix: `sealkeeper-service-${vault.keyId}` });
	const [deliveredFor, followedFor] = [new NewFor(parts.database), new NewFor(parts.database)];
	const delivering = new Delivering({
		...{ database, reader, clock, session, vault, send, onFault },
		...{ random: randomShare, ...(bell && { bell }) },
		rightsOf: (subscription) => ownerRights(parts, subscription),
		newFor: () => deliveredFor.ask(),
	});
	const news = new News({ database, onFault, newFor: () => followedFor.ask() });
	const events = new Events({
		...{ database: parts.database, onFault },
		sources: () => Promise.resolve([movementSource]),
	});
	events.onEvents(() => {
		delivering.wake();
		news.wake();
	});
	// Whatever is an event is an entry of the log, too, or wakes them itself.
	parts.onBlocks(() => events.wake());
	const keeping = removeOldEvents({
		...{ database, clock, session, onFault },
		keptDays: config.eventsKeptDays,
	});
	events.start();
	delivering.start();
	opened.defer(async () => {
		news.close();
		await Promise.all([events.close(), keeping.end()]);
		// What is rung for from now on is heard by others.
		await Promise.all([bell?.close(), delivering.close(), targets.close()]);
	});
	return {
		operations: new EventOperations({
			...{ database, reader, news, clock, vault, send, targets },
			ringFor: (id) => delivering.ringFor(id),
		}),
		wake: () => events.wake(),
	};
}

/** Keys of Redis are named after the master key, which all processes of this service have. */
async function openBell(
	{ config: { redisUrl: url }, onFault }: EventEdges,
	listening: Pick<RedisBellParts, 'serve' | 'prefix'>,
): Promise<RedisBell | undefined> {
	if (url === undefined) return undefined;
	// A service on its own does without the libraries.
	const { RedisBell } = await import('../../server/events/redis-bell.js');
	return new RedisBell({ url, onFault, ...listening });
}

/** What keeps secrets under the master key. */
async function openVault({ config, database, session }: EventEdges): Promise<SecretVault> {
	// The first start makes the key, in the one process whose turn it is.
	const ring = await session.turn('open storage', () => openKeyRing(database, config.dataFolder));
	return secretVault(ring);
}
