/**
 * The shipped workflows of the exchange, of contracts and of every trigger in one real n8n that runs as a
 * server: published, filled in by their forms, told by webhook, run by hand. The others are run by n8n's
 * command line, in `workflows.test.ts`.
 */
import { n8nSetUpMs, TestN8n } from '../support/n8n/n8n';
import { WorkflowStage } from '../support/n8n/workflow-stage';
import { exchangeWorkflows } from './exchange-workflows';
import { productWorkflows } from './product-workflows';

const runMs = 120_000;

let stage: WorkflowStage;
let n8n: TestN8n;

beforeAll(async () => {
	n8n = await TestN8n.open();
	stage = await WorkflowStage.open();
	await stage.join(await n8n.startServer());
}, n8nSetUpMs);

afterAll(async () => {
	await n8n?.close();
	await stage?.close();
});

const scenarios = Object.entries({ ...exchangeWorkflows, ...productWorkflows });

test.each(scenarios)('%s', async (_, scenario) => scenario(stage), runMs);
