/** Fetches a kept version as a file of the workflow. */
import { callForBytes, type Call } from '../wire/call';
import type { Output } from '../wire/execute';
import { readText, type Item } from '../wire/values';
import { fileNameOf } from './diff-file';

/** `perform` of the operation Download: one item with the version's ids and its file as binary. */
export async function download(item: Item, call: Call): Promise<readonly Output[]> {
	const { stream, headers } = await callForBytes(item.context, call);
	const fileName = fileNameOf(headers['content-disposition']) ?? 'version';
	const binary = await item.context.helpers.prepareBinaryData(stream, fileName);
	const { fileId, versionId } = call.values;
	const json = { fileId: String(fileId), versionId: String(versionId), fileName };
	return [{ json, binary: { [readText(item, 'outputField') || 'data']: binary } }];
}
