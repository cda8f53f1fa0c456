/**
 * Makes one call of an endpoint as `api/` describes it: its path, query, headers and body, sent
 * through n8n's own authenticated request. An answer comes back as a value or as a node error;
 * what to ask and what to make of it is left to the callers. Redirects are never followed, since
 * n8n would keep a whole upload in memory for them and send the key along.
 */
import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type JsonValue,
} from 'n8n-workflow';
import { pathText, type EndpointDescription, type Place } from '../../api/description';
import type { Area } from '../../api/endpoints';
import { sharedErrors } from '../../api/errors';
import { MultipartBody, type WireFile } from './multipart';
import { connectionError, explain, refusalError, type Labels } from './call-error';
import type { WireValue, WireValues } from './values';

export const credentialName = 'sealkeeperApi';

/** Whatever n8n runs us in: an execution, or the editor asking for a list. */
export type Caller = IExecuteFunctions | ILoadOptionsFunctions;

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
	return area === 'storage'
		? { name: 'storageUrl', label: 'Storage Address' }
		: { name: 'baseUrl', label: 'Base Address' };
}

/** The address of an area as the credential has it, without slashes at the end. */
async function addressOf(caller: Caller, area: Area, itemIndex = 0): Promise<string> {
	const field = addressField(area);
	const credential =
		'getInputData' in caller
			? await caller.getCredentials(credentialName, itemIndex)
			: await caller.getCredentials(credentialName);
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
		return formOf(valuesIn(call, 'form')) as unknown as FormData;
	}
	return places.includes('json')
		? ({ ...Object.fromEntries(valuesIn(call, 'json')), ...call.records } as IDataObject)
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
		} as IDataObject,
		qs: Object.fromEntries(valuesIn(call, 'query')) as IDataObject,
		...(body === undefined ? {} : { body }),
		encoding: call.endpoint.reply.kind === 'bytes' ? 'stream' : 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

async function send(caller: Caller, call: Call): Promise<Answer> {
	const address = await addressOf(caller, call.area, call.itemIndex);
	const request = requestOf(caller, call, address);
	try {
		return (await caller.helpers.httpRequestWithAuthentication.call(
			caller,
			credentialName,
			request,
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
