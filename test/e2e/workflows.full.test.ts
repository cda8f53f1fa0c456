/**
 * The shipped workflows, run by a real n8n with the packed package against the running service,
 * as a person runs them after `npm start`. The items they produce are what is tested.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ensureDemo } from '../../service/demo/demo';
import { systemClock } from '../../server/clock';
import { shippedWorkflows } from '../../start/n8n/contents';
import type { N8nRecord } from '../../start/n8n/home';
import { projectRoot } from '../../start/machine/project-root';
import { lines, sheets } from '../comparison/formats/pdf/files';
import { WatchedServer } from '../support/servers/watched-server';
import { byPrefix, sideBySide } from '../support/n8n/side-by-side';
import { n8nSetUpMs, TestN8n, type Execution, type N8nItem } from '../support/n8n/n8n';
import { startService, type RunningService } from '../support/programs/service';

const runMs = 120_000;

let service: RunningService;
let n8n: TestN8n;
let documents: WatchedServer;

beforeAll(async () => {
	service = await startService();
	n8n = await TestN8n.open();
	documents = await WatchedServer.open();
	const { database } = service.service;
	const demo = await ensureDemo({ database, clock: systemClock }, { withNewKeys: () => false });
	const [admin] = demo.users;
	if (admin?.key === undefined) throw new Error('The demo has no key.');
	const baseUrl = service.url;
	await n8n.importCredential({
		apiKey: admin.key,
		baseUrl,
		storageUrl: service.storageUrl,
		products: demo.products,
	});
	const workflows = shippedWorkflows(path.join(projectRoot(), 'workflows'), baseUrl);
	const compared: readonly string[] = Object.values(comparisons);
	const isCompared = ({ id }: N8nRecord) => compared.includes(id);
	await n8n.importWorkflows([
		...workflows.filter((workflow) => !isCompared(workflow)),
		morningOf(workflows),
	]);
}, n8nSetUpMs);

afterAll(async () => {
	await n8n?.close();
	await documents?.close();
	await service?.close();
});

/** The comparisons that are shipped, by the name they have here. */
const comparisons = {
	document: 'SKcomparison0001',
	page: 'SKcompareWeb0001',
	folder: 'SKcompareDir0001',
	pdf: 'SKcomparePdf0001',
	prices: 'SKcompareCsv0001',
	api: 'SKcompareApi0001',
	folders: 'SKcompareTwo0001',
} as const;

const watchedFolder = () => path.join(n8n.home.folder, '.n8n-files');

/**
 * All comparisons as one workflow that runs when told to, since each start of n8n takes seconds; each
 * is pointed at our documents, as a person does it. One PDF is watched twice: once it stays a PDF.
 */
function morningOf(workflows: readonly N8nRecord[]): N8nRecord {
	const pointed = Object.entries({ ...comparisons, broken: comparisons.pdf }).map(
		([name, id]): [string, N8nRecord] => {
			const text = JSON.stringify(workflows.find((workflow) => workflow.id === id))
				.replace(
					/"url":"[^"]+"/,
					`"url":"${documents.url}/${name === 'prices' ? 'prices.csv' : name}"`,
				)
				.replace('Agreement (PDF)', name);
			return [name, JSON.parse(text) as N8nRecord];
		},
	);
	return sideBySide('SKeveryMorning01', pointed);
}

function putFile(folder: string, name: string, text: string): void {
	const inFolder = path.join(watchedFolder(), folder);
	fs.mkdirSync(inFolder, { recursive: true });
	fs.writeFileSync(path.join(inFolder, name), text);
}

const subjects = (run: Execution, name: string, node = 'Message') =>
	run.items(byPrefix(name, node)).map(({ json }) => json.subject);

const pdf = async (days: number) =>
	Buffer.from(
		await sheets([lines(['The Supplier delivers 100 credits.', `Due in ${days} days.`])]),
	);

const html = (text: string) => `<!doctype html><title>Terms</title><p>${text}</p>`;

const agreement = (days: number) =>
	`1. The Supplier delivers 100 credits.\n2. Payment is due within ${days} days.\n`;

/** All as new; the page was last changed long ago. */
async function putDocuments(): Promise<void> {
	const longAgo = new Date('2020-01-01T00:00:00Z');
	documents.put('document', 'text/plain; charset=utf-8', agreement(30));
	documents.put('page', 'text/html', html('Delivery is free from 50 credits on.'), longAgo);
	documents.put('pdf', 'application/pdf', await pdf(30));
	documents.put('broken', 'application/pdf', await pdf(30));
	documents.put('prices.csv', 'text/csv', 'sku,price,updated\nA,1.00,Mon\nB,2.00,Mon\n');
	documents.put('api', 'application/json', '{"up":true,"generatedAt":1,"meta":{"requestId":1}}');
	putFile('watched', 'one.txt', 'First\n');
	putFile('watched', 'two.txt', 'Second\n');
	putFile('old', 'same.txt', 'Same\n');
	putFile('old', 'other.txt', 'Before\n');
	putFile('old', 'gone.txt', 'Gone\n');
	putFile('new', 'same.txt', 'Same\n');
	putFile('new', 'other.txt', 'After\n');
}

/** Three differences, an error page in place of a PDF, and two that differ in nothing that counts. */
async function changeDocuments(): Promise<void> {
	documents.put('document', 'text/plain; charset=utf-8', agreement(14));
	documents.put('pdf', 'application/pdf', await pdf(14));
	documents.put('broken', 'text/html', html('Sorry, something went wrong.'));
	documents.put('prices.csv', 'text/csv', 'sku,price,updated\nB,2,Tue\nA,1.00,Tue\n');
	documents.put('api', 'application/json', '{"up":true,"generatedAt":2,"meta":{"requestId":2}}');
	putFile('watched', 'two.txt', 'Another\n');
}

