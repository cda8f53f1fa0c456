/** Errors of items: with the item they belong to, or as an output. */
import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import type { ErrorCode } from '../../api/errors';
import { isTool, type Item } from './item';

export type Failure = NodeApiError | NodeOperationError;

/** Returns node errors unchanged; wraps others with their item. */
export function nodeError(item: Item, error: unknown): Failure {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const cause = error instanceof Error ? error : new Error(String(error));
	return new NodeOperationError(item.context.getNode(), cause, { itemIndex: item.itemIndex });
}

/** An agent is told the message of an error alone, so for it the message says what to change as well. */
export function asTold(node: INode, failure: Failure): Failure {
	const { message, description } = failure;
	if (!isTool(node) || !description || message.includes(description)) return failure;
	failure.message = `${message.replace(/\.$/, '')}. ${description}`;
	return failure;
}

/** Whether the interface refused a call with this code of `api/errors.ts`. */
export function isRefusedWith(code: ErrorCode, error: unknown): error is NodeApiError {
	return error instanceof NodeApiError && error.context.errorCode === code;
}

/** An output in the form of n8n's error output. */
export function failedItem(item: Item, error: Failure): INodeExecutionData {
	const details = {
		description: error.description ?? null,
		httpCode: error instanceof NodeApiError ? error.httpCode : null,
		errorCode: error.context.errorCode ?? null,
		// Further facts of the operation, such as an id to look up.
		...(error.context.known as IDataObject | undefined),
	} as IDataObject;
	return { json: { error: error.message, details }, pairedItem: { item: item.itemIndex } };
}
