/**
 * The shipped workflows as a person sees them: opened in the editor of a real n8n, in a real
 * browser. SEALKEEPER_SCREENSHOTS names a folder to keep the pictures in.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { shippedWorkflows } from '../../start/n8n/contents';
import type { N8nRecord } from '../../start/n8n/home';
import type { N8nServer } from '../../start/n8n/server';
import { projectRoot } from '../../start/machine/project-root';
import { openBrowser } from '../support/servers/chromium';
import { n8nSetUpMs, TestN8n } from '../support/n8n/n8n';

const workflows = shippedWorkflows(path.join(projectRoot(), 'workflows'), 'http://localhost:8080');
const openMs = 60_000;

let n8n: TestN8n;
let server: N8nServer;
let browser: Browser;
let page: Page;
let pictures: string;

beforeAll(async () => {
	pictures =
		process.env.SEALKEEPER_SCREENSHOTS ??
		fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-pictures-'));
	n8n = await TestN8n.open();
	await n8n.importCredential({
		apiKey: 'not called here',
		baseUrl: 'http://localhost:8080',
		storageUrl: 'http://localhost:8080/storage',
		products: { Sealer: '', Tracker: '', Keeper: '' },
	});
	await n8n.importWorkflows([...workflows, broken]);
	server = await n8n.startServer();
	browser = await openBrowser();
	page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
	page.setDefaultTimeout(openMs);
	await logIn();
}, n8nSetUpMs);

afterAll(async () => {
	await browser?.close();
	await n8n?.close();
	if (process.env.SEALKEEPER_SCREENSHOTS === undefined && pictures) {
		fs.rmSync(pictures, { recursive: true, force: true });
	}
});

async function logIn(): Promise<void> {
	await page.goto(`${server.address}/signin`);
	await page.locator('input[name="emailOrLdapLoginId"]').fill(server.owner.email);
	await page.locator('input[name="password"]').fill(server.owner.password);
	await tagged('form-submit-button').click();
	await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
}

const tagged = (name: string) => page.locator(`[data-test-id="${name}"]`);

/** Notes on the canvas are nodes in the file, but not drawn as such. */
function drawnNodes(workflow: N8nRecord): number {
	const nodes: readonly { readonly type: string }[] = Array.isArray(workflow.nodes)
		? workflow.nodes
		: [];
	return nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote').length;
}

/** The marks n8n puts on a node that something is wrong with. */
const marks = [
	'node-issues',
	'node-not-installed',
	'node-restricted',
	'canvas-node-status-warning',
];

/** Opens a workflow and resolves when its nodes are drawn and nothing is being fetched any more. */
async function open(workflow: N8nRecord): Promise<void> {
	await page.goto(`${server.address}/workflow/${workflow.id}`);
	await tagged('canvas-node')
		.nth(drawnNodes(workflow) - 1)
		.waitFor();
	await page.waitForLoadState('networkidle');
	await page.screenshot({ path: path.join(pictures, `${workflow.id}.png`) });
}

async function marked(): Promise<Readonly<Record<string, number>>> {
	const counts: [string, number][] = [];
	for (const mark of marks) counts.push([mark, await tagged(mark).count()]);
	return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** One node of a kind that is not installed, one without a value it needs, one without credential. */
const broken: N8nRecord = {
	id: 'SKbroken00000001',
	name: 'Broken',
	nodes: [
		brokenNode('Unknown', 'n8n-nodes-sealkeeper.signer'),
		brokenNode('Incomplete', 'n8n-nodes-base.httpRequest'),
		brokenNode('Without Credential', 'n8n-nodes-sealkeeper.tracker'),
	],
	connections: {},
	settings: {},
};

function brokenNode(name: string, type: string) {
	const position = [name.length * 200, 0];
	return { id: name, name, type, typeVersion: 1, position, parameters: {} };
}

const names = ['Exchange', 'Keeper', 'Sealer', 'Storage', 'Tracker'];
const [exchange, keeper, sealer, storage, tracker] = names.map((name) => `Sealkeeper ${name}`);

/** What is typed into the search of the node panel, and which of our nodes come and no others. */
const searches = {
	sealkeeper: [exchange, keeper, sealer, storage, tracker],
	docusign: [sealer],
	'e-signature': [sealer],
	'distributed storage': [storage],
};

/** Words that other nodes of ours may fit as well, letter by letter. */
const words = {
	'e-sign': [sealer],
	signature: [sealer],
	contract: [sealer],
	pdf: [keeper, sealer],
	diff: [keeper],
	compare: [keeper],
	monitor: [keeper],
	blockchain: [keeper, tracker],
	token: [tracker],
	ledger: [tracker],
	backup: [storage],
	s3: [storage],
	'order book': [exchange],
	trading: [exchange],
};

describe('the editor', () => {
	test(
		'marks a workflow that is broken',
		async () => {
			await open(broken);
			await tagged('node-issues').nth(1).waitFor();
			expect(await marked()).toEqual({ 'node-issues': 2, 'node-not-installed': 1 });
		},
		2 * openMs,
	);

	test.each(workflows.map((workflow) => [String(workflow.name), workflow] as const))(
		'opens "%s" without a mark',
		async (_name, workflow) => {
			await open(workflow);
			expect(await marked()).toEqual({});
		},
		2 * openMs,
	);

	test(
		'finds our nodes by the brand and by what people type, and says below each what it does',
		async () => {
			const [withBalances] = workflows;
			if (withBalances !== undefined) await open(withBalances);
			await page.getByText('Get many: balances', { exact: true }).waitFor();
			await tagged('node-creator-plus-button').click();
			const found: Record<string, readonly string[]> = {};
			for (const [words, wanted] of Object.entries(searches)) {
				await tagged('node-creator-search-bar').fill(words);
				const ours = tagged('node-creator-item-name').filter({ hasText: 'Sealkeeper' });
				for (const name of wanted) await ours.filter({ hasText: name }).first().waitFor();
				await ours.nth(wanted.length).waitFor({ state: 'detached' });
				found[words] = (await ours.allInnerTexts()).map((name) => name.trim()).sort();
			}
			expect(found).toEqual(searches);
			for (const [typed, wanted] of Object.entries(words)) {
				await tagged('node-creator-search-bar').fill(typed);
				for (const name of wanted) {
					await tagged('node-creator-item-name').filter({ hasText: name }).first().waitFor();
				}
			}
		},
		2 * openMs,
	);
});
