/**
 * Makes one call of an endpoint as `api/` describes it: its path, query, headers and body, sent
 * through n8n's own authenticated request. An answer comes back as a value or as a node error.
 * Redirects are never followed, since n8n would keep a whole upload in memory for them and send
 * the key along.
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
import type { WireValue, WireValues } from './wire-values';

export const credentialName = 'sealkeeperApi';

/** Whatever n8n runs us in: an execution, the editor asking for a list, or a trigger in one of its parts. */
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
	/** Whether to use the older path of an operation that has two. */
	readonly older?: boolean;
	/** What a person knows the fields by, for errors that name one. */
	readonly labels?: Labels;
}

export type ByteStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

interface Answer {
	readonly statusCode: number;
	readonly headers: IDataObject;
	readonly body: unknown;
}

/** Which field of the credential holds the address of an area. */
function addressField(area: Area): { readonly name: string; readonly label: string } {
	if (area === 'storage') return { name: 'storageUrl', label: 'Storage Address' };
	if (area === 'exchange') return { name: 'exchangeUrl', label: 'Exchange Address' };
	return { name: 'baseUrl', label: 'Base Address' };
}

/** n8n fetches and decrypts at every asking; of an execution, those of the items it is at are kept. */
const kept = new WeakMap<Caller, Map<number, Promise<IDataObject>>>();

/** The item whose call is under way, and the one behind it. */
const itemsKept = 2;

/** What a person entered in the credential; it may differ by item. */
export async function credentialOf(caller: Caller, itemIndex = 0): Promise<IDataObject> {
	if (!('getInputData' in caller)) return await caller.getCredentials(credentialName);
	const ofCaller = kept.get(caller) ?? new Map<number, Promise<IDataObject>>();
	kept.set(caller, ofCaller);
	const known =
		ofCaller.get(itemIndex) ?? caller.getCredentials<IDataObject>(credentialName, itemIndex);
	ofCaller.set(itemIndex, known);
	const [first] = ofCaller.keys();
	if (first !== undefined && ofCaller.size > itemsKept) ofCaller.delete(first);
	return await known;
}

/** For a call of this item, whose own values of the credential n8n would not take by itself. */
async function authenticationOf(caller: Caller, itemIndex: number | undefined) {
	if (!('getInputData' in caller)) return undefined;
	const data = (await credentialOf(caller, itemIndex)) as ICredentialDataDecryptedObject;
	const identity = { id: '', name: credentialName, type: credentialName };
	return { credentialsDecrypted: { ...identity, data } };
}

/** The address of an area as the credential has it, without slashes at the end. */
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

/** A value for its place in the path; one that would lead to another path is refused. */
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
	const template = call.older === true && alsoAt !== undefined ? alsoAt.path : path;
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
		// n8n's type asks for the whole of FormData; the part its HTTP library reads is here.
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

/** The longest a call waits for its turn, where a limit of requests is in the way. */
const turnWaitMsMax = 300_000;

/**
 * Sends, and at the exchange again where it was refused for a limit of requests alone: it says when, and has
 * done nothing.
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

/** Whole numbers too large for JavaScript stay exact, as text. */
function exactNumber(
	_key: string,
	value: unknown,
	context?: { readonly source?: string },
): unknown {
	const source = context?.source;
	const isLossy = typeof value === 'number' && !Number.isSafeInteger(value);
	return isLossy && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

/** The specification leaves the codes of success open, so any of the class is taken for it. */
function isSuccess(statusCode: number): boolean {
	return statusCode >= 200 && statusCode < 300;
}

/**
 * Calls an endpoint that answers with JSON, and gives what it answered; where the service chose
 * to answer without a body, that it succeeded.
 */
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

/** Calls an endpoint that answers with bytes, and gives them as a stream not yet read. */
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
