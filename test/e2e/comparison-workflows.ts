/**
 * What the shipped workflows come to that `workflows.test.ts` runs by n8n's command line, in an n8n that
 * runs as a server, in however many processes: the comparisons, assets and stored files.
 */
import fs from 'node:fs';
import path from 'node:path';
import { lines, sheets } from '../comparison/formats/pdf/files';
import { WatchedServer } from '../support/servers/watched-server';
import type { Scenarios, WorkflowStage } from '../support/n8n/workflow-stage';

/** A document at an address: what it is in the morning and what it is later. */
interface Watched {
	readonly mediaType: string;
	readonly before: () => Promise<Buffer>;
	readonly after: () => Promise<Buffer>;
}

const text = (mediaType: string, before: string, after: string): Watched => ({
	mediaType,
	before: () => Promise.resolve(Buffer.from(before)),
	after: () => Promise.resolve(Buffer.from(after)),
});

const page = (days: number) => async () =>
	Buffer.from(await sheets([lines([`Due in ${days} days.`])]));

const html = (words: string) => `<!doctype html><title>Terms</title><p>${words}</p>`;

const watched: Readonly<Record<string, Watched>> = {
	'scheduled-comparison': text('text/plain; charset=utf-8', 'Due in 30 days.\n', 'Due at once.\n'),
	'compare-web-page': text('text/html', html('Free from 50.'), html('Free from 90.')),
	'compare-pdf': { mediaType: 'application/pdf', before: page(30), after: page(14) },
	'compare-price-list': text('text/csv', 'sku,price\nA,1\nB,2\n', 'sku,price\nA,1\nB,3\n'),
	'compare-api-reply': text('application/json', '{"up":true}', '{"up":false}'),
};

async function compared({ n8n }: WorkflowStage): Promise<void> {
	const server = await WatchedServer.open();
	const longAgo = new Date('2020-01-01T00:00:00Z');
	for (const [file, { mediaType, before, after }] of Object.entries(watched)) {
		const name = file === 'compare-price-list' ? 'prices.csv' : file;
		server.put(name, mediaType, await before(), longAgo);
		await n8n.add(file, (whole) => whole.replace(/"url":"[^"]+"/, `"url":"${server.url}/${name}"`));
		const kept = await n8n.run(file, 'Every Morning');
		expect([file, kept.items('Keep or Compare')[0]?.json.outcome]).toEqual([file, 'kept']);
		server.put(name, mediaType, await after());
		const changed = await n8n.run(file, 'Every Morning');
		const message = [...changed.items('Message'), ...changed.items('Changed')][0];
		expect([file, message?.json.subject]).toEqual([file, expect.stringMatching(/^Changed: /)]);
		expect((await n8n.binary(message, 'diff')).toString()).toMatch(/^<!doctype html>/i);
	}
	await server.close();
}

async function folders({ n8n, filesFolder }: WorkflowStage): Promise<void> {
	const put = (at: string, content: string) => {
		const file = path.join(filesFolder, at);
		fs.mkdirSync(path.dirname(file), { recursive: true });
		fs.writeFileSync(file, content);
	};
	put('watched/one.txt', 'First\n');
	put('old/same.txt', 'Same\n');
	put('new/same.txt', 'Another\n');
	const first = await n8n.run('compare-folder', 'Every Morning');
	expect(first.items('Keep or Compare').map(({ json }) => json.outcome)).toEqual(['kept']);
	const both = await n8n.run('compare-two-folders', 'Start');
	expect(both.items('Message').map(({ json }) => json.subject)).toEqual(['different: same.txt']);
}

async function assets({ n8n }: WorkflowStage): Promise<void> {
	const life = await n8n.run('asset-life', 'Start');
	expect((await n8n.binary(life.items('Table')[0], 'table')).toString()).toContain('Solar credits');
	const bulk = await n8n.run('bulk-transfer', 'Start');
	expect(bulk.items('Refused')).toHaveLength(1);
}

async function preSigned({ n8n }: WorkflowStage): Promise<void> {
	const run = await n8n.run('contract-pre-signed', 'Start');
	expect(run.items('Create Signed Contract').map(({ json }) => json.contractStatus)).toEqual([
		'Signed',
	]);
}

async function storage({ n8n }: WorkflowStage): Promise<void> {
	await n8n.run('storage-loss-1-upload', 'Start');
	const run = await n8n.run('storage-loss-2-download', 'Start');
	const content = (await n8n.binary(run.items('Download')[0])).toString('utf8');
	expect(content.split('\n')).toHaveLength(20_000);
}

export const comparisonWorkflows: Scenarios = {
	[Object.keys(watched).join(', ')]: compared,
	'compare-folder, compare-two-folders': folders,
	'asset-life, bulk-transfer': assets,
	'contract-pre-signed': preSigned,
	'storage-loss-1-upload, storage-loss-2-download': storage,
};
