import { randomShare, type Clock } from '../../server/clock';
import type { ProcessSession } from '../../server/database/process-session';
import { Delivering } from '../../server/events/webhook/delivering';
import { Events } from '../../server/events/record/events';
import { removeOldEvents } from '../../server/events/record/keeping';
import { StreamUpdates } from '../../server/events/stream/stream-updates';
import { EventOperations } from '../../server/events/operations';
import { tableReader } from '../../server/events/record/reading';
import type { RedisBell, RedisBellParts } from '../../server/events/webhook/redis-bell';
import type { SecretVault } from '../../server/events/webhook/secrets';
import { sendThrough } from '../../server/events/webhook/sending';
import { eventTables } from '../../server/events/record/tables';
import { Targets } from '../../server/events/webhook/targets';
import type { Database } from '../database/database';
import { openKeyRing } from '../objects/keys/open-key-ring';
import { movementSource } from './movement-source';
import { ChangedOwners } from './changed-owners';
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
		/** If set, processes share deliveries over this Redis. */
		readonly redisUrl: string | undefined;
	};
	readonly database: Database;
	readonly clock: Clock;
	readonly session: ProcessSession;
	/** Registers a listener that is called after log entries were confirmed. */
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
	const deliveredFor = new ChangedOwners(parts.database);
	const followedFor = new ChangedOwners(parts.database);
	const delivering = new Delivering({
		database,
		reader,
		clock,
		session,
		vault,
		send,
		onFault,
		random: randomShare,
		...(bell && { bell }),
		rightsOf: (subscription) => ownerRights(parts, subscription),
		ownersWithNewEvents: () => deliveredFor.ask(),
	});
	const updates = new StreamUpdates({
		database,
		onFault,
		ownersWithNewEvents: () => followedFor.ask(),
	});
	const sources = () => Promise.resolve([movementSource]);
	const events = new Events({ database: parts.database, onFault, sources });
	events.onEvents(() => {
		delivering.wake();
		updates.wake();
	});
	// An event comes with a log entry, or its writer calls wake().
	parts.onBlocks(() => events.wake());
	const keeping = removeOldEvents({
		database,
		clock,
		session,
		onFault,
		keptDays: config.eventsKeptDays,
	});
	events.start();
	delivering.start();
	opened.defer(async () => {
		updates.close();
		await Promise.all([events.close(), keeping.end()]);
		// From here on other processes handle the jobs.
		await Promise.all([bell?.close(), delivering.close(), targets.close()]);
	});
	return {
		operations: new EventOperations({
			database,
			reader,
			updates,
			clock,
			vault,
			send,
			targets,
			ringFor: (id) => delivering.ringFor(id),
		}),
		wake: () => events.wake(),
	};
}

/** Redis keys are prefixed by the master key's id, which all processes of this service share. */
async function openBell(
	{ config: { redisUrl: url }, onFault }: EventEdges,
	listening: Pick<RedisBellParts, 'serve' | 'prefix'>,
): Promise<RedisBell | undefined> {
	if (url === undefined) return undefined;
	// A service without Redis does not load the libraries.
	const { RedisBell } = await import('../../server/events/webhook/redis-bell.js');
	return new RedisBell({ url, onFault, ...listening });
}

async function openVault({ config, database, session }: EventEdges): Promise<SecretVault> {
	// The first start makes the key, under a lock over all processes.
	const ring = await session.turn('open storage', () => openKeyRing(database, config));
	return secretVault(ring);
}
