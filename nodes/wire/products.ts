/**
 * Finds the product a node works in: the one chosen in the node, else that of the credential, else
 * the only one of its kind that the key may use. Also lists the products to choose from.
 */
import {
	NodeOperationError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodePropertyOptions,
} from 'n8n-workflow';
import type { Area } from '../../api/endpoints';
import { callForJson, credentialOf, type Caller } from './call/call';
import { endpointOf } from './screen';

/** Name of a product's kind in the credential and on the wire. */
const kindOf = (area: Area) => area.charAt(0).toUpperCase() + area.slice(1);

/** n8n prescribes these words for a fetched list. */
export const productLabel = 'Product Name or ID';

/** `methods.loadOptions.getProducts` of a node. */
export function productOptions(area: Area) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const products = await productsOf(this, area);
		return products.map(({ name, id }) => ({ name: String(name), value: String(id) }));
	};
}

export async function productIdFor(
	caller: Caller,
	area: Area,
	{ chosen, itemIndex }: { readonly chosen: string; readonly itemIndex?: number },
): Promise<string> {
	if (chosen !== '') return chosen;
	const credential = await credentialOf(caller, itemIndex);
	const entered = String(credential[`${area}ProductId`] ?? '').trim();
	if (entered !== '') return entered;
	const found = await knownProducts(caller, area, credential, itemIndex);
	const [product, ...others] = found;
	if (product !== undefined && others.length === 0) return String(product.id);
	const kind = kindOf(area);
	if (product === undefined) {
		throw new NodeOperationError(caller.getNode(), `The API key sees no ${kind} product`, {
			itemIndex,
			description: `Check 'API Key' in the credential, or have a ${kind} product made for its organisation.`,
		});
	}
	const names = found.map(({ name }) => `'${String(name)}'`).join(', ');
	throw new NodeOperationError(caller.getNode(), `No ${kind} product is chosen`, {
		itemIndex,
		description: `The API key sees several: ${names}. Choose one in the option '${productLabel}' of this node, or enter its ID as '${kind} Product ID' in the credential.`,
	});
}

/** One query per execution and key. */
const productsByCaller = new WeakMap<Caller, Map<string, Promise<readonly IDataObject[]>>>();

function knownProducts(caller: Caller, area: Area, credential: IDataObject, itemIndex?: number) {
	const key = JSON.stringify([credential.apiKey, credential.baseUrl]);
	const ofCaller =
		productsByCaller.get(caller) ?? new Map<string, Promise<readonly IDataObject[]>>();
	productsByCaller.set(caller, ofCaller);
	const known = ofCaller.get(key) ?? productsOf(caller, area, itemIndex);
	ofCaller.set(key, known);
	return known;
}

async function productsOf(caller: Caller, area: Area, itemIndex?: number) {
	const endpoint = endpointOf('platform', 'listProducts');
	const reply = await callForJson(caller, { area: 'platform', endpoint, values: {}, itemIndex });
	const kind = kindOf(area);
	return (Array.isArray(reply) ? (reply as IDataObject[]) : []).filter(
		({ product }) => product === kind,
	);
}
