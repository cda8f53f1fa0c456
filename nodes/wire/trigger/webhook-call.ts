/**
 * The parts of a webhook's request and response that nodes use: n8n's types refer to a package that
 * nodes lack.
 */
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

interface CallRequest {
	readonly originalUrl: string;
	/** The raw body; undefined if n8n parsed it as a form. */
	readonly rawBody?: unknown;
}

interface CallResponse {
	readonly statusCode: number;
	readonly writableFinished: boolean;
	status(code: number): CallResponse;
	json(body: object): void;
	once(event: 'close', listener: () => void): void;
}

export function requestOf(hook: IWebhookFunctions): CallRequest {
	const request: unknown = hook.getRequestObject();
	return request as CallRequest;
}

/** Calls `tell` at the end of the call with true if the answer was a success. */
export function onAnswered(hook: IWebhookFunctions, tell: (isGood: boolean) => void): void {
	const response = responseOf(hook);
	response.once('close', () => tell(response.writableFinished && response.statusCode < 300));
}

/** Answers the call and starts nothing. */
export function refuseCall(
	hook: IWebhookFunctions,
	status: number,
	error: string,
): IWebhookResponseData {
	responseOf(hook).status(status).json({ error });
	return { noWebhookResponse: true };
}

function responseOf(hook: IWebhookFunctions): CallResponse {
	const response: unknown = hook.getResponseObject();
	return response as CallResponse;
}
