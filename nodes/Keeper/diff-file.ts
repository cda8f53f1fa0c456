/**
 * Compares a file, and fetches the diff report the answer points to when that was asked for. The
 * report's address comes from the service's answer, so the key goes along only when it lies at
 * the address of the credential.
 */
import type { IBinaryData, IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { addressOf, callForJson, credentialName, type ByteStream, type Call } from '../wire/call';
import type { Output } from '../wire/execute';
import { connectionError, explain, refusalError } from '../wire/call-error';
import { readFlag, readText, refuseItem, type Item } from '../wire/values';

interface FileAnswer {
	readonly statusCode: number;
	readonly headers: IDataObject;
	readonly body: ByteStream;
}

function originOf(item: Item, address: string): string {
	try {
		return new URL(address).origin;
	} catch {
		throw refuseItem(
			item,
			`The service answered with '${address}' as the address of the diff report`,
			"Have the public address of the service corrected, or turn off 'Download Diff File'.",
		);
	}
}

/** Sends the request, with the key only where the key belongs. */
async function request(item: Item, url: string, withKey: boolean): Promise<FileAnswer> {
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
		return (await (withKey
			? helpers.httpRequestWithAuthentication.call(item.context, credentialName, options)
			: helpers.httpRequest(options))) as FileAnswer;
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
function fileNameOf(disposition: unknown): string | undefined {
	if (typeof disposition !== 'string') return undefined;
	const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
	const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
	return (encoded === undefined ? undefined : decoded(encoded.trim())) ?? plain;
}

async function fetchReport(item: Item, url: string): Promise<IBinaryData> {
	const base = await addressOf(item.context, 'keeper', item.itemIndex);
	const answer = await request(item, url, originOf(item, url) === originOf(item, base));
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
