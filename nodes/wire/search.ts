/**
 * List search for the editor: offers the records of a list operation by name wherever an id is
 * asked for. Without a filter it pages; with one it looks through pages of full size, because
 * the interface itself has no search.
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
import { callForJson, credentialName } from './call';
import { endpointOf } from './screen';
import type { WireValues } from './values';

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

const pageSizes = { plain: 100, filtered: 5000 };

async function productValues(editor: ILoadOptionsFunctions, area: Area): Promise<WireValues> {
	if (area === 'storage') return {};
	const chosen = editor.getCurrentNodeParameter('options.productId');
	if (typeof chosen === 'string' && chosen.trim() !== '') return { productId: chosen.trim() };
	const credential = await editor.getCredentials(credentialName);
	return { productId: String(credential[`${area}ProductId`] ?? '').trim() };
}

function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null;
}

/** What a person knows a record by: one of its fields, or what is made of them. */
type NameOf = string | ((record: IDataObject) => string);

function entry(record: IDataObject, nameOf: NameOf): INodeListSearchItems {
	const name = typeof nameOf === 'string' ? record[nameOf] : nameOf(record);
	return { name: String(name ?? record.id), value: String(record.id) };
}

/** Where a list does not come by itself. */
interface ListPlace {
	/** The records stand in this field of the reply. */
	readonly recordsIn?: string;
	/** The list belongs to what this parameter of the node names. */
	readonly of?: { readonly parameter: string; readonly label: string };
}

function ownerValues(editor: ILoadOptionsFunctions, { of }: ListPlace): WireValues {
	if (of === undefined) return {};
	const chosen: unknown = editor.getCurrentNodeParameter(of.parameter);
	const value = isRecord(chosen) ? chosen.value : chosen;
	const id = typeof value === 'string' ? value.trim() : '';
	// What an expression gives is known when the workflow runs.
	if (id !== '' && !id.startsWith('=')) return { [of.parameter]: id };
	throw new NodeOperationError(editor.getNode(), `'${of.label}' has no fixed value to list for`, {
		description: `Choose one in '${of.label}' first, or enter the ID here.`,
	});
}

/** The search method over a list operation. */
export function listSearch<A extends Area>(
	area: A,
	operation: Operation<A> & string,
	nameOf: NameOf,
	place: ListPlace = {},
): ListSearch {
	return async function (filter, paginationToken) {
		const limit = filter === undefined || filter === '' ? pageSizes.plain : pageSizes.filtered;
		const offset = Number(paginationToken ?? 0);
		const reply = await callForJson(this, {
			area,
			endpoint: endpointOf(area, operation),
			values: {
				...(await productValues(this, area)),
				...{ ...ownerValues(this, place), limit, offset },
			},
		});
		const { recordsIn } = place;
		const listed: unknown = recordsIn !== undefined && isRecord(reply) ? reply[recordsIn] : reply;
		const records: unknown[] = Array.isArray(listed) ? listed : [];
		const results = records
			.filter(isRecord)
			.map((record) => entry(record, nameOf))
			.filter(({ name }) => name.toLowerCase().includes((filter ?? '').toLowerCase()));
		return records.length < limit
			? { results }
			: { results, paginationToken: String(offset + limit) };
	};
}
