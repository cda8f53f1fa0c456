/** Comparisons of several organisations at once: how many, and what becomes of abandoned ones. */
import fs from 'node:fs';
import path from 'node:path';
import { until } from '../../../support/clients/requests';
import { isThere, ownLaunchers, processOf } from '../../../support/programs/comparison-processes';
import { startService, type RunningService } from '../../../support/programs/service';
import { KeeperClient } from '../keeper-client';

let running: RunningService;
let keeper: KeeperClient;
let other: KeeperClient;

beforeAll(async () => {
	running = await startService({ config: { comparisonsMax: 1 } });
	const { organisation, other: second } = running;
	keeper = new KeeperClient(running, organisation.admin.key);
	other = new KeeperClient(running, second.admin.key, second.products.Keeper);
});

afterAll(() => running.close());

/** Text of so many lines of its own that a comparison does not end before it is left. */
const lines = (word: string) =>
	Array.from({ length: 400_000 }, (_, index) => `${word} ${index}\n`).join('');

async function kept(client: KeeperClient, content: string): Promise<string> {
	const folderId = await client.newFolder();
	return client.newFile({ folderId, accuracy: 'Excellent', content });
}

const launchers = ownLaunchers();

/** Begins a comparison that takes long; answers how to leave it, which is done when its process has ended. */
async function beginLong(fileId: string): Promise<() => Promise<void>> {
	const leaving = new AbortController();
	const body = new FormData();
	body.append('file', new File([lines('sent')], 'document.txt'));
	const { key } = running.organisation.admin;
	const ask = () =>
		fetch(`${keeper.url}/files/${fileId}/compare/latest`, {
			method: 'POST',
			headers: { 'x-api-key': key },
			body,
			signal: leaving.signal,
		}).catch((fault: Error) => fault.name);
	let asked: Promise<unknown> | undefined;
	const compares = await processOf(() => {
		asked = ask();
	}, launchers);
	return async () => {
		leaving.abort();
		expect(await asked).toBe('AbortError');
		await until(() => Promise.resolve(isThere(compares) ? undefined : true));
	};
}

/** Files of uploads nobody has kept yet. */
function drafts(): readonly string[] {
	const buckets = path.join(running.dataFolder, 'buckets');
	const files = fs.readdirSync(buckets, { recursive: true, encoding: 'utf8' });
	return files
		.filter((file) => /draft|staging|tmp/i.test(file))
		.filter((file) => {
			// One that is removed meanwhile is none any more.
			return fs.statSync(path.join(buckets, file), { throwIfNoEntry: false })?.isFile() === true;
		});
}

test('an organisation is told to wait beyond its limit, while another is served', async () => {
	const long = await kept(keeper, lines('kept'));
	const short = await kept(other, 'one\n');
	const leave = await beginLong(long);
	const refused = await fetch(`${keeper.url}/files/${long}/compare/latest`, {
		method: 'POST',
		headers: { 'x-api-key': running.organisation.admin.key },
		body: form('kept'),
	});
	expect(refused.status).toBe(429);
	expect(refused.headers.get('retry-after')).toBe('5');
	expect(await refused.json()).toMatchObject({
		errorCode: 'Keeper_ComparisonsTooMany',
		arguments: [1],
	});
	expect((await other.compare(short, { content: 'two\n' })).status).toBe(200);
	await leave();
});

test('a comparison whose caller leaves is ended and recorded so, its file removed and its place free', async () => {
	const long = await kept(keeper, lines('kept'));
	const before = drafts();
	const leave = await beginLong(long);
	await leave();
	await until(() => Promise.resolve(drafts().length === before.length ? true : undefined));
	const record = await until(async () => (await keeper.list(`/files/${long}/comparisons`))[0]);
	expect(record).toMatchObject({
		...{ status: 'Cancelled', operation: 'compare', fileName: 'document.txt', version: 1 },
		errorMessage: expect.stringContaining('disconnected before the comparison was done') as string,
	});
	const again = await keeper.compare(long, { content: lines('kept') });
	expect(again).toMatchObject({ status: 200, body: { accuracy: 1, identical: true } });
	expect(running.log()).not.toContain('unexpected fault');
});

function form(content: string): FormData {
	const body = new FormData();
	body.append('file', new File([content], 'document.txt'));
	return body;
}
