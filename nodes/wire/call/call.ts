/**
 * Makes one call of an endpoint as `api/` describes it, through n8n's authenticated request, and
 * returns a value or throws a node error. Redirects are not followed, because n8n would hold a
 * whole upload in memory for them and send the key along.
 */
import {
	NodeOperationError,
	sleep,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	type IWebhookFunctions,
	type JsonValue,
} from 'n8n-workflow';
import { pathText, type EndpointDescription, type Place } from '../../../api/language/description';
import type { Area } from '../../../api/endpoints';
import { sharedErrors } from '../../../api/errors';
import { MultipartBody, type WireFile } from './multipart';
import { connectionError, explain, refusalError, type Labels } from './call-error';
import { traceHeaderOf } from './trace-parent';
import type { WireValue, WireValues } from './wire-values';

export const credentialName = 'sealkeeperApi';

/** The n8n context: an execution, the editor, or a part of a trigger. */
export type Caller =
	| IExecuteFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IHookFunctions
	| IWebhookFunctions;

export interface Call {
	readonly area: Area;
	readonly endpoint: EndpointDescription;
	readonly values: WireValues;
	/** Lists of records in a JSON body, by the names of their fields. */
	readonly records?: Readonly<Record<string, readonly IDataObject[]>>;
	readonly itemIndex?: number;
	/** True for the older path of an operation that has two. */
	readonly useOlderPath?: boolean;
	/** Labels of the fields, for errors that name one. */
	readonly labels?: Labels;
}

export type ByteStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

interface Answer {
	readonly statusCode: number;
	readonly headers: IDataObject;
	readonly body: unknown;
}

/** The credential's field with the address of an area. */
function addressField(area: Area): { readonly name: string; readonly label: string } {
	if (area === 'storage') return { name: 'storageUrl', label: 'Storage Address' };
	if (area === 'exchange') return { name: 'exchangeUrl', label: 'Exchange Address' };
	return { name: 'baseUrl', label: 'Base Address' };
}

/**
 * n8n reads and decrypts the credential at every call; an execution caches it for its current
 * items.
 */
const credentialCache = new WeakMap<Caller, Map<number, Promise<IDataObject>>>();

/** The item in progress, and the next one. */
const itemsKept = 2;

/** The values of the credential, which may differ by item. */
export async function credentialOf(caller: Caller, itemIndex = 0): Promise<IDataObject> {
	if (!('getInputData' in caller)) return await caller.getCredentials(credentialName);
	const ofCaller = credentialCache.get(caller) ?? new Map<number, Promise<IDataObject>>();
	credentialCache.set(caller, ofCaller);
	const known =
		ofCaller.get(itemIndex) ?? caller.getCredentials<IDataObject>(credentialName, itemIndex);
	ofCaller.set(itemIndex, known);
	const [first] = ofCaller.keys();
	if (first !== undefined && ofCaller.size > itemsKept) ofCaller.delete(first);
	return await known;
}

/** Passes the item's own credential, which n8n would not use by itself. */
async function authenticationOf(caller: Caller, itemIndex: number | undefined) {
	if (!('getInputData' in caller)) return undefined;
	const data = (await credentialOf(caller, itemIndex)) as ICredentialDataDecryptedObject;
	const identity = { id: '', name: credentialName, type: credentialName };
	return { credentialsDecrypted: { ...identity, data } };
}

/** The address of an area, without trailing slashes. */
async function addressOf(caller: Caller, area: Area, itemIndex = 0): Promise<string> {
	const field = addressField(area);
	const credential = await credentialOf(caller, itemIndex);
	const address = String(credential[field.name] ?? '')
		.trim()
		.replace(/\/+$/, '');
	if (!/^https?:\/\/[^/]/.test(address)) {
		throw new NodeOperationError(caller.getNode(), `'${field.label}' is not a web address`, {
			itemIndex,
			description: `Enter an address that begins with http:// or https:// in '${field.label}' of the credential.`,
		});
	}
	return address;
}

function valuesIn(call: Call, place: Place): Array<[string, WireValue]> {
	return Object.entries(call.values).flatMap(([name, value]): Array<[string, WireValue]> =>
		value !== undefined && call.endpoint.fields[name]?.in === place ? [[name, value]] : [],
	);
}

/** Encodes a path parameter; refuses one that would lead to another path. */
function pathPart(caller: Caller, call: Call, name: string): string {
	const text = String(call.values[name] ?? '');
	if (pathText.test(text) && text.isWellFormed()) return encodeURIComponent(text);
	const label = call.labels?.[name] ?? name;
	throw new NodeOperationError(
		caller.getNode(),
		`'${label}' is '${text}', which is no identifier`,
		{
			itemIndex: call.itemIndex,
			description: `Enter in '${label}' the identifier as the service gave it.`,
		},
	);
}

function pathOf(caller: Caller, call: Call): string {
	const { alsoAt, path } = call.endpoint;
	const template = call.useOlderPath === true && alsoAt !== undefined ? alsoAt.path : path;
	return template.replace(/\{(\w+)\}/g, (_place, name: string) => pathPart(caller, call, name));
}

function isFile(value: WireFile | IDataObject): value is WireFile {
	return typeof value['stream'] === 'function';
}

