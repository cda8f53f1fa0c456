/** Two shipped workflows, run by a real n8n with the packed package in it against a running service. */
import fs from 'node:fs';
import path from 'node:path';
import { credentialRecord } from '../../start/n8n/contents';
import { TestN8n } from '../support/n8n/n8n';
import { RunningWorkflows } from '../support/n8n/running-workflows';
import { startService, type RunningService } from '../support/programs/service';

let service: RunningService;
let n8n: TestN8n;
let workflows: RunningWorkflows;

beforeAll(async () => {
	service = await startService();
	n8n = await TestN8n.open();
	const { url: baseUrl, storageUrl, organisation } = service;
	const { admin, products } = organisation;
	const credential = credentialRecord({ apiKey: admin.key, baseUrl, storageUrl, products });
	workflows = await RunningWorkflows.open(await n8n.startServer(), baseUrl, [credential]);
});
afterAll(async () => {
	await n8n?.close();
	await service?.close();
});

test('a file is read whole and verified after two of eight buckets are lost', async () => {
	const uploaded = await workflows.run('storage-loss-1-upload', 'Start');
	expect(uploaded.items('Upload').map(({ json }) => json)).toMatchObject([
		{ fileName: 'precious.txt' },
	]);
	const buckets = path.join(service.dataFolder, 'buckets');
	const names = fs.readdirSync(buckets).sort();
	expect(names).toHaveLength(8);
	for (const name of [names[1], names[6]]) {
		if (name !== undefined) fs.rmSync(path.join(buckets, name), { recursive: true });
	}
	const downloaded = await workflows.run('storage-loss-2-download', 'Start');
	const [file, ...others] = downloaded.items('Download');
	if (file === undefined) throw new Error('nothing was downloaded');
	expect(others).toEqual([]);
	const lines = (await workflows.binary(file)).toString('utf8').split('\n');
	expect(lines).toHaveLength(20_000);
	expect(lines.at(-1)).toBe('This is line 20000 of a file that must not be lost.');
	expect(file.binary?.data?.fileName).toBe('precious.txt');
});
