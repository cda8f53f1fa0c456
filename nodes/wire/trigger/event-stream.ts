/**
 * Reads events from the service: the filter of a trigger node, events after a cursor, and the
 * newest one for a manual test.
 */
import type { IDataObject } from 'n8n-workflow';
import type { ModelField } from '../../../api/language/description';
import { events, type EventType } from '../../../api/events/events';
import { models } from '../../../api/models';
import type { Operation } from '../../../api/types';
import { callForJson, type Caller } from '../call/call';
import { eventTypesFor, type EventScreen } from './events';
import { endpointOf } from '../screen';
import type { WireValues } from '../call/wire-values';

/** The filter of a trigger node. */
export interface Chosen {
	readonly types: readonly string[];
	readonly subject?: string;
	/** At the exchange, a market instead of a subject. */
	readonly symbol?: string;
	/** The service filters by product only; other folders are filtered here. */
	readonly folderId?: string;
}

/** Events per page, and most pages per poll; the next poll continues. */
const pageMax = 1000;
const pagesMax = 5;

export function chosenOf(context: Caller, screen: EventScreen): Chosen {
	const types = parameter(context, 'events') as readonly string[] | undefined;
	const subject = idOf(context, 'subject');
	const folderId = screen.folders === undefined ? undefined : idOf(context, 'folder');
	return {
		types: types === undefined || types.length === 0 ? eventTypesFor(screen) : types,
		...(subject !== undefined && { [isAtExchange(context) ? 'symbol' : 'subject']: subject }),
		...(folderId !== undefined && { folderId }),
	};
}

function idOf(context: Caller, name: string): string | undefined {
	const id = parameter(context, name);
	return typeof id === 'string' && id.trim() !== '' ? id.trim() : undefined;
}

/** A trigger has no items, so a parameter has one value. */
function parameter(context: Caller, name: string): unknown {
	const read = context.getNodeParameter.bind(context) as (
		name: string,
		fallback: undefined | '',
		options: { readonly extractValue: boolean },
	) => unknown;
	return read(name, '', { extractValue: true });
}

/** The part of the filter that the service applies. */
export function filterOf({ types, subject, symbol }: Chosen): WireValues {
	return {
		types,
		...(subject !== undefined && { subject }),
		...(symbol !== undefined && { symbol }),
	};
}

export function isChosen({ folderId }: Chosen, { data }: IDataObject): boolean {
	return folderId === undefined || (data as IDataObject | undefined)?.folderId === folderId;
}

interface EventPage {
	readonly events: readonly IDataObject[];
	readonly cursor: number;
	readonly hasMore: boolean;
	readonly oldestSequence: number;
}

/** True if the trigger reads events of the exchange; both programs have the same operations. */
export function isAtExchange(context: Caller): boolean {
	return context.getNode().parameters.program === 'exchange';
}

/** Makes a call about events. */
export async function askForEvents(
	context: Caller,
	operation: Operation<'platform'>,
	values: WireValues,
): Promise<IDataObject> {
	const area = isAtExchange(context) ? 'exchange' : 'platform';
	const endpoint = endpointOf(area, operation);
	return (await callForJson(context, { area, endpoint, values })) as IDataObject;
}

async function eventPage(context: Caller, values: WireValues): Promise<EventPage> {
	return (await askForEvents(context, 'listEvents', values)) as unknown as EventPage;
}

/** The cursor for events from now on. */
export async function newestCursor(context: Caller, chosen: Chosen): Promise<number> {
	return (await eventPage(context, { ...filterOf(chosen), latest: true, limit: 1 })).cursor;
}

/** Returns the events after a cursor, and the new cursor. */
export async function eventsAfter(
	context: Caller,
	chosen: Chosen,
	after: number,
): Promise<{ readonly found: readonly IDataObject[]; readonly cursor: number }> {
	const found: IDataObject[] = [];
	let cursor = after;
	for (let pages = 0; pages < pagesMax; pages++) {
		const page = await eventPage(context, { ...filterOf(chosen), after: cursor, limit: pageMax });
		if (pages === 0) warnOfMissed(context, after, page.oldestSequence);
		found.push(...page.events.filter((event) => isChosen(chosen, event)));
		cursor = page.cursor;
		if (!page.hasMore) break;
	}
	return { found, cursor };
}

/** The service keeps events for some days; an n8n that was down for longer has missed some. */
function warnOfMissed(context: Caller, after: number, oldestSequence: number): void {
	if (after + 1 >= oldestSequence) return;
	context.logger.warn(
		`${context.getNode().name}: events before ${oldestSequence} are not kept any more; those since ${after} were missed.`,
	);
}

/** The newest event that passes the filter. */
export async function newestEvent(
	context: Caller,
	chosen: Chosen,
): Promise<IDataObject | undefined> {
	const limit = chosen.folderId === undefined ? 1 : pageMax;
	const newest = await eventPage(context, { ...filterOf(chosen), latest: true, limit });
	return newest.events.findLast((event) => isChosen(chosen, event));
}

/** An example event, if there is none yet. */
export function sampleOf(type: string): IDataObject {
	const { version, model } = events[type as EventType];
	const described: Readonly<Record<string, ModelField>> = models[model];
	return { ...examplesOf(models.Event), type, version, data: examplesOf(described) };
}

export function sampleFor({ types }: Chosen): IDataObject {
	return sampleOf(String(types[0]));
}

function examplesOf(fields: Readonly<Record<string, ModelField>>): IDataObject {
	const examples: IDataObject = {};
	for (const [name, field] of Object.entries(fields)) examples[name] = exampleOf(field);
	return examples;
}

function exampleOf({ example, choices, type }: ModelField): IDataObject[string] {
	if (example !== undefined) return example;
	return choices?.[0] ?? (type === 'boolean' ? false : null);
}
