/**
 * Downloads a stored file and checks it on the way: the file map is fetched first, every chunk is
 * hashed on its way into n8n's binary data, and bytes that do not match end the stream with an
 * error, so they never become a file of the workflow.
 */
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { callForBytes, callForJson, type ByteStream, type Call } from '../wire/call/call';
import type { Output } from '../wire/execute';
import { outputRecord, recordFields } from '../wire/output';
import { endpointOf } from '../wire/screen';
import { readText, refuseItem, type Item } from '../wire/item';
import { safeFileName } from '../../api/file-names';
import { Blake2b256 } from '../../proof/blake2b';

interface Expected {
	readonly fileName: string;
	readonly hash: string;
	readonly sizeBytes: number;
}

/** Wrong bytes were received; a separate type, because a broken connection is another fault. */
class Mismatch extends Error {
	override readonly name = 'Mismatch';
}

interface StreamSource {
	from(chunks: AsyncIterable<Uint8Array>, options: { objectMode: boolean }): ByteStream;
}

function canBuildStreams(value: unknown): value is StreamSource {
	return typeof value === 'function' && 'from' in value && typeof value.from === 'function';
}

async function* checked(stream: ByteStream, expected: Expected): AsyncGenerator<Uint8Array> {
	const hash = new Blake2b256();
	let received = 0;
	for await (const chunk of stream as AsyncIterable<Uint8Array>) {
		received += chunk.length;
		if (received > expected.sizeBytes) {
			throw new Mismatch(`more than the ${expected.sizeBytes} bytes of the file arrived`);
		}
		hash.update(chunk);
		yield chunk;
	}
	if (received < expected.sizeBytes) {
		throw new Mismatch(`${received} of the ${expected.sizeBytes} bytes of the file arrived`);
	}
	if (hash.digestHex() !== expected.hash.toLowerCase()) {
		throw new Mismatch('the bytes that arrived have another hash than the map of the file');
	}
}

/**
 * A stream of the checked bytes. n8n forbids nodes to import Node's streams, so it is built with
 * the class of the incoming stream.
 */
function checkedStream(item: Item, stream: ByteStream, expected: Expected): ByteStream {
	const source: unknown = stream.constructor;
	if (!canBuildStreams(source)) {
		throw refuseItem(
			item,
			'This version of n8n hands over downloads in a form this node does not know',
			'Use n8n 2.0 or newer.',
		);
	}
	return source.from(checked(stream, expected), { objectMode: false });
}

async function expectedOf(
	item: Item,
	call: Call,
): Promise<Expected & { readonly map: IDataObject }> {
	const endpoint = endpointOf('storage', 'getFileInfo');
	const map = (await callForJson(item.context, { ...call, endpoint })) as IDataObject;
	const { FileName: fileName, Hash: hash, UnencryptedSize: sizeBytes } = map;
	if (typeof fileName !== 'string' || typeof hash !== 'string' || typeof sizeBytes !== 'number') {
		throw refuseItem(
			item,
			'The map of the file lacks its name, hash or size',
			'Check the storage address in the credential; without a map the file cannot be verified.',
		);
	}
	return { fileName: safeFileName(fileName), hash, sizeBytes, map };
}

function mediaTypeOf(header: unknown): string | undefined {
	const type = typeof header === 'string' ? header.split(';')[0]?.trim() : undefined;
	return type === undefined || type === '' || type === 'application/octet-stream'
		? undefined
		: type;
}

function downloadError(item: Item, error: unknown) {
	const text = error instanceof Error ? error.message : String(error);
	const happened = text.replace(/^Error: /, '');
	return error instanceof Mismatch
		? refuseItem(
				item,
				`The download does not match the file: ${happened}`,
				'Nothing was kept. Try again; if it happens again, the stored file or the way to it is damaged.',
			)
		: refuseItem(
				item,
				`The download broke off: ${happened}`,
				'Nothing was kept. Try again, for example with Retry On Fail in the settings of the node.',
			);
}

async function store(item: Item, call: Call, expected: Expected): Promise<IBinaryData> {
	const { stream, headers } = await callForBytes(item.context, call);
	const bytes = checkedStream(item, stream, expected);
	try {
		return await item.context.helpers.prepareBinaryData(
			bytes,
			expected.fileName,
			mediaTypeOf(headers['content-type']),
		);
	} catch (error) {
		throw downloadError(item, error);
	} finally {
		stream.destroy();
	}
}

/** `perform` of the operation Download: one item with the map as JSON and the file as binary. */
export async function download(item: Item, call: Call): Promise<readonly Output[]> {
	const outputField = readText(item, 'outputField') || 'data';
	const expected = await expectedOf(item, call);
	const binary = await store(item, call, expected);
	const shown = outputRecord(expected.map, recordFields(endpointOf('storage', 'getFileInfo')));
	const json = { id: call.values.fileId as string, ...shown, verified: true };
	return [{ json, binary: { [outputField]: binary } }];
}
