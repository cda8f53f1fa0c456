/**
 * Registers a trigger node at the service when its workflow is published, removes it when
 * unpublished; `polling.ts` restores a lost one. n8n calls nothing after a restart, so a
 * registration outlives n8n, and the service keeps undelivered events.
 */
import {
	NodeApiError,
	NodeOperationError,
	sleep,
	type IDataObject,
	type IHookFunctions,
	type IPollFunctions,
} from 'n8n-workflow';
import { credentialOf } from '../call/call';
import { isRefusedWith } from '../failure';
import {
	askForEvents,
	chosenOf,
	filterOf,
	isAtExchange,
	newestEvent,
	type Chosen,
} from './event-stream';
import type { EventScreen } from './events';
import {
	awaitFirst,
	cursorOf,
	keepCursor,
	keepRegistration,
	registrationOf,
	type ListenMode,
	type Registration,
} from './registration';

type Registering = IHookFunctions | IPollFunctions;

/** Longer than an event takes to arrive. */
const firstWaitMs = 2_000;

/** `webhookMethods` of a trigger node. */
export function registrationMethods(screen: EventScreen) {
	return {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await isRegistered(this, screen);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await register(this, screen);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				await unregister(this);
				return true;
			},
		},
	};
}

export async function serviceOf(trigger: Registering): Promise<string> {
	const credential = await credentialOf(trigger);
	return String(isAtExchange(trigger) ? credential.exchangeUrl : credential.baseUrl);
}

async function isRegistered(hook: IHookFunctions, screen: EventScreen): Promise<boolean> {
	const place = placeOf(hook);
	const registration = registrationOf(hook, place);
	if (registration?.url !== urlOf(hook)) return false;
	const found = await subscriptionOf(hook, registration);
	const isLive = found?.state === 'Active' || found?.state === 'Failing';
	return isLive && isFor(found, chosenOf(hook, screen));
}

function isFor(found: IDataObject, { types, subject, symbol }: Chosen): boolean {
	const sorted = (list: unknown) => [list ?? []].flat().map(String).sort().join();
	const isSame = found.subject === subject && found.symbol === symbol;
	return isSame && sorted(found.types) === sorted(types);
}

async function register(hook: IHookFunctions, screen: EventScreen): Promise<void> {
	const [url, place] = [urlOf(hook), placeOf(hook)];
	const chosen = chosenOf(hook, screen);
	await refuseShared(hook, url);
	const earlier = await removeAt(hook, url);
	if (place === 'test') return await listen(hook, chosen, url);
	const service = await serviceOf(hook);
	const after = earlier ?? cursorOf(hook, service);
	const made = await subscribe(hook, { url, chosen, place, after });
	keepCursor(hook, service, after ?? Number(made.cursor));
	await requireReached(hook, { id: String(made.id), url });
}

/**
 * A manual test gets the newest event, or a sample. n8n completes the listener only after this
 * function returns, allows no call afterwards, and may hang for minutes if an event ends a listener
 * that is still being created; so this returns when the event has arrived.
 */
async function listen(hook: IHookFunctions, chosen: Chosen, url: string): Promise<void> {
	const newest = await newestEvent(hook, chosen);
	const after = newest && Number(newest.sequence) - 1;
	const hasCome = awaitFirst(hook);
	const { id } = await subscribe(hook, { url, chosen, place: 'test', after });
	if (newest === undefined) {
		void askForEvents(hook, 'testSubscription', { subscriptionId: String(id) }).catch(
			(error: unknown) => hook.logger.debug(`No sample was sent: ${String(error)}`),
		);
	}
	await Promise.race([hasCome, sleep(firstWaitMs)]);
}

async function unregister(hook: IHookFunctions): Promise<void> {
	const url = urlOf(hook);
	const place = (['live', 'test'] as const).find((one) => registrationOf(hook, one)?.url === url);
	try {
		const cursor = await removeAt(hook, url);
		if (place === 'live' && cursor !== undefined) {
			keepCursor(hook, await serviceOf(hook), cursor);
		}
	} catch (error) {
		// An unreachable service must not prevent unpublishing; the next registration removes it.
		hook.logger.warn(`${hook.getNode().name} was not removed at the service: ${String(error)}`);
	}
	if (place !== undefined) keepRegistration(hook, place, undefined);
}

function placeOf(hook: IHookFunctions): ListenMode {
	return hook.getMode() === 'manual' ? 'test' : 'live';
}

function urlOf(hook: IHookFunctions): string {
	const url = hook.getNodeWebhookUrl('default');
	if (url !== undefined) return url;
	throw new NodeOperationError(hook.getNode(), 'n8n has no address for this node');
}

/**
 * Imported workflows may have triggers with one webhook ID, and so one address. n8n hands an event to only
 * one of them, and the other would wait for ever without a word.
 */
