/** Fetches a file of a contract as a binary file. */
import type { Call } from '../wire/call/call';
import { downloaded } from '../wire/downloaded';
import type { Output } from '../wire/execute';
import { readText, type Item } from '../wire/item';

/** `perform` of the operations that download. */
export async function download(item: Item, call: Call): Promise<readonly Output[]> {
	const field = readText(item, 'outputField') || 'data';
	const binary = await downloaded(item, call);
	const { fileName = '', mimeType } = binary;
	const json = { contractId: call.values.contractId as string, fileName, mimeType };
	return [{ json, binary: { [field]: binary } }];
}
