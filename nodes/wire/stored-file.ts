/**
 * A file of the storage product instead of an item's binary: a caller without binary data, such as
 * an agent, gives its id. It is streamed from the service and not stored in between.
 */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { callForBytes, callForJson, type Call } from './call/call';
import type { WireFile } from './call/multipart';
import { endpointOf } from './screen';

export function isStoredFileId(text: string): boolean {
	return /^[0-9a-f]{24}$/.test(text);
}

export async function storedFile(
	context: IExecuteFunctions,
	itemIndex: number,
	fileId: string,
): Promise<WireFile> {
	const call = (operation: string): Call => ({
		area: 'storage',
		endpoint: endpointOf('storage', operation),
		itemIndex,
		values: { fileId },
	});
	const map = (await callForJson(context, call('getFileInfo'))) as IDataObject;
	return {
		name: String(map.FileName),
		type: 'application/octet-stream',
		size: Number(map.UnencryptedSize),
		async *stream() {
			const { stream } = await callForBytes(context, call('downloadFile'));
			yield* stream as AsyncIterable<Uint8Array>;
		},
	};
}
