/**
 * Operations on events, the same in both programs. Callers pass who asks and what they may read;
 * each program mounts them at its endpoints.
 */
import type { Kysely } from 'kysely';
import type { Model } from '../../api/types';
import type { Clock } from '../clock';
import { instantOf } from '../instant';
import { refuse } from '../refusal';
import { eventPage, type AskedEvents } from './stream/asking';
import { listDeliveries, type DeliveryState } from './webhook/deliveries';
import type { StreamUpdates } from './stream/stream-updates';
import type { EventReader, ReadRights } from './record/reading';
import { openSecrets, secretLost, type SecretVault } from './webhook/secrets';
import type { Send } from './webhook/sending';
import { wireDelivery, wireSubscription } from './webhook/shown-subscription';
import { streamEvents, type AskedStream, type StreamedTo } from './stream/streaming';
import {
	addSubscription,
	countOpen,
	deleteSubscription,
	listSubscriptions,
	replay,
	requireSubscription,
	rotateSecret,
	type Subscription,
	type SubscriptionOwner,
} from './webhook/subscriptions';
import type { EventTables } from './record/tables';
import type { Targets } from './webhook/targets';

export interface EventServiceParts {
	readonly database: Kysely<EventTables>;
	readonly reader: EventReader;
	readonly updates: StreamUpdates;
	readonly clock: Clock;
	readonly vault: SecretVault;
	readonly send: Send;
	readonly targets: Pick<Targets, 'faultOf' | 'isPrivate'>;
	/** Serves a subscription that was made or changed. */
	readonly ringFor: (subscriptionId: string) => void;
}

/** The caller. */
export interface EventCaller extends SubscriptionOwner {
	readonly rights: ReadRights;
}

interface Wanted {
	readonly url: string;
	readonly description?: string;
	readonly types?: readonly string[];
	readonly productId?: string;
	readonly subject?: string;
	readonly after?: number;
	readonly expires?: string;
}

interface Paged {
	readonly limit?: number;
	readonly offset?: number;
}

interface Named {
	readonly subscriptionId: string;
}

const listMax = 5_000;
const states = { Delivered: 'DELIVERED', Waiting: 'WAITING', Parked: 'PARKED' } as const;
const none = { waiting: 0, parked: 0 };

/**
 * What a target that knows the address may answer: by 401 a trigger that lost its secret is told to
 * make another, by 409 or 500 n8n says that an execution is there and does not wait yet, without which
 * none on the machine of the service could begin to wait.
 */
const knownTargetStatuses: readonly (number | undefined)[] = [401, 409, 500];
const untold = 'the target did not take it; of an address in a private network no more is told';

export class EventOperations {
	constructor(private readonly parts: EventServiceParts) {}

	page({ rights }: EventCaller, asked: AskedEvents): Promise<Model<'EventPage'>> {
		return eventPage(this.parts.reader, rights, asked);
	}

	/** Resolves when the stream has ended. */
	stream(
		{ rights }: EventCaller,
		asked: AskedStream,
		to: Omit<StreamedTo, 'rights'>,
	): Promise<void> {
		return streamEvents(this.parts, { ...to, rights }, asked);
	}

	async create(caller: EventCaller, wanted: Wanted): Promise<Model<'NewSubscription'>> {
		const { clock, targets, ringFor } = this.parts;
		const fault = targets.faultOf(wanted.url);
		if (fault !== undefined) throw refuse('Request_Invalid', 'url', fault);
		requireReadable(caller.rights, wanted.types);
		const { owner, userId, limitedRoles } = caller;
		const expiresAt = expiryOf(wanted, clock.now());
		const wish = { ...wanted, expiresAt, owner, userId, limitedRoles };
		const { subscription, secret } = await addSubscription(this.parts, wish);
		ringFor(subscription.id);
		return { ...(await this.shown(subscription)), secret };
	}

	async list(caller: EventCaller, { limit = listMax, offset = 0 }: Paged) {
		const { database } = this.parts;
		const found = await listSubscriptions(database, caller, { limit, offset });
		return this.allShown(found);
	}

	async get(caller: EventCaller, { subscriptionId }: Named): Promise<Model<'Subscription'>> {
		return this.shown(await this.require(caller, subscriptionId));
	}

