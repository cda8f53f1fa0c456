/** Fetches a statement as a binary file: CSV or JSON. */
import type { Call } from '../wire/call/call';
import { downloaded } from '../wire/downloaded';
import type { OperationBehaviour, Output } from '../wire/execute';
import { readText, type Item } from '../wire/item';

async function statement(item: Item, call: Call): Promise<readonly Output[]> {
	const field = readText(item, 'outputField') || 'data';
	const format = String(call.values.format);
	const binary = await downloaded(item, call, `statement.${format.toLowerCase()}`);
	const { fileName = '', mimeType } = binary;
	const json = { format, fileName, mimeType };
	return [{ json, binary: { [field]: binary } }];
}

export const statementBehaviour: Readonly<Record<string, OperationBehaviour>> = {
	'account.getStatement': { perform: statement },
};
