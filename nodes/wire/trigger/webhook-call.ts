/** The call below a webhook, as far as nodes look into it: n8n's types name a package that nodes lack. */
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

interface CallRequest {
	readonly originalUrl: string;
	/** As it came; nothing where n8n has taken it for a form. */
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

/** Tells when the call is over whether it was answered with success. */
export function onAnswered(hook: IWebhookFunctions, tell: (isGood: boolean) => void): void {
	const response = responseOf(hook);
	response.once('close', () => tell(response.writableFinished && response.statusCode < 300));
}

/** Answers by itself, and starts nothing. */
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
