/**
 * Asks the service for events: which of them a trigger node is for, those behind a cursor, and the newest
 * one for a person who tries the node.
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

/** What a trigger node is for. */
export interface Chosen {
	readonly types: readonly string[];
	readonly subject?: string;
	/** At the exchange, a market in the place of a subject. */
	readonly symbol?: string;
	/** The service tells of a whole product; what lies in another folder is left out here. */
	readonly folderId?: string;
}

/** Asked for at a time, and asked for at most in a row; the next poll goes on. */
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

/** A trigger has no items, so that a parameter has one value. */
function parameter(context: Caller, name: string): unknown {
	const read = context.getNodeParameter.bind(context) as (
		name: string,
		fallback: undefined | '',
		options: { readonly extractValue: boolean },
	) => unknown;
	return read(name, '', { extractValue: true });
}

/** What the service itself leaves out. */
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

/** Which of the programs tells what a trigger is for; their calls have the same names. */
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

/** Where to begin for whoever wants what happens from now on. */
export async function newestCursor(context: Caller, chosen: Chosen): Promise<number> {
	return (await eventPage(context, { ...filterOf(chosen), latest: true, limit: 1 })).cursor;
}

/** What has happened behind a cursor, and where to go on. */
export async function eventsBehind(
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

/** The service keeps events for some days; an n8n that was away for longer has missed some. */
function warnOfMissed(context: Caller, after: number, oldestSequence: number): void {
	if (after + 1 >= oldestSequence) return;
	context.logger.warn(
		`${context.getNode().name}: events before ${oldestSequence} are not kept any more; those since ${after} were missed.`,
	);
}

/** What happened last of what is chosen. */
export async function newestEvent(
	context: Caller,
	chosen: Chosen,
): Promise<IDataObject | undefined> {
	const limit = chosen.folderId === undefined ? 1 : pageMax;
	const newest = await eventPage(context, { ...filterOf(chosen), latest: true, limit });
	return newest.events.findLast((event) => isChosen(chosen, event));
}

/** What an event of a type looks like, for whoever has none yet. */
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
