/** Fetches a kept version as a binary file. */
import type { Call } from '../wire/call/call';
import { downloaded } from '../wire/downloaded';
import type { Output } from '../wire/execute';
import { readText, type Item } from '../wire/item';

/** `perform` of the operation Download: one item with the version's ids and its file as binary. */
export async function download(item: Item, call: Call): Promise<readonly Output[]> {
	const binary = await downloaded(item, call, 'version');
	const { fileId, versionId } = call.values;
	const json = { fileId: String(fileId), versionId: String(versionId), fileName: binary.fileName };
	return [{ json, binary: { [readText(item, 'outputField') || 'data']: binary } }];
}
