/**
 * The shipped workflows, run by a real n8n with the packed package against the running service,
 * as a person runs them after `npm start`. The items they produce are what is tested.
 */
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { ensureDemo } from '../../service/demo/demo';
import { listeningUrl } from '../../server/http/listening-url';
import { systemClock } from '../../server/clock';
import { shippedWorkflows } from '../../start/n8n-contents';
import type { N8nRecord } from '../../start/n8n-home';
import { projectRoot } from '../../start/project-root';
import { n8nSetUpMs, TestN8n, type N8nItem } from '../support/n8n';
import { startService, type RunningService } from '../support/service';

const runMs = 120_000;

let service: RunningService;
let n8n: TestN8n;
let documents: DocumentServer;

beforeAll(async () => {
	service = await startService();
	n8n = await TestN8n.open();
	documents = await DocumentServer.open();
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
	await n8n.importWorkflows(workflows.map(pointedAtOurDocument));
}, n8nSetUpMs);

afterAll(async () => {
	await n8n?.close();
	await documents?.close();
	await service?.close();
});

/** A web page that changes, as the documents do that a comparison watches. */
class DocumentServer {
	text = '1. The Supplier delivers 100 credits.\n2. Payment is due within 30 days.\n';

	private constructor(private readonly server: http.Server) {}

	static async open(): Promise<DocumentServer> {
		const server = http.createServer();
		const opened = new DocumentServer(server);
		server.on('request', (_request, response) => {
			response.setHeader('content-type', 'text/plain; charset=utf-8');
			response.end(opened.text);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return opened;
	}

	get url(): string {
		const address = this.server.address();
		if (typeof address !== 'object' || address === null) throw new Error('Not listening.');
		return `http://127.0.0.1:${address.port}/agreement.txt`;
	}

	close(): Promise<unknown> {
		this.server.closeAllConnections();
		return new Promise((resolve) => this.server.close(resolve));
	}
}

const comparison = 'SKcomparison0001';

/** Sets the document that the comparison watches, as a person does in its Settings node. */
function pointedAtOurDocument(workflow: N8nRecord): N8nRecord {
	if (workflow.id !== comparison) return workflow;
	const text = JSON.stringify(workflow);
	const pointed = text.replaceAll(`${service.url}/samples/agreement.txt`, documents.url);
	expect(pointed).not.toBe(text);
	return JSON.parse(pointed) as N8nRecord;
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
		'send a contract to its signers, each with a link in the mail',
		async () => {
			const run = await n8n.execute('SKcontractMail01');
			const contract = only(run.items('Create Contract')).json;
			expect(contract).toMatchObject({
				displayName: 'Service agreement',
				contractStatus: 'Unsigned',
			});
			const listed = run.items('List Contracts').map(({ json }) => json.id);
			expect(listed).toContain(contract.id);
			await service.service.mailsDelivered();
			const outbox = path.join(service.dataFolder, 'outbox');
			const mails = fs
				.readdirSync(outbox, { recursive: true, encoding: 'utf8' })
				.filter((name) => name.endsWith('.eml'))
				.map((name) => fs.readFileSync(path.join(outbox, name), 'utf8'));
			for (const signer of ['alice@demo.sealkeeper.test', 'bob@demo.sealkeeper.test']) {
				const mail = mails.find((text) => new RegExp(`^To: .*${signer}`, 'im').test(text));
				expect(mail).toContain(`${listeningUrl(service.service.app)}/sign/`);
			}
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
		'compare a document with the kept one: keep it, find it unchanged, report a change',
		async () => {
			const first = await n8n.execute(comparison);
			const kept = only(first.items('Keep Document')).json;
			expect(kept).toMatchObject({ displayName: 'Service agreement' });
			expect(first.nodeNames).not.toContain('Compare with Latest');

			const second = await n8n.execute(comparison);
			expect(only(second.items('Unchanged')).json).toMatchObject({ accuracy: 1 });
			expect(second.nodeNames).not.toContain('Message');

			documents.text = documents.text.replace('30 days', '14 days');
			const third = await n8n.execute(comparison);
			expect(third.nodeNames).not.toContain('Unchanged');
			const message = only(third.items('Message'));
			expect(message.json).toMatchObject({
				to: 'admin@demo.sealkeeper.test',
				subject: 'Changed: Service agreement',
				accuracy: expect.any(Number),
			});
			const report = n8n.binary(message, 'diff').toString('utf8');
			expect(report).toContain('14');
			expect(report).toContain('30');
			expect(report).toMatch(/^<!doctype html>/i);
			expect(only(third.items('Store Report')).json.id).toEqual(expect.any(String));
		},
		2 * runMs,
	);

	test(
		'read a file whole and verified after two of eight buckets are lost',
		async () => {
			const uploaded = await n8n.execute('SKstorageLoss001');
			expect(only(uploaded.items('Upload')).json).toMatchObject({ fileName: 'precious.txt' });
			const buckets = path.join(service.dataFolder, 'buckets');
			const names = fs.readdirSync(buckets).sort();
			expect(names).toHaveLength(8);
			for (const name of [names[1], names[6]]) {
				if (name !== undefined) fs.rmSync(path.join(buckets, name), { recursive: true });
			}
			const downloaded = await n8n.execute('SKstorageLoss002');
			const file = only(downloaded.items('Download'));
			const lines = n8n.binary(file).toString('utf8').split('\n');
			expect(lines).toHaveLength(20_000);
			expect(lines.at(-1)).toBe('This is line 20000 of a file that must not be lost.');
			expect(file.binary?.data?.fileName).toBe('precious.txt');
		},
		runMs,
	);
});