/** The same again, the PDF back in its place, and what differed in nothing now does. */
async function changeOthers(): Promise<void> {
	documents.put('page', 'text/html', html('Delivery is free from 90 credits on.'));
	documents.put('broken', 'application/pdf', await pdf(30));
	documents.put('prices.csv', 'text/csv', 'sku,price,updated\nB,2.50,Wed\nA,1.00,Wed\n');
	documents.put('api', 'application/json', '{"up":false,"generatedAt":3,"meta":{"requestId":3}}');
}

function only(items: readonly N8nItem[]): N8nItem {
	expect(items).toHaveLength(1);
	const [item] = items;
	if (item === undefined) throw new Error('No item.');
	return item;
}

describe('the shipped workflows in a real n8n', () => {
	test(
		'create, issue and transfer an asset, and put the balances into a table',
		async () => {
			const run = await n8n.execute('SKassetLife00001');
			const asset = only(run.items('Create Asset')).json;
			expect(asset).toMatchObject({ name: expect.stringMatching(/^Solar credits /) });
			const balances = run.items('Balances').map(({ json }) => json);
			expect(balances).toContainEqual(expect.objectContaining({ id: asset.id, amount: 70 }));
			const table = n8n.binary(only(run.items('Table')), 'table').toString('utf8');
			const [head, ...rows] = table.replace('\uFEFF', '').trim().split(/\r?\n/);
			expect(head).toBe('Asset,Amount,ID');
			expect(rows).toContain(`${String(asset.name)},70,${String(asset.id)}`);
		},
		runMs,
	);

	test(
		'pay out an asset to a list in one call, and tell apart who was refused',
		async () => {
			const run = await n8n.execute('SKbulkTransfer01');
			const { id } = only(run.items('Create Asset')).json;
			const paid = run.items('Transfer').map(({ json }) => json.transferResult);
			expect(paid).toEqual([
				expect.objectContaining({ statusCode: 200 }),
				expect.objectContaining({ statusCode: 200 }),
			]);
			const refused = only(run.items('Refused'));
			expect(JSON.stringify(refused.json)).toContain('nobody@demo.sealkeeper.test');
			const rows = await service.service.database
				.selectFrom('asset_balances')
				.innerJoin('users', 'users.id', 'account_id')
				.select(['email', 'amount'])
				.where('asset_id', '=', String(id))
				.orderBy('email')
				.execute();
			expect(rows.map(({ email, amount }) => `${email} ${amount}`)).toEqual([
				'admin@demo.sealkeeper.test 50',
				'alice@demo.sealkeeper.test 30',
				'bob@demo.sealkeeper.test 20',
			]);
		},
		runMs,
	);

	test(
		'sign a contract at once, with one signature for each signer in their order',
		async () => {
			const run = await n8n.execute('SKcontractSign01');
			const contract = only(run.items('Create Signed Contract')).json;
			expect(contract).toMatchObject({
				displayName: 'Service agreement, signed',
				contractStatus: 'Signed',
			});
		},
		runMs,
	);

	test(
		'compare every morning: keep, tell a difference once with a report, and tell what is unreadable apart',
		async () => {
			await putDocuments();
			const first = await n8n.execute('SKeveryMorning01');
			const once = ['document', 'page', 'pdf', 'broken', 'prices', 'api', 'folder'];
			for (const name of once) {
				const kept = first.items(byPrefix(name, 'Keep or Compare')).map(({ json }) => json.outcome);
				expect([name, kept]).toEqual([name, name === 'folder' ? ['kept', 'kept'] : ['kept']]);
				expect([name, subjects(first, name)]).toEqual([name, []]);
			}
			const ofFolders = ['different: other.txt', 'only in one folder: gone.txt'];
			expect(subjects(first, 'folders').sort()).toEqual(ofFolders);

			await changeDocuments();
			const second = await n8n.execute('SKeveryMorning01');
			const message = only(second.items(byPrefix('document', 'Message')));
			expect(message.json).toMatchObject({
				...{ subject: 'Changed: Service agreement', text: expect.stringMatching(/./) },
				...{ equal: false, accuracy: expect.any(Number), version: 1, keptVersion: 2 },
			});
			const report = n8n.binary(message, 'diff').toString('utf8');
			expect(report).toMatch(/^<!doctype html>.*14/is);
			expect(subjects(second, 'pdf', 'Changed')).toEqual(['Changed: pdf']);
			expect(subjects(second, 'broken', 'Unreadable')).toEqual(['Unreadable: broken']);
			expect(subjects(second, 'broken', 'Changed')).toEqual([]);
			expect(second.nodeNames).not.toContain(byPrefix('page', 'Keep or Compare'));
			expect(only(second.items(byPrefix('page', 'Fetch Page'))).json.statusCode).toBe(304);
			expect(subjects(second, 'folder')).toEqual(['Changed: two.txt']);
			for (const name of ['prices', 'api'])
				expect([name, subjects(second, name)]).toEqual([name, []]);

			await changeOthers();
			const third = await n8n.execute('SKeveryMorning01');
			for (const name of ['document', 'folder']) expect(subjects(third, name)).toEqual([]);
			for (const node of ['Changed', 'Unreadable']) {
				for (const name of ['pdf', 'broken']) expect(subjects(third, name, node)).toEqual([]);
			}
			const again = only(third.items(byPrefix('pdf', 'Keep or Compare'))).json;
			expect(again).toMatchObject({ outcome: 'equal', version: 2 });
			expect(subjects(third, 'page')).toEqual(['Changed: Web page']);
			expect(subjects(third, 'prices')).toEqual(['Changed: Price list']);
			expect(subjects(third, 'api')).toEqual(['Changed: API reply']);
		},
		3 * runMs,
	);
});
