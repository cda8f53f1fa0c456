/**
 * n8n in queue mode, a main process, a webhook process and two workers over Redis and PostgreSQL, runs every
 * shipped workflow and every trigger: what the webhook process hears, the workers carry out, and files that
 * one of them has fetched are there for whoever goes on.
 */
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../start/machine/project-root';
import { n8nSetUpMs } from '../support/n8n/n8n';
import { QueueN8n } from '../support/n8n/queue-n8n';
import { WorkflowStage } from '../support/n8n/workflow-stage';
import { comparisonWorkflows } from './comparison-workflows';
import { exchangeWorkflows } from './exchange-workflows';
import { productWorkflows } from './product-workflows';

const runMs = 180_000;

let stage: WorkflowStage;
let n8n: QueueN8n;

beforeAll(async () => {
	n8n = await QueueN8n.open();
	stage = await WorkflowStage.open();
	stage.filesFolder = n8n.filesFolder;
	stage.isQueueMode = true;
	await stage.join(n8n.server);
}, n8nSetUpMs);

afterAll(async () => {
	await n8n?.close();
	await stage?.close();
});

const scenarios = { ...comparisonWorkflows, ...exchangeWorkflows, ...productWorkflows };

test('every shipped workflow is among them', () => {
	const shipped = fs
		.readdirSync(path.join(projectRoot(), 'workflows'))
		.filter((name) => name.endsWith('.json'))
		.map((name) => path.parse(name).name);
	const run = Object.keys(scenarios).flatMap((names) => names.split(', '));
	expect(run.sort()).toEqual(shipped.sort());
});

test.each(Object.entries(scenarios))('%s', async (_, scenario) => scenario(stage), runMs);

test('both workers have carried them out, and the main process none', () => {
	const [main, ...workers] = n8n.finished();
	expect(main).toBe(0);
	expect(workers.map((count) => count > 0)).toEqual([true, true]);
});

test('the process for webhooks has heard every call', () => {
	expect(n8n.webhookCalls).toBeGreaterThan(0);
});
