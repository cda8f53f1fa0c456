/**
 * List search for the editor: offers the records of a list operation by name wherever an id is
 * asked for. Without a filter it pages; with one it looks through pages of full size, because
 * the interface itself has no search.
 */
import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
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

function entry(record: IDataObject, nameField: string): INodeListSearchItems {
	return { name: String(record[nameField] ?? record.id), value: String(record.id) };
}

/** The search method over a list operation; `nameField` is what a person knows a record by. */
export function listSearch<A extends Area>(
	area: A,
	operation: Operation<A> & string,
	nameField: string,
): ListSearch {
	return async function (filter, paginationToken) {
		const limit = filter === undefined || filter === '' ? pageSizes.plain : pageSizes.filtered;
		const offset = Number(paginationToken ?? 0);
		const reply = await callForJson(this, {
			area,
			endpoint: endpointOf(area, operation),
			values: { ...(await productValues(this, area)), limit, offset },
		});
		const records: unknown[] = Array.isArray(reply) ? reply : [];
		const results = records
			.filter(isRecord)
			.map((record) => entry(record, nameField))
			.filter(({ name }) => name.toLowerCase().includes((filter ?? '').toLowerCase()));
		return records.length < limit
			? { results }
			: { results, paginationToken: String(offset + limit) };
	};
}