async function refuseShared(hook: IHookFunctions, url: string): Promise<void> {
	const own = workflowMark(hook);
	const others = (await subscriptionsAt(hook, url)).filter(({ description, state }) => {
		const mark = markPattern.exec(String(description))?.[0] ?? own;
		return mark !== own && state !== 'Expired' && state !== 'Stopped';
	});
	const [other] = others;
	if (other === undefined) return;
	const name = String(other.description)
		.replace(markPattern, '')
		.replace(/^n8n: /, '')
		.trim();
	throw new NodeOperationError(hook.getNode(), `Another trigger has the same address: ${name}`, {
		description: `Both have one webhook ID, as copies of one imported workflow do, and only one of them would hear of events. Delete this node and add it anew, which gives it an ID of its own; or stop the other one. The address is ${url}.`,
	});
}

const markPattern = /\[\w+\]$/;

/** Stands at the end of a subscription's description, because names are changed. */
function workflowMark(trigger: Registering): string {
	return `[${String(trigger.getWorkflow().id ?? 'new').replace(/\W/g, '_')}]`;
}

async function subscriptionsAt(trigger: Registering, url: string): Promise<readonly IDataObject[]> {
	const listed: unknown = await askForEvents(trigger, 'listSubscriptions', {});
	return (Array.isArray(listed) ? (listed as IDataObject[]) : []).filter(
		(found) => found.url === url,
	);
}

/** Deletes all subscriptions for the address; returns the last delivered sequence. */
async function removeAt(trigger: Registering, url: string): Promise<number | undefined> {
	let cursor: number | undefined;
	for (const found of await subscriptionsAt(trigger, url)) {
		cursor = Math.min(cursor ?? Infinity, await behind(trigger, found));
		await askForEvents(trigger, 'deleteSubscription', { subscriptionId: String(found.id) });
	}
	return cursor;
}

/** The last sequence up to which everything was delivered. */
export async function behind(trigger: Registering, found: IDataObject): Promise<number> {
	if (found.waiting === 0) return Number(found.cursor);
	const asked = { subscriptionId: String(found.id), state: 'Waiting', limit: 1 };
	const waiting: unknown = await askForEvents(trigger, 'listDeliveries', asked);
	const [first] = Array.isArray(waiting) ? (waiting as IDataObject[]) : [];
	return first === undefined ? Number(found.cursor) : Number(first.sequence) - 1;
}

/** The subscription at the service; undefined if it is unknown there. */
export async function subscriptionOf(
	trigger: Registering,
	{ id, service }: Registration,
): Promise<IDataObject | undefined> {
	if (service !== (await serviceOf(trigger))) return undefined;
	const found = askForEvents(trigger, 'getSubscription', { subscriptionId: id });
	return await found.catch((error: unknown) => {
		if (error instanceof NodeApiError && error.httpCode === '404') return undefined;
		throw error;
	});
}

interface Wanted {
	readonly url: string;
	readonly chosen: Chosen;
	readonly place: ListenMode;
	/** Begin after this event; undefined: now. */
	readonly after: number | undefined;
}

export async function subscribe(trigger: Registering, wanted: Wanted): Promise<IDataObject> {
	const { url, chosen, place, after } = wanted;
	const { name: workflow = '' } = trigger.getWorkflow();
	const mark = workflowMark(trigger);
	const named = `n8n: ${trigger.getNode().name} of ${workflow}`.slice(0, 199 - mark.length);
	const values = {
		url,
		...filterOf(chosen),
		after,
		description: `${named} ${mark}`,
	};
	const made = await askForEvents(trigger, 'createSubscription', values).catch((error: unknown) => {
		throw isRefusedWith('Request_Invalid', error)
			? notReached(trigger, url, String(error.message))
			: error;
	});
	keepRegistration(trigger, place, {
		id: String(made.id),
		url,
		service: await serviceOf(trigger),
		secrets: [String(made.secret)],
	});
	return made;
}

/**
 * An unreachable node would be noticed late, so publishing it ends in an error. Where n8n publishes in
 * the background, it calls the workflow published nevertheless, and the error stands in its log.
 */
async function requireReached(hook: IHookFunctions, { id, url }: { id: string; url: string }) {
	const { isReached, reason } = await reach(hook, id);
	if (isReached) return;
	await unregister(hook);
	throw notReached(hook, url, reason);
}

export interface Reached {
	/** True if this node answered. */
	readonly isReached: boolean;
	/** It answered, but does not know the secret. */
	readonly hasWrongSecret: boolean;
	readonly reason: string;
}

/** Lets the service send a test; this node answers 401 if it does not know the secret. */
export async function reach(trigger: Registering, subscriptionId: string): Promise<Reached> {
	const answer = await askForEvents(trigger, 'testSubscription', { subscriptionId });
	const hasWrongSecret = answer.status === 401;
	return {
		isReached: answer.isDelivered === true || hasWrongSecret,
		hasWrongSecret,
		reason: String(answer.reason ?? ''),
	};
}

function notReached(trigger: Registering, url: string, reason: string): NodeOperationError {
	return new NodeOperationError(trigger.getNode(), `The service cannot send events to ${url}`, {
		// n8n replaces a message that contains a connection error code.
		description:
			`What it met: ${reason}. ` +
			"Set WEBHOOK_URL of n8n to an address that the service reaches, by https or on its own machine, or have its operator open your network in WEBHOOK_NETWORKS. Or choose 'Poll' in 'Delivery'.",
	});
}
