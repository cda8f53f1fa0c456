/** What becomes of an item that failed: an error with the item it came from, or an item that says so. */
import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
} from 'n8n-workflow';
import type { Item } from './values';

export type Failure = NodeApiError | NodeOperationError;

/** An error of ours as it is, and any other one with the item it came from. */
export function nodeError(item: Item, error: unknown): Failure {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const cause = error instanceof Error ? error : new Error(String(error));
	return new NodeOperationError(item.context.getNode(), cause, { itemIndex: item.itemIndex });
}

/** In the form n8n's error output recognises. */
export function failedItem(item: Item, error: Failure): INodeExecutionData {
	const details = {
		description: error.description ?? null,
		httpCode: error instanceof NodeApiError ? error.httpCode : null,
		errorCode: error.context.errorCode ?? null,
		// What an operation knows besides, such as the id to ask by.
		...(error.context.known as IDataObject | undefined),
	} as IDataObject;
	return { json: { error: error.message, details }, pairedItem: { item: item.itemIndex } };
}
