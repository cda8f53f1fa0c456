import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
	credentialRecord,
	shippedWorkflows,
	traderCredentialRecord,
	workflowRecord,
} from '../../../start/n8n/contents';

const sealer = {
	type: 'n8n-nodes-sealkeeper.sealer',
	credentials: { sealkeeperApi: { id: 'x', name: 'Placeholder' } },
};
const other = {
	type: 'n8n-nodes-base.noOp',
	credentials: { httpBasicAuth: { id: 'y', name: 'Y' } },
};

describe('a workflow for import', () => {
	test('uses the imported credential and leaves every other one alone', () => {
		const record = workflowRecord({ name: 'One', nodes: [sealer, other] }, 'one.json');
		const credential = credentialRecord({
			apiKey: 'key',
			baseUrl: 'http://localhost:1',
			storageUrl: 'http://localhost:1/storage',
			products: { Sealer: 's', Tracker: 't', Keeper: 'k' },
		});
		expect(record.nodes).toEqual([
			{
				...sealer,
				credentials: { sealkeeperApi: { id: credential.id, name: credential.name } },
			},
			other,
		]);
	});

	test('uses the credential of the trader that it names', () => {
		const credential = traderCredentialRecord({
			...{ trader: 'Northwind Energy', apiKey: 'key', exchangeUrl: 'http://localhost:2' },
			...{ baseUrl: 'http://localhost:1', storageUrl: 'http://localhost:1/storage' },
			products: { Sealer: 's', Tracker: 't', Keeper: 'k' },
		});
		expect(credential.data).toMatchObject({ apiKey: 'key', exchangeUrl: 'http://localhost:2' });
		const name = 'Sealkeeper demo: Northwind Energy';
		const order = {
			type: 'n8n-nodes-sealkeeper.exchange',
			credentials: { sealkeeperApi: { id: 'sealkeeper-demo-northwind', name } },
		};
		const { nodes } = workflowRecord({ name: 'One', nodes: [order] }, 'one.json');
		expect(nodes).toEqual([
			{ ...order, credentials: { sealkeeperApi: { id: credential.id, name } } },
		]);
	});

	test('keeps its own id, else gets one that is the same each time', () => {
		expect(workflowRecord({ id: 'own' }, 'one.json').id).toBe('own');
		const id = workflowRecord({}, 'one.json').id;
		expect(id).toMatch(/^[0-9a-f]{16}$/);
		expect(workflowRecord({}, 'one.json').id).toBe(id);
		expect(workflowRecord({}, 'two.json').id).not.toBe(id);
	});
});

describe('the shipped workflows', () => {
	test('come in the order of their file names, with the address of the service', () => {
		const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-workflows-'));
		fs.writeFileSync(path.join(folder, '02-b.json'), '{"name":"B"}');
		const url = 'http://localhost:8080/samples/agreement.txt';
		fs.writeFileSync(path.join(folder, '01-a.json'), JSON.stringify({ name: 'A', meta: { url } }));
		fs.writeFileSync(path.join(folder, 'README.md'), 'words');
		const workflows = shippedWorkflows(folder, 'http://localhost:4711');
		expect(workflows.map(({ name }) => name)).toEqual(['A', 'B']);
		expect(workflows[0]?.meta).toEqual({ url: 'http://localhost:4711/samples/agreement.txt' });
		fs.rmSync(folder, { recursive: true });
	});

	test('must be objects', () => {
		const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-workflows-'));
		fs.writeFileSync(path.join(folder, '01-a.json'), '[]');
		expect(() => shippedWorkflows(folder, 'http://localhost:1')).toThrow(
			'01-a.json is not a workflow',
		);
		fs.rmSync(folder, { recursive: true });
	});
});
