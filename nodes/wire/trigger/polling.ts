/**
 * `poll` of a trigger node, which n8n calls at its start and at the poll times. In polling mode it
 * reads the events after a cursor. In webhook mode it checks the registration: a lost one is made
 * again, a stopped one resumes, and while the service cannot reach n8n the events are fetched.
 */
import type { INodeExecutionData, IDataObject, IPollFunctions } from 'n8n-workflow';
import { nowMs } from '../clock';
import {
	askForEvents,
	chosenOf,
	eventsAfter,
	newestCursor,
	newestEvent,
	sampleFor,
	type Chosen,
} from './event-stream';
import type { EventScreen } from './events';
import { behind, reach, serviceOf, subscribe, subscriptionOf } from './registering';
import {
	cursorOf,
	isFirstLook,
	keepCursor,
	keepRegistration,
	noteEvents,
	registrationOf,
	standingOf,
	type Registration,
} from './registration';

type Polled = INodeExecutionData[][] | null;

/** n8n saves static data only if a workflow starts; this starts one without items. */
const keepOnly: Polled = [[]];

/** Deliveries in flight are signed with the previous secret as well. */
const graceHours = 24;

/** If its next attempt is sooner, the service retries by itself. */
const soonMs = 60_000;

export async function pollEvents(poll: IPollFunctions, screen: EventScreen): Promise<Polled> {
	const chosen = chosenOf(poll, screen);
	if (poll.getMode() === 'manual') {
		return [[{ json: (await newestEvent(poll, chosen)) ?? sampleFor(chosen) }]];
	}
	const registration = registrationOf(poll, 'live');
	const isSent = poll.getNodeParameter('delivery', 'webhook') !== 'poll';
	return isSent && registration !== undefined
		? await lookAfter(poll, chosen, registration)
		: await fetchBehind(poll, chosen);
}

/** The first call only stores the cursor. */
async function fetchBehind(poll: IPollFunctions, chosen: Chosen): Promise<Polled> {
	// A cursor is valid only for the service that gave it.
	const service = await serviceOf(poll);
	const after = cursorOf(poll, service);
	if (after === undefined) {
		keepCursor(poll, service, await newestCursor(poll, chosen));
		return null;
	}
	const { found, cursor } = await eventsAfter(poll, chosen, after);
	keepCursor(poll, service, cursor);
	return startWith(found);
}

function startWith(events: readonly IDataObject[]): Polled {
	return events.length === 0 ? null : [events.map((json) => ({ json }))];
}

/**
 *   At the service     Action
 *   unknown            register again after the cursor
 *   active             store the cursor
 *   retries soon       nothing, unless n8n has just started
 *   has given up       reachable: replay from the cursor, with a new secret if ours is wrong;
 *                      not reachable: fetch
 */
async function lookAfter(
	poll: IPollFunctions,
	chosen: Chosen,
	registration: Registration,
): Promise<Polled> {
	const found = await subscriptionOf(poll, registration);
	if (found === undefined) return await registerAgain(poll, chosen, registration);
	const { id, service } = registration;
	const after = Math.max(await behind(poll, found), cursorOf(poll, service) ?? 0);
	keepCursor(poll, service, after);
	const isAwaited = isFirstLook(poll) || registration.isUnreached === true;
	if (found.state === 'Active' || found.state === 'Stopped') return null;
	if (triesSoon(found) && !isAwaited) return null;
	const { isReached, hasWrongSecret, reason } = await reach(poll, id);
	if (isReached) {
		if (hasWrongSecret) await takeSecret(poll, registration);
		else keepRegistration(poll, 'live', { ...registration, isUnreached: false });
		await askForEvents(poll, 'replaySubscription', { subscriptionId: id, after });
		return hasWrongSecret ? keepOnly : null;
	}
	warn(poll, `the service does not reach ${registration.url} (${reason}); events are fetched`);
	return await fetchUnsent(poll, chosen, registration);
}

/** Fetched events must not be sent again: the registration begins anew after them. */
async function fetchUnsent(
	poll: IPollFunctions,
	chosen: Chosen,
	{ id, url, service }: Registration,
): Promise<Polled> {
	const { found, cursor } = await eventsAfter(poll, chosen, cursorOf(poll, service) ?? 0);
	const isNew = ({ id: event }: IDataObject) => standingOf(poll, String(event)) === 'NEW';
	const events = found.filter(isNew);
	if (events.length === 0) return null;
	await askForEvents(poll, 'deleteSubscription', { subscriptionId: id });
	await subscribe(poll, { url, chosen, place: 'live', after: cursor });
	const made = registrationOf(poll, 'live');
	if (made !== undefined) keepRegistration(poll, 'live', { ...made, isUnreached: true });
	keepCursor(poll, service, cursor);
	noteEvents(poll, events);
	return startWith(events);
}

function triesSoon({ state, nextAttempt }: IDataObject): boolean {
	return state === 'Failing' && Date.parse(String(nextAttempt)) - nowMs() < soonMs;
}

/** Events that happened meanwhile are after the cursor, and are sent. */
async function registerAgain(
	poll: IPollFunctions,
	chosen: Chosen,
	{ url }: Registration,
): Promise<Polled> {
	const service = await serviceOf(poll);
	const after = cursorOf(poll, service);
	warn(poll, `the service does not know its registration any more; it is made again`);
	const made = await subscribe(poll, { url, chosen, place: 'live', after });
	keepCursor(poll, service, after ?? Number(made.cursor));
	return keepOnly;
}

/** Requests a new secret; the previous one stays valid for deliveries in flight. */
async function takeSecret(poll: IPollFunctions, registration: Registration): Promise<void> {
	const { id, secrets } = registration;
	// n8n sends no empty body, but the service requires one.
	const asked = { subscriptionId: id, graceHours };
	const changed = await askForEvents(poll, 'rotateSubscriptionSecret', asked);
	const [before] = secrets;
	keepRegistration(poll, 'live', {
		...registration,
		secrets: [String(changed.secret), ...(before === undefined ? [] : [before])],
	});
}

function warn(poll: IPollFunctions, text: string): void {
	poll.logger.warn(`${poll.getNode().name}: ${text}.`);
}
