/**
 * List search of the editor: lists the records of a list operation, newest first, each with name,
 * state and day. The interface lists by creation and has no search, so all records are fetched.
 */
import {
	NodeOperationError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';
import type { Area } from '../../api/endpoints';
import type { Operation } from '../../api/types';
import { callForJson } from './call/call';
import { isRefusedWith } from './failure';
import { pageAfter, pageMaxOf } from './pages';
import { endpointOf } from './screen';
import { productIdFor, productLabel } from './products';
import type { WireValues } from './call/wire-values';

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** How many are offered at a time. */
const shownMax = 100;

async function productValues(editor: ILoadOptionsFunctions, area: Area): Promise<WireValues> {
	if (area === 'storage' || area === 'exchange') return {};
	const chosen = fixedValue(editor, { parameter: 'options.productId', label: productLabel });
	return { productId: await productIdFor(editor, area, { chosen }) };
}

function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null;
}

/** The name of a record: a field, or a function. */
type NameOf = string | ((record: IDataObject) => string);

/** Where a list's records are, if the reply is not simply the list. */
interface ListPlace {
	/** The records stand in this field of the reply. */
	readonly recordsIn?: string;
	/** The list belongs to the record that this parameter names. */
	readonly of?: Chosen;
	/** The operation for a caller who may only see their own records. */
	readonly own?: string;
	/** The field with the id, if not `id`. */
	readonly idIn?: string;
	/** The list comes the newest first. */
	readonly isNewestFirst?: true;
}

/** State shown with a record: always for a contract, for other records unless confirmed. */
function stateOf({ contractStatus, reason, blockchainStatus }: IDataObject): string[] {
	const state = reason ?? contractStatus ?? blockchainStatus;
	return typeof state === 'string' && state !== 'Confirmed' ? [state] : [];
}

/** A market, with its status unless it trades. */
export function marketName({ symbol, status }: IDataObject): string {
	return status === 'TRADING' ? String(symbol) : `${String(symbol)}, ${String(status)}`;
}

function dayOf({ creationDate, timestamp, createdAt }: IDataObject, timeZone: string): string[] {
	const moment = new Date((creationDate ?? timestamp ?? createdAt) as string | number);
	// The Canadian format is ISO 8601.
	return Number.isNaN(moment.getTime())
		? []
		: [new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment)];
}

function entry(
	record: IDataObject,
	{ nameOf, idIn = 'id', timeZone }: Naming,
): INodeListSearchItems {
	const name = typeof nameOf === 'string' ? record[nameOf] : nameOf(record);
	const id = String(record[idIn]);
	const words = [String(name ?? id), ...stateOf(record), ...dayOf(record, timeZone)];
	return { name: words.join(', '), value: id };
}

interface Naming {
	readonly nameOf: NameOf;
	readonly idIn?: string | undefined;
	readonly timeZone: string;
}

interface Chosen {
	readonly parameter: string;
	readonly label: string;
}

/** Empty if nothing is chosen. An expression has a value only at run time. */
function fixedValue(editor: ILoadOptionsFunctions, { parameter, label }: Chosen): string {
	const chosen: unknown = editor.getCurrentNodeParameter(parameter);
	const value = isRecord(chosen) ? chosen.value : chosen;
	const id = typeof value === 'string' ? value.trim() : '';
	if (id.startsWith('=')) throw nothingFixed(editor, label);
	return id;
}

function nothingFixed(editor: ILoadOptionsFunctions, label: string): NodeOperationError {
	return new NodeOperationError(editor.getNode(), `'${label}' has no fixed value to list for`, {
		description: `Choose one in '${label}' first, or enter the ID here.`,
	});
}

function ownerValues(editor: ILoadOptionsFunctions, { of }: ListPlace): WireValues {
	if (of === undefined) return {};
	const id = fixedValue(editor, of);
	if (id === '') throw nothingFixed(editor, of.label);
	return { [of.parameter]: id };
}

interface List {
	readonly area: Area;
	readonly operation: string;
	readonly place: ListPlace;
	readonly values: WireValues;
}

/** All records of a list, in order of creation. */
async function allRecords(editor: ILoadOptionsFunctions, list: List): Promise<IDataObject[]> {
	const { area, operation, place, values } = list;
	const endpoint = endpointOf(area, operation);
	const pageMax = pageMaxOf(endpoint);
	const records: IDataObject[] = [];
	for (;;) {
		const { begin, again } = pageAfter(endpoint, records);
		const page = { limit: pageMax, ...begin };
		const reply = await callForJson(editor, { area, endpoint, values: { ...values, ...page } });
		const { recordsIn } = place;
		const listed: unknown = recordsIn !== undefined && isRecord(reply) ? reply[recordsIn] : reply;
		const found: unknown[] = Array.isArray(listed) ? listed : [];
		records.push(...found.slice(again).filter(isRecord));
		if (found.length < pageMax) return records;
	}
}

/** All records, or the caller's own if the role for all is missing. */
function seenRecords(editor: ILoadOptionsFunctions, list: List): Promise<IDataObject[]> {
	const { own } = list.place;
	const all = allRecords(editor, list);
	if (own === undefined) return all;
	return all.catch((error: unknown) => {
		if (!isRefusedWith('Auth_RoleMissing', error)) throw error;
		return allRecords(editor, { ...list, operation: own });
	});
}

/** An ID that was pasted; whole, since parts of one stand in many. */
function isId(value: INodeListSearchItems['value'], wanted: string): boolean {
	return String(value).toLowerCase() === wanted;
}

/** The search method over a list operation. */
export function listSearch<A extends Area>(
	area: A,
	operation: Operation<A> & string,
	nameOf: NameOf,
	place: ListPlace & { readonly own?: Operation<A> } = {},
): ListSearch {
	return async function (filter, paginationToken) {
		const values = { ...(await productValues(this, area)), ...ownerValues(this, place) };
		const records = await seenRecords(this, { area, operation, place, values });
		const naming = { nameOf, idIn: place.idIn, timeZone: this.getTimezone() };
		const newestFirst = place.isNewestFirst === true ? records : records.reverse();
		const wanted = (filter ?? '').trim().toLowerCase();
		const results = newestFirst
			.map((record) => entry(record, naming))
			.filter(({ name, value }) => name.toLowerCase().includes(wanted) || isId(value, wanted));
		const first = Number(paginationToken ?? 0);
		const next = first + shownMax;
		const shown = results.slice(first, next);
		return next < results.length
			? { results: shown, paginationToken: String(next) }
			: { results: shown };
	};
}