function formPart(value: string | number | boolean | WireFile | IDataObject): string | WireFile {
	if (typeof value !== 'object') return String(value);
	return isFile(value) ? value : JSON.stringify(value);
}

function formOf(values: ReadonlyArray<[string, WireValue]>): MultipartBody {
	const form = new MultipartBody();
	for (const [name, value] of values) {
		for (const entry of [value].flat()) {
			form.append(name, formPart(entry));
		}
	}
	return form;
}

function bodyOf(call: Call): IHttpRequestOptions['body'] {
	const places = Object.values(call.endpoint.fields).map((field) => field.in);
	if (places.includes('form')) {
		// n8n's type wants a full FormData; its HTTP library only reads this part.
		return formOf(valuesIn(call, 'form'));
	}
	return places.includes('json')
		? { ...Object.fromEntries(valuesIn(call, 'json')), ...call.records }
		: undefined;
}

function requestOf(caller: Caller, call: Call, address: string): IHttpRequestOptions {
	const body = bodyOf(call);
	return {
		method: call.endpoint.method,
		url: address + pathOf(caller, call),
		headers: {
			accept: call.endpoint.reply.kind === 'bytes' ? '*/*' : 'application/json',
			...Object.fromEntries(valuesIn(call, 'header')),
		},
		qs: Object.fromEntries(valuesIn(call, 'query')) as IDataObject,
		arrayFormat: 'repeat',
		...(body === undefined ? {} : { body }),
		encoding: call.endpoint.reply.kind === 'bytes' ? 'stream' : 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/** Longest wait for a rate limit. */
const turnWaitMsMax = 300_000;

/**
 * Sends the call; repeats one that the exchange refused because of its rate limit, which says when
 * to retry and has done nothing.
 */
async function send(caller: Caller, call: Call): Promise<Answer> {
	const endsAtMs = performance.now() + turnWaitMsMax;
	for (;;) {
		const answer = await sendOnce(caller, call);
		const waitMs = Number(answer.headers['retry-after']) * 1000;
		const isLimited = answer.statusCode === 429 && call.area === 'exchange';
		const isOver = !(waitMs > 0) || performance.now() + waitMs > endsAtMs;
		if (!isLimited || isOver || isCancelled(caller)) return answer;
		await sleep(waitMs);
	}
}

function isCancelled(caller: Caller): boolean {
	return (
		'getExecutionCancelSignal' in caller && caller.getExecutionCancelSignal()?.aborted === true
	);
}

async function sendOnce(caller: Caller, call: Call): Promise<Answer> {
	const address = await addressOf(caller, call.area, call.itemIndex);
	const request = requestOf(caller, call, address);
	if ('getInputData' in caller) {
		request.headers = { ...request.headers, ...(await traceHeaderOf(caller)) };
	}
	const authentication = await authenticationOf(caller, call.itemIndex);
	try {
		return (await caller.helpers.httpRequestWithAuthentication.call(
			caller,
			credentialName,
			request,
			authentication,
		)) as Answer;
	} catch (error) {
		throw connectionError(caller.getNode(), error, {
			itemIndex: call.itemIndex,
			addressLabel: addressField(call.area).label,
		});
	}
}

function refused(caller: Caller, call: Call, answer: { status: number; body: string }) {
	const addressLabel = addressField(call.area).label;
	const explanation = explain({
		...answer,
		addressLabel,
		codes: [...call.endpoint.errors, ...sharedErrors],
		labels: call.labels ?? {},
	});
	return refusalError(caller.getNode(), explanation, {
		itemIndex: call.itemIndex,
		status: answer.status,
	});
}

/** Integers too large for JavaScript stay exact, as text. */
function exactNumber(
	_key: string,
	value: unknown,
	context?: { readonly source?: string },
): unknown {
	const source = context?.source;
	const isLossy = typeof value === 'number' && !Number.isSafeInteger(value);
	return isLossy && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

/** The specification leaves the status of success open, so any 2xx counts. */
function isSuccess(statusCode: number): boolean {
	return statusCode >= 200 && statusCode < 300;
}

/** Calls an endpoint and returns its JSON; `{ success: true }` for an answer without a body. */
export async function callForJson(caller: Caller, call: Call): Promise<JsonValue> {
	const answer = await send(caller, call);
	const text = String(answer.body ?? '');
	if (answer.statusCode === 204) return { success: true };
	if (!isSuccess(answer.statusCode)) {
		throw refused(caller, call, { status: answer.statusCode, body: text });
	}
	try {
		return JSON.parse(text, exactNumber) as JsonValue;
	} catch {
		throw refused(caller, call, { status: answer.statusCode, body: '' });
	}
}

/** Calls an endpoint and returns its bytes as an unread stream. */
export async function callForBytes(
	caller: IExecuteFunctions,
	call: Call,
): Promise<{ readonly stream: ByteStream; readonly headers: IDataObject }> {
	const answer = await send(caller, call);
	const stream = answer.body as ByteStream;
	if (!isSuccess(answer.statusCode)) {
		const body = await caller.helpers.binaryToString(stream);
		throw refused(caller, call, { status: answer.statusCode, body });
	}
	return { stream, headers: { ...answer.headers } };
}
