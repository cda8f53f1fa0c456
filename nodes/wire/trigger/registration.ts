/**
 * Stores a trigger node's registration. n8n saves the node's static data only after our call has
 * ended, and overwrites what another call has saved meanwhile. So this process also keeps it in
 * memory, with the answered events, and writes it again with each event.
 */
import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

/** live: a published workflow. test: somebody listens in the editor. */
export type ListenMode = 'live' | 'test';

export interface Registration {
	/** Id of the subscription at the service. */
	readonly id: string;
	readonly url: string;
	/** Address of the service that created it. */
	readonly service: string;
	/** The newest first; the previous one is valid for deliveries in flight. */
	readonly secrets: readonly string[];
	/** The service could not reach n8n at the last check. */
	readonly isUnreached?: boolean;
}

type Trigger = IHookFunctions | IPollFunctions | IWebhookFunctions;

/** As many events as one transaction of the service may send again. */
const toldMax = 256;

interface TriggerMemory {
	registration?: Registration;
	/** This process has checked it before. */
	isLookedAfter?: boolean;
	/** Called when the first event, or a sample, arrives at a listener. */
	onFirst?: () => void;
	readonly told: Set<string>;
	/** Events whose workflow is being started. */
	readonly open: Set<string>;
}

const memories = new Map<string, TriggerMemory>();

function memoryOf(trigger: Trigger, place: ListenMode): TriggerMemory {
	const key = `${place} ${trigger.getWorkflow().id} ${trigger.getNode().id}`;
	const known: TriggerMemory = memories.get(key) ?? {
		told: new Set<string>(),
		open: new Set<string>(),
	};
	memories.set(key, known);
	return known;
}

export function registrationOf(trigger: Trigger, place: ListenMode): Registration | undefined {
	return memoryOf(trigger, place).registration ?? keptRegistration(trigger, place);
}

function keptRegistration(trigger: Trigger, place: ListenMode): Registration | undefined {
	const kept = trigger.getWorkflowStaticData('node')[place];
	return kept === undefined ? undefined : (kept as unknown as Registration);
}

export function keepRegistration(
	trigger: Trigger,
	place: ListenMode,
	registration: Registration | undefined,
): void {
	const kept = trigger.getWorkflowStaticData('node');
	memoryOf(trigger, place).registration = registration;
	if (registration === undefined) delete kept[place];
	else kept[place] = { ...registration, secrets: [...registration.secrets] };
}

/** The memory may be outdated if other processes call the service, too. */
export function secretsOf(trigger: Trigger, place: ListenMode): readonly string[] {
	const kept = keptRegistration(trigger, place)?.secrets ?? [];
	return [...new Set([...(registrationOf(trigger, place)?.secrets ?? []), ...kept])];
}

/** Everything up to this sequence was received from this service. */
export function cursorOf(trigger: Trigger, service: string): number | undefined {
	const kept = trigger.getWorkflowStaticData('node');
	return kept.service === service && typeof kept.cursor === 'number' ? kept.cursor : undefined;
}

export function keepCursor(trigger: Trigger, service: string, cursor: number): void {
	Object.assign(trigger.getWorkflowStaticData('node'), { cursor, service });
}

/** True at the first check after n8n's start; the service may have given up by then. */
export function isFirstLook(trigger: Trigger): boolean {
	const memory = memoryOf(trigger, 'live');
	const isFirst = memory.isLookedAfter !== true;
	memory.isLookedAfter = true;
	return isFirst;
}

export type Standing = 'NEW' | 'OPEN' | 'TOLD';

/** Tells if an event has started the workflow already. */
export function standingOf(trigger: Trigger, id: string): Standing {
	const { told, open } = memoryOf(trigger, 'live');
	const { told: kept } = trigger.getWorkflowStaticData('node');
	if (told.has(id) || (Array.isArray(kept) && kept.map(String).includes(id))) return 'TOLD';
	return open.has(id) ? 'OPEN' : 'NEW';
}

/**
 * Records an event that starts the workflow. n8n saves the record if it has started; call the
 * returned function with the result, so that an event whose start failed is accepted again.
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

/** Events of a poll start the workflow together. */
export function noteEvents(trigger: Trigger, events: readonly IDataObject[]): void {
	for (const { id } of events) noteEvent(trigger, String(id))(true);
}

/** Resolves when `firstHasCome` is called. */
export function awaitFirst(trigger: Trigger): Promise<void> {
	return new Promise((resolve) => {
		memoryOf(trigger, 'test').onFirst = resolve;
	});
}

export function firstHasCome(trigger: Trigger): void {
	memoryOf(trigger, 'test').onFirst?.();
}
