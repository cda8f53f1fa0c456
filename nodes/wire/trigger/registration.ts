/**
 * What is known of a trigger node's registration at the service. n8n keeps it in the static data of the
 * node, but only once a call of ours has ended, and over what another call has kept meanwhile. So this
 * process remembers it as well, with the events that were answered for, and puts it back with each event.
 */
import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

/** Of a published workflow, or of a person who listens in the editor. */
export type Place = 'live' | 'test';

export interface Registration {
	/** Of the subscription at the service. */
	readonly id: string;
	readonly url: string;
	/** The address of the service that gave it. */
	readonly service: string;
	/** The newest first; the one before is good for what is under way. */
	readonly secrets: readonly string[];
	/** The service could not reach n8n when it was asked last. */
	readonly isUnreached?: boolean;
}

type Trigger = IHookFunctions | IPollFunctions | IWebhookFunctions;

/** As many as one commit of the service may have to tell again. */
const toldMax = 256;

interface Remembered {
	registration?: Registration;
	/** This process has looked after it before. */
	isLookedAfter?: boolean;
	/** Told when the first event, or a sample, comes for who listens. */
	onFirst?: () => void;
	readonly told: Set<string>;
	/** Whose workflow is being started. */
	readonly open: Set<string>;
}

const remembered = new Map<string, Remembered>();

function memoryOf(trigger: Trigger, place: Place): Remembered {
	const key = `${place} ${trigger.getWorkflow().id} ${trigger.getNode().id}`;
	const known: Remembered = remembered.get(key) ?? {
		told: new Set<string>(),
		open: new Set<string>(),
	};
	remembered.set(key, known);
	return known;
}

export function registrationOf(trigger: Trigger, place: Place): Registration | undefined {
	return memoryOf(trigger, place).registration ?? keptRegistration(trigger, place);
}

function keptRegistration(trigger: Trigger, place: Place): Registration | undefined {
	const kept = trigger.getWorkflowStaticData('node')[place];
	return kept === undefined ? undefined : (kept as unknown as Registration);
}

export function keepRegistration(
	trigger: Trigger,
	place: Place,
	registration: Registration | undefined,
): void {
	const kept = trigger.getWorkflowStaticData('node');
	memoryOf(trigger, place).registration = registration;
	if (registration === undefined) delete kept[place];
	else kept[place] = { ...registration, secrets: [...registration.secrets] };
}

/** What is remembered may be older where other processes call the service, too. */
export function secretsOf(trigger: Trigger, place: Place): readonly string[] {
	const kept = keptRegistration(trigger, place)?.secrets ?? [];
	return [...new Set([...(registrationOf(trigger, place)?.secrets ?? []), ...kept])];
}

/** Everything up to it has come, from the service that is named beside it. */
export function cursorOf(trigger: Trigger, service: string): number | undefined {
	const kept = trigger.getWorkflowStaticData('node');
	return kept.service === service && typeof kept.cursor === 'number' ? kept.cursor : undefined;
}

export function keepCursor(trigger: Trigger, service: string, cursor: number): void {
	Object.assign(trigger.getWorkflowStaticData('node'), { cursor, service });
}

/** Whether n8n has just started; the service may have given up for a while by then. */
export function isFirstLook(trigger: Trigger): boolean {
	const memory = memoryOf(trigger, 'live');
	const isFirst = memory.isLookedAfter !== true;
	memory.isLookedAfter = true;
	return isFirst;
}

export type Standing = 'NEW' | 'OPEN' | 'TOLD';

/** Whether an event has started the workflow already. */
export function standingOf(trigger: Trigger, id: string): Standing {
	const { told, open } = memoryOf(trigger, 'live');
	const { told: kept } = trigger.getWorkflowStaticData('node');
	if (told.has(id) || (Array.isArray(kept) && kept.map(String).includes(id))) return 'TOLD';
	return open.has(id) ? 'OPEN' : 'NEW';
}

/**
 * Notes an event that starts the workflow. n8n keeps the note if it has started; what is to be called
 * when it is answered says whether it has, so that one that has not is taken when it comes again.
 */
export function noteEvent(trigger: Trigger, id: string): (hasStarted: boolean) => void {
	const { registration, told, open } = memoryOf(trigger, 'live');
	if (registration !== undefined) keepRegistration(trigger, 'live', registration);
	const kept = trigger.getWorkflowStaticData('node');
	const before = Array.isArray(kept.told) ? kept.told.map(String) : [];
	kept.told = [...new Set([...before, ...told, id])].slice(-toldMax);
	open.add(id);
	return (hasStarted) => {
		open.delete(id);
		if (!hasStarted) return;
		told.add(id);
		for (const oldest of [...told].slice(0, -toldMax)) told.delete(oldest);
	};
}

/** Those of a poll start the workflow together. */
export function noteEvents(trigger: Trigger, events: readonly IDataObject[]): void {
	for (const { id } of events) noteEvent(trigger, String(id))(true);
}

/** Settles when `firstHasCome` is called. */
export function awaitFirst(trigger: Trigger): Promise<void> {
	return new Promise((resolve) => {
		memoryOf(trigger, 'test').onFirst = resolve;
	});
}

export function firstHasCome(trigger: Trigger): void {
	memoryOf(trigger, 'test').onFirst?.();
}
