/**
 * The verified download in n8n's engine, against a server that sends right and wrong bytes: what
 * does not match the map of the file never becomes a file of the workflow.
 */
import { bytesOf, removeN8nFolder, runNode } from '../engine/engine';
import { answeringServer, json, type AnsweringServer } from '../engine/answering-server';
import { blake2bHex } from 'blakejs';
import fs from 'node:fs';
import path from 'node:path';
import { Storage } from '../../../nodes/Storage/Storage.node';
import { n8nFolder } from '../engine/n8n-folder';

let server: AnsweringServer;

beforeAll(async () => {
	server = await answeringServer();
});

beforeEach(() => {
	server.received.length = 0;
});

afterAll(async () => {
	await server.close();
	removeN8nFolder();
});

const file = Buffer.from('the file as it was uploaded\n'.repeat(9000));

interface Served {
	readonly bytes: Buffer;
	readonly map?: object;
	readonly contentType?: string;
}

/** Serves the map of `file` and, as the file, whatever the case sends. */
function serve({ bytes, map, contentType }: Served): void {
	server.answer = (request, response) => {
		if (request.url.includes('/info/')) {
			json(response, 200, {
				FileName: 'Vertrag Müller.pdf',
				FileIds: [],
				Hash: blake2bHex(file, undefined, 32),
				Size: 1,
				UnencryptedSize: file.length,
				Status: 'complete',
				...map,
			});
		} else {
			response.writeHead(200, { 'content-type': contentType ?? 'application/pdf' });
			response.end(bytes);
		}
	};
}

const parameters = {
	resource: 'file',
	operation: 'download',
	fileId: { __rl: true, mode: 'id', value: 'abc/def' },
	outputField: 'document',
};

const run = (onError?: 'continueRegularOutput') =>
	runNode({
		node: new Storage(),
		parameters,
		credential: { apiKey: 'k-secret', storageUrl: `${server.url}/storage/` },
		...(onError === undefined ? {} : { onError }),
	});

/** Files that n8n keeps on disk for executions, whole or partial. */
function keptFiles(): string[] {
	return fs
		.readdirSync(n8nFolder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.parentPath.includes('binary_data'))
		.map((entry) => path.join(entry.parentPath, entry.name));
}

test('a download that matches its map arrives byte for byte, with name, type and map', async () => {
	serve({ bytes: file });
	const { items, error } = await run();
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(items[0]?.json).toMatchObject({
		id: 'abc/def',
		fileName: 'Vertrag Müller.pdf',
		verified: true,
	});
	expect(items[0]?.pairedItem).toEqual({ item: 0 });
	expect(items[0]?.binary?.document).toMatchObject({
		fileName: 'Vertrag Müller.pdf',
		mimeType: 'application/pdf',
	});
	expect((await bytesOf(items[0], 'document')).equals(file)).toBe(true);
	expect(server.received.map((request) => request.url)).toEqual([
		'/storage/files/info/abc%2Fdef',
		'/storage/files/abc%2Fdef',
	]);
	expect(server.received.every((request) => request.headers['x-api-key'] === 'k-secret')).toBe(
		true,
	);
});

test('a name that leads out of its folder is none for a file of the workflow', async () => {
	serve({ bytes: file, map: { FileName: '../../.ssh/authorized_keys' } });
	const { items } = await run();
	expect(items[0]?.json.fileName).toBe('../../.ssh/authorized_keys');
	expect(items[0]?.binary?.document?.fileName).toBe('.._.._.ssh_authorized_keys');
});

test('an unhelpful media type is worked out from the file name', async () => {
	serve({ bytes: file, contentType: 'application/octet-stream' });
	const { items } = await run();
	expect(items[0]?.binary?.document?.mimeType).toBe('application/pdf');
});

const flipped = Buffer.from(file);
flipped[file.length - 5] = 0;

const wrong: ReadonlyArray<readonly [string, Buffer, RegExp]> = [
	['one byte changed', flipped, /another hash/],
	['the last byte missing', file.subarray(0, -1), /of the 252000 bytes of the file arrived/],
	['one byte too many', Buffer.concat([file, Buffer.of(1)]), /more than the 252000 bytes/],
	['nothing', Buffer.alloc(0), /0 of the 252000 bytes/],
];

test.each(wrong)(
	'a download with %s fails the item and leaves no file',
	async (_name, bytes, said) => {
		const before = keptFiles();
		serve({ bytes });
		const { items, error } = await run();
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^The download does not match the file: /);
		expect(error?.message).toMatch(said);
		expect(keptFiles()).toEqual(before);
	},
);

test('with Continue On Fail a mismatch gives an item that says so and holds no file', async () => {
	serve({ bytes: flipped });
	const { items, error } = await run('continueRegularOutput');
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(items[0]?.binary).toBeUndefined();
	expect(items[0]?.json.error).toMatch(/another hash/);
	expect(items[0]?.pairedItem).toEqual({ item: 0 });
});

test('a connection cut while the file arrives fails the item and leaves no file', async () => {
	const before = keptFiles();
	serve({ bytes: file });
	const { answer } = server;
	server.answer = (request, response) => {
		if (request.url.includes('/info/')) return answer(request, response);
		response.writeHead(200, { 'content-length': String(file.length) });
		response.write(file.subarray(0, 1000), () => response.destroy());
	};
	const { items, error } = await run();
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/^The download broke off: /);
	expect(keptFiles()).toEqual(before);
});

test('a refusal of the download is explained although it came as a stream', async () => {
	serve({ bytes: file });
	const { answer } = server;
	server.answer = (request, response) => {
		if (request.url.includes('/info/')) return answer(request, response);
		json(response, 503, {
			message: 'The file needs 6 buckets and only 5 answer with valid shards; not usable: a, b, c.',
			body: '',
			status: 503,
		});
	};
	const { error } = await run();
	expect(error).toMatchObject({
		message: 'The file needs 6 buckets and only 5 answer with valid shards; not usable: a, b, c.',
		description: 'Bring the buckets back and try again.',
		httpCode: '503',
		context: { itemIndex: 0, errorCode: 'Storage_TooFewBucketsToRead' },
	});
});

test('a map without a hash is refused before the file is fetched', async () => {
	serve({ bytes: file, map: { Hash: null } });
	const { error } = await run();
	expect(error?.message).toBe('The map of the file lacks its name, hash or size');
	expect(server.received).toHaveLength(1);
});
