/**
 * Compares a file, and fetches the diff report the answer points to when that was asked for. The
 * report's address comes from the service's answer, so it is fetched only from an address of the
 * credential: a service cannot have this n8n ask other hosts, such as those of its own network.
 */
import type { IBinaryData, IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { callForJson, credentialName, type ByteStream, type Call } from '../wire/call';
import type { Output } from '../wire/execute';
import { connectionError, explain, refusalError } from '../wire/call-error';
import { readFlag, readText, refuseItem, type Item } from '../wire/values';

interface FileAnswer {
	readonly statusCode: number;
	readonly headers: IDataObject;
	readonly body: ByteStream;
}

/** Which server an address leads to; undefined when it is no web address. */
function originOf(address: string): string | undefined {
	try {
		const { protocol, origin } = new URL(address);
		return /^https?:$/.test(protocol) ? origin : undefined;
	} catch {
		// What is no address at all is refused with the address in the sentence.
		return undefined;
	}
}

async function requireOwnAddress(item: Item, url: string): Promise<void> {
	const { baseUrl, storageUrl } = await item.context.getCredentials(credentialName, item.itemIndex);
	const own = [baseUrl, storageUrl].map((address) => originOf(String(address ?? '').trim()));
	const origin = originOf(url);
	if (origin !== undefined && own.includes(origin)) return;
	throw refuseItem(
		item,
		`The service answered with '${url}' as the address of the diff report, which is no address of the credential`,
		"Nothing was asked of it. Have the public address of the service corrected, or enter that address as 'Base Address' of the credential, or turn off 'Download Diff File'.",
	);
}

async function request(item: Item, url: string): Promise<FileAnswer> {
	const { helpers } = item.context;
	const options: IHttpRequestOptions = {
		method: 'GET',
		url,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	try {
		return (await helpers.httpRequestWithAuthentication.call(
			item.context,
			credentialName,
			options,
		)) as FileAnswer;
	} catch (error) {
		throw connectionError(item.context.getNode(), error, {
			itemIndex: item.itemIndex,
			addressLabel: 'Base Address',
		});
	}
}

function decoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		// A badly encoded name is no name; the report has a usual one.
		return undefined;
	}
}

/** The file name of a Content-Disposition header, the encoded form first. */
export function fileNameOf(disposition: unknown): string | undefined {
	if (typeof disposition !== 'string') return undefined;
	const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
	const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
	return (encoded === undefined ? undefined : decoded(encoded.trim())) ?? plain;
}

async function fetchReport(item: Item, url: string): Promise<IBinaryData> {
	await requireOwnAddress(item, url);
	const answer = await request(item, url);
	const { helpers } = item.context;
	if (answer.statusCode !== 200) {
		const body = await helpers.binaryToString(answer.body);
		throw refusalError(
			item.context.getNode(),
			explain({
				status: answer.statusCode,
				body,
				addressLabel: 'Base Address',
				codes: [],
				labels: {},
			}),
			{
				itemIndex: item.itemIndex,
				status: answer.statusCode,
			},
		);
	}
	const mediaType = String(answer.headers['content-type'] ?? '')
		.split(';')[0]
		?.trim();
	return await helpers.prepareBinaryData(
		answer.body,
		fileNameOf(answer.headers['content-disposition']) ?? 'diff.html',
		mediaType || undefined,
	);
}

/** `perform` of the operation Compare: the result, with the report as binary when there is one. */
export async function compare(item: Item, call: Call): Promise<readonly Output[]> {
	const json = (await callForJson(item.context, call)) as IDataObject;
	const isWanted = readFlag(item, 'generateDiffFile') && readFlag(item, 'downloadDiffFile');
	if (!isWanted || typeof json.fileUrl !== 'string') return [{ json }];
	const outputField = readText(item, 'outputField') || 'diff';
	return [{ json, binary: { [outputField]: await fetchReport(item, json.fileUrl) } }];
}
