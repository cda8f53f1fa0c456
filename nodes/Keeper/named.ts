/** Finds a folder or file by name. Names are compared exactly, as the service does. */
import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../../api/types';
import { callForJson, type Call } from '../wire/call/call';
import type { Output } from '../wire/execute';
import { isRefusedWith, nodeError } from '../wire/failure';
import { endpointOf } from '../wire/screen';
import { isNamed, refuseItem, type Item } from '../wire/item';
import type { WireValues } from '../wire/call/wire-values';
import { compare } from './waiting';

/**
 * `perform` of Keep or Compare: creates a named folder if there is none. A first document that the
 * service refuses as unreadable is output like a later one, so that a workflow has one branch for both.
 */
export async function keepOrCompare(item: Item, call: Call): Promise<readonly Output[]> {
	const placed = isNamed(item, 'folderId') ? await inNamedFolder(item, call) : call;
	try {
		return await compare(item, placed);
	} catch (error) {
		if (!isRefusedWith('Keeper_Unreadable', error)) throw nodeError(item, error);
		return [{ json: unreadableFirst(error.message) }];
	}
}

async function inNamedFolder(item: Item, call: Call): Promise<Call> {
	const name = String(call.values.folderId);
	const [oldest] = await found(item, call, 'listFolders', { name, limit: 1 });
	const folder = oldest ?? (await ask(item, call, 'createFolder', { name }));
	return withValues(call, { folderId: String((folder as IDataObject).id) });
}

/** The fields of `KeepOrCompareResponse` that are true of it: there is no file, version or accuracy. */
function unreadableFirst(summary: string): IDataObject {
	const nothing = { equal: false, identical: false, isNew: false, isKept: false };
	return { outcome: 'unreadable', ...nothing, summary };
}

/** `perform` of Get: a named file must be the only one with that name. */
export async function getFile(item: Item, call: Call): Promise<readonly Output[]> {
	if (!isNamed(item, 'fileId'))
		return [{ json: (await callForJson(item.context, call)) as IDataObject }];
	const displayName = String(call.values.fileId);
	const [json, other] = await found(item, call, 'listFiles', { displayName, limit: 2 });
	if (json !== undefined && other === undefined) return [{ json }];
	const howMany = json === undefined ? 'no file' : 'more than one file';
	throw refuseItem(
		item,
		`There is ${howMany} of the name '${displayName}'`,
		"Check the name in 'File', letter by letter, or choose the file from the list. 'Get Many' lists all files of a name.",
	);
}

async function found(
	item: Item,
	call: Call,
	operation: 'listFolders' | 'listFiles',
	values: WireValues,
): Promise<readonly IDataObject[]> {
	const reply = await ask(item, call, operation, { ...values, offset: 0 });
	return Array.isArray(reply) ? (reply as IDataObject[]) : [];
}

/** Calls another operation of the keeper for the same product. */
function ask(item: Item, call: Call, operation: Operation<'keeper'>, values: WireValues) {
	const endpoint = endpointOf('keeper', operation);
	const { productId } = call.values;
	return callForJson(item.context, { ...call, endpoint, values: { ...values, productId } });
}

function withValues(call: Call, values: WireValues): Call {
	return { ...call, values: { ...call.values, ...values } };
}