	async remove(caller: EventCaller, { subscriptionId: id }: Named): Promise<void> {
		await deleteSubscription(this.parts.database, { ...caller, id });
	}

	/**
	 * Sends a test event at once, outside of the queue and without a delivery row. Of a private address it
	 * says only whether the event was taken, or refused by who knows the address: any key could look for
	 * open ports there.
	 */
	async test(caller: EventCaller, { subscriptionId }: Named): Promise<Model<'TestDelivery'>> {
		const { clock, send, vault, targets } = this.parts;
		const found = await this.require(caller, subscriptionId);
		const { id, url } = found;
		const now = clock.now();
		const secrets = openSecrets(vault, found, now);
		if (secrets === undefined) return { isDelivered: false, reason: secretLost };
		const eventId = `test_${id}_${now}`;
		const body = JSON.stringify({
			id: eventId,
			sequence: 0,
			type: 'subscription.test',
			version: 1,
			timestamp: new Date(now).toISOString(),
			subject: id,
			data: { subscriptionId: id },
		});
		const { kind, status, reason } = await send({ url, eventId, body, secrets, now });
		const isKnown = kind === 'TAKEN' || knownTargetStatuses.includes(status);
		const isTold = isKnown || !targets.isPrivate(url);
		if (!isTold) return { isDelivered: false, reason: untold };
		return {
			isDelivered: kind === 'TAKEN',
			...(status !== undefined && { status }),
			...(reason !== undefined && { reason }),
		};
	}

	async deliveries(
		caller: EventCaller,
		asked: Named & Paged & { readonly state?: keyof typeof states; readonly fromSequence?: number },
	): Promise<readonly Model<'Delivery'>[]> {
		const { id } = await this.require(caller, asked.subscriptionId);
		const { limit = listMax, offset = 0, fromSequence = 0 } = asked;
		const state: DeliveryState | undefined = asked.state && states[asked.state];
		const range = { limit, offset, fromSequence, ...(state !== undefined && { state }) };
		return (await listDeliveries(this.parts.database, id, range)).map(wireDelivery);
	}

	async replay(
		caller: EventCaller,
		{ subscriptionId: id, after }: Named & { readonly after: number },
	) {
		const changed = await replay(this.parts.database, { ...caller, id }, after);
		this.parts.ringFor(id);
		return this.shown(changed);
	}

	async rotate(
		caller: EventCaller,
		{ subscriptionId: id, graceHours }: Named & { readonly graceHours: number },
	): Promise<Model<'NewSubscription'>> {
		const { subscription, secret } = await rotateSecret(this.parts, { ...caller, id }, graceHours);
		// A subscription that stopped for a lost secret continues with the new one.
		this.parts.ringFor(id);
		return { ...(await this.shown(subscription)), secret };
	}

	private require(caller: EventCaller, id: string): Promise<Subscription> {
		return requireSubscription(this.parts.database, { ...caller, id });
	}

	private async shown(one: Subscription): Promise<Model<'Subscription'>> {
		const [shown] = await this.allShown([one]);
		if (shown === undefined) throw new Error('a subscription is shown as one');
		return shown;
	}

	private async allShown(found: readonly Subscription[]) {
		const ids = found.map(({ id }) => id);
		const open = await countOpen(this.parts.database, ids);
		const now = this.parts.clock.now();
		return found.map((one) => wireSubscription(one, open.get(one.id) ?? none, now));
	}
}

function expiryOf({ expires }: Wanted, now: number): number | undefined {
	if (expires === undefined) return undefined;
	const moment = Date.parse(instantOf(expires) ?? '');
	if (moment > now) return moment;
	throw refuse('Request_Invalid', 'expires', 'must be in the future');
}

/** Refuses event types that the caller may not read. */
function requireReadable(
	{ typesReadable, typesIfAddressed }: ReadRights,
	types: readonly string[] | undefined,
): void {
	const readable = [...typesReadable, ...typesIfAddressed];
	const strange = types?.find((type) => !readable.includes(type));
	if (strange !== undefined) throw refuse('Event_NotHeard', strange);
	if (readable.length === 0) throw refuse('Event_NotHeard', 'event');
}
