/**
 * Fetches the diff report of a comparison and the files beside it, and defines the parameters for
 * it. The addresses come from the service's answer, so only those of the credential's hosts are
 * fetched: a service must not make this n8n call other hosts, such as those of its own network.
 */
import type { IBinaryData, IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { credentialName, type ByteStream } from './call/call';
import { traceHeaderOf } from './call/trace-parent';
import type { Output } from './execute';
import { connectionError, explain, refusalError } from './call/call-error';
import { fileNameOf } from './file-name';
import type { ShownField } from './screen';
import { readFlag, readText, refuseItem, type Item } from './item';

/** The interface has had three names for one switch. */
export const otherNames = {
	mustGenerateCompareResult: { as: 'absent', why: 'another name of generateDiffFile' },
	mustGenerateFileDiff: { as: 'absent', why: 'another name of generateDiffFile' },
} as const;

export const generateDiffFile: ShownField = {
	as: 'parameter',
	label: 'Generate Diff File',
	description: 'Whether to make a report of the differences, where the type of the file has one',
};

export const diffFile: readonly INodeProperties[] = [
	{
		displayName: 'Download Diff File',
		name: 'downloadDiffFile',
		type: 'boolean',
		displayOptions: { show: { generateDiffFile: [true] } },
		default: true,
		description:
			'Whether to fetch the diff report and the files beside it, such as a patch or a marked copy, and put them in the output item',
	},
	{
		displayName: 'Output Data Field Name',
		name: 'outputField',
		type: 'string',
		displayOptions: { show: { generateDiffFile: [true], downloadDiffFile: [true] } },
		default: 'diff',
		required: true,
		description:
			'Name of the output field to put the diff report in; the files beside it have fields named by what they are, such as unifiedDiff, jsonPatch, changes, markedPdf or trackedChanges',
	},
];

interface FileAnswer {
	readonly statusCode: number;
	readonly headers: IDataObject;
	readonly body: ByteStream;
}

/** The origin of an address; undefined if it is not a web address. */
function originOf(address: string): string | undefined {
	try {
		const { protocol, origin } = new URL(address);
		return /^https?:$/.test(protocol) ? origin : undefined;
	} catch {
		// The caller refuses it with the address in the message.
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
		headers: { ...(await traceHeaderOf(item.context)) },
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

/** `usualName` is used if the answer names none. */
async function fetchFile(item: Item, url: string, usualName: string): Promise<IBinaryData> {
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
		fileNameOf(answer.headers['content-disposition']) ?? usualName,
		mediaType || undefined,
	);
}

type Binaries = NonNullable<Output['binary']>;

/** Files listed in an answer; an older service lists none. */
function filesBeside({ files }: IDataObject): ReadonlyArray<{ kind: string; url: string }> {
	if (!Array.isArray(files)) return [];
	return (files as IDataObject[]).map(({ kind, url }) => ({
		kind: String(kind),
		url: String(url),
	}));
}

/**
 * Fetches the files beside the report; the fields are named by kind: `unifiedDiff`, `overlay`,
 * `overlay2`.
 */
async function fetchBeside(item: Item, json: IDataObject, report: Binaries): Promise<Binaries> {
	const binaries: Record<string, IBinaryData> = { ...report };
	for (const { kind, url } of filesBeside(json)) {
		let name = kind;
		for (let number = 2; name in binaries; number += 1) name = `${kind}${number}`;
		binaries[name] = await fetchFile(item, url, kind);
	}
	return binaries;
}

/** Adds the report and the files beside it as binaries, if wanted. */
export async function withDiffFile(item: Item, json: IDataObject): Promise<Output> {
	const isWanted = readFlag(item, 'generateDiffFile') && readFlag(item, 'downloadDiffFile');
	if (!isWanted || typeof json.fileUrl !== 'string') return { json };
	const outputField = readText(item, 'outputField') || 'diff';
	const report = { [outputField]: await fetchFile(item, json.fileUrl, 'diff.html') };
	return { json, binary: await fetchBeside(item, json, report) };
}
