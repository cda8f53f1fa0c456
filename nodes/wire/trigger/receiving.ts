/**
 * Receives an event from the service. It answers with success only once n8n has stored the
 * execution, so that the service sends again what was in progress when n8n died; a duplicate is
 * answered and starts nothing.
 */
import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { nowMs } from '../clock';
import { judgeDelivery } from './event-signature';
import { chosenOf, isChosen, sampleFor } from './event-stream';
import type { EventScreen } from './events';
import { noteEvent, firstHasCome, secretsOf, standingOf } from './registration';
import { onAnswered, refuseCall, requestOf } from './webhook-call';

const startAfterMs = 300;

const nothing: IWebhookResponseData = { webhookResponse: { started: false } };

/** `webhook` of a trigger node. */
export async function receiveEvent(
	hook: IWebhookFunctions,
	screen: EventScreen,
): Promise<IWebhookResponseData> {
	const place = hook.getMode() === 'manual' ? 'test' : 'live';
	const { rawBody } = requestOf(hook);
	const judged = judgeDelivery({
		headers: hook.getHeaderData(),
		body: Buffer.isBuffer(rawBody) ? rawBody : undefined,
		secrets: secretsOf(hook, place),
		now: nowMs(),
	});
	if ('status' in judged) return refuseCall(hook, judged.status, judged.reason);
	const { event } = judged;
	const chosen = chosenOf(hook, screen);
	if (event.type === 'subscription.test') {
		return place === 'test' ? await startListener(hook, sampleFor(chosen)) : nothing;
	}
	if (!isChosen(chosen, event)) return nothing;
	if (place === 'test') return await startListener(hook, event);
	switch (standingOf(hook, String(event.id))) {
		case 'TOLD':
			return nothing;
		case 'OPEN':
			return refuseCall(hook, 409, 'the workflow is being started with it');
		case 'NEW':
			return startOnce(hook, event);
	}
}

function starting(json: IDataObject): IWebhookResponseData {
	return { workflowData: [[{ json }]] };
}

/** n8n completes the listener shortly after its registration has ended. */
async function startListener(hook: IWebhookFunctions, event: IDataObject) {
	firstHasCome(hook);
	await sleep(startAfterMs);
	return starting(event);
}

function startOnce(hook: IWebhookFunctions, event: IDataObject): IWebhookResponseData {
	const settle = noteEvent(hook, String(event.id));
	onAnswered(hook, settle);
	return starting(event);
}
