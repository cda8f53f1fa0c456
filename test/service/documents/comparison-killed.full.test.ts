/**
 * A comparison that nobody waits for outlives the process that makes it: killed in the middle, it is done
 * by the next process on the same data, or by another one on the same database; and its difference is told
 * once, whatever ends in between. Nor does it get lost in a backup, or where there is no room for its end.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readInstallation } from '../../../backup/installation';
import { makeBackup } from '../../../backup/make';
import { restoreBackup } from '../../../backup/restore';
import { roles } from '../../../api/language/roles';
import { systemClock } from '../../../server/clock';
import { Accounts } from '../../../service/accounts/accounts';
import { openDatabase } from '../../../service/database/database';
import { testPort } from '../../support/run/ports';
import { giveRoom, takeRoom } from '../../support/hostile/file-size-limit';
import { ProgramProcess } from '../../support/programs/program-process';
import { send, until } from '../../support/clients/requests';
import { startSeveral } from '../several-processes';

/** Takes seconds to be compared with lines of another word, and ends. */
const lines = (word: string) =>
	Array.from({ length: 30_000 }, (_, index) => `${word} ${index}\n`).join('');

interface Keeping {
	readonly url: string;
	readonly key: string;
	readonly productId: string;
}

type Json = Readonly<Record<string, unknown>>;

async function ask(
	{ url, key, productId }: Keeping,
	method: 'GET' | 'POST',
	location: string,
	more: Partial<Parameters<typeof send>[0]> = {},
): Promise<Json> {
	const headers = { 'x-api-key': key };
	const at = `${url}/keeper/${productId}${location}`;
	const answer = await send({ method, url: at, headers, ...more });
	if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
	return answer.json() as Json;
}

const file = (content: string) => ({ name: 'file', fileName: 'lines.txt', content });

/** Begins a Keep or Compare that goes on for a while; answers where its record is once it is Running. */
async function begun(at: Keeping): Promise<string> {
	const folder = await ask(at, 'POST', '/folders', { json: { name: 'Killed' } });
	const named = [
		{ name: 'folderId', value: String(folder['id']) },
		{ name: 'displayName', value: 'Long' },
		{ name: 'accuracy', value: 'Excellent' },
		{ name: 'keepNewVersion', value: 'true' },
		{ name: 'respondAsync', value: 'true' },
	];
	const keepOrCompare = (content: string) =>
		ask(at, 'POST', '/files/keep-or-compare', { form: [...named, file(content)] });
	const { fileId } = await keepOrCompare(lines('kept'));
	const { id } = await keepOrCompare(lines('sent'));
	const location = `/files/${String(fileId)}/comparisons/${String(id)}`;
	await untilRunning(at, location);
	return location;
}

/** Begins a comparison with the latest version, of which nothing is kept. */
async function begunWithLatest(at: Keeping): Promise<string> {
	const folder = await ask(at, 'POST', '/folders', { json: { name: 'Compared' } });
	const kept = await ask(at, 'POST', '/files', {
		form: [
			{ name: 'folderId', value: String(folder['id']) },
			{ name: 'displayName', value: 'Long' },
			{ name: 'accuracy', value: 'Excellent' },
			file(lines('kept')),
		],
	});
	const files = `/files/${String(kept['id'])}`;
	const asked = [{ name: 'respondAsync', value: 'true' }, file(lines('sent'))];
	const { id } = await ask(at, 'POST', `${files}/compare/latest`, { form: asked });
	const location = `${files}/comparisons/${String(id)}`;
	await untilRunning(at, location);
	return location;
}

const untilRunning = (at: Keeping, location: string) =>
	until(async () => ((await ask(at, 'GET', location))['status'] === 'Running' ? true : undefined));

const untilDone = (at: Keeping, location: string) =>
	until(async () => {
		const record = await ask(at, 'GET', `${location}?waitMs=5000`);
		return /Queued|Running/.test(String(record['status'])) ? undefined : record;
	});

const wanted = {
	...{ status: 'Done', outcome: 'different', isNew: true, keptVersion: 2 },
	result: { isKept: true, keptVersion: 2, outcome: 'different' },
};

async function expectTwoVersions(at: Keeping, location: string): Promise<void> {
	const versions = await ask(at, 'GET', location.replace(/comparisons.*/, 'versions'));
	expect(versions).toHaveLength(2);
}

/** How often a difference of the file was told. */
async function toldDifferences({ url, key }: Keeping, location: string): Promise<number> {
	const fileId = location.split('/')[2] ?? '';
	// It is told after what came before it, such as the version that was kept.
	return until(async () => {
		const query = `limit=1000&subject=${fileId}&types=difference.found`;
		const answer = await send({
			...{ method: 'GET', url: `${url}/events?${query}`, headers: { 'x-api-key': key } },
		});
		const { events } = answer.json() as { readonly events: readonly unknown[] };
		return events.length === 0 ? undefined : events.length;
	});
}

describe('on the same data', () => {
	let dataFolder: string;
	let at: Keeping;
	let program: ProgramProcess;

	beforeAll(async () => {
		dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-killed-'));
		at = await keeperOf(dataFolder, await testPort());
		program = programOf(dataFolder, at);
		await program.start();
	});

	afterAll(async () => {
		await program.end();
		fs.rmSync(dataFolder, { recursive: true });
	});

	test('killed in the middle, it is done by the next process, and its difference told once', async () => {
		const location = await begun(at);
		await program.kill();
		await program.start();
		expect(await untilDone(at, location)).toMatchObject(wanted);
		await expectTwoVersions(at, location);
		expect(await toldDifferences(at, location)).toBe(1);
	});

	test('killed after an end that could not be written, its difference is told once', async () => {
		const location = await begunWithLatest(at);
		const database = new DatabaseSync(path.join(dataFolder, 'sealkeeper.sqlite'));
		database.exec(`create trigger held before update on keeper_comparisons
			when new.state = 'Done' begin select raise(abort, 'held'); end`);
		const begins = database.prepare('select attempts from keeper_comparisons where id = ?');
		const id = location.split('/').at(-1) ?? '';
		await until(() => Promise.resolve(begins.get(id)?.['attempts'] === 2 ? true : undefined));
		await program.kill();
		database.exec('drop trigger held');
		database.close();
		await program.start();
		expect(await untilDone(at, location)).toMatchObject({ outcome: 'different' });
		expect(await toldDifferences(at, location)).toBe(1);
	});

	test('with no room to write its end, it stays under way, and is done when there is some', async () => {
		const location = await begunWithLatest(at);
		takeRoom(program);
		await until(() =>
			Promise.resolve(/too few buckets take a file in/.test(program.output()) ? true : undefined),
		);
		expect((await ask(at, 'GET', location))['status']).toMatch(/Queued|Running/);
		giveRoom(program);
		expect(await untilDone(at, location)).toMatchObject({ status: 'Done', outcome: 'different' });
		expect(await toldDifferences(at, location)).toBe(1);
	});

	test('a backup made meanwhile holds it, and the restored installation makes it', async () => {
		const location = await begunWithLatest(at);
		const top = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-restored-'));
		const placesOf = (folder: string) => ({
			...{ SEALKEEPER_DATA: folder, EXCHANGE_DATA: path.join(top, 'exchange') },
		});
		const copy = path.join(top, 'copy');
		const edges = { clock: systemClock, nowMs: () => performance.now() };
		await makeBackup(readInstallation(placesOf(dataFolder)), copy, edges);
		const restoredFolder = path.join(top, 'restored');
		await restoreBackup(readInstallation(placesOf(restoredFolder)), copy);
		const restored = { ...at, url: `http://127.0.0.1:${await testPort()}` };
		const other = programOf(restoredFolder, restored);
		await other.start();
		for (const one of [restored, at]) {
			expect(await untilDone(one, location)).toMatchObject({ outcome: 'different' });
			expect(await toldDifferences(one, location)).toBe(1);
		}
		await other.end();
		fs.rmSync(top, { recursive: true });
	});
});

function programOf(dataFolder: string, { url }: Keeping): ProgramProcess {
	const environment = {
		SEALKEEPER_DATA: dataFolder,
		PORT: new URL(url).port,
		LOG_LEVEL: 'warn',
	};
	const running = /Sealkeeper listens/;
	return new ProgramProcess({ file: 'service/main.ts', args: [], environment, running });
}

async function keeperOf(dataFolder: string, port: number): Promise<Keeping> {
	const database = await openDatabase({ dataFolder, databaseUrl: undefined });
	const accounts = new Accounts(database, systemClock);
	const { id: organisationId } = await accounts.addOrganisation('Harbour');
	const product = { organisationId, kind: 'Keeper', name: 'Documents' } as const;
	const { id: productId } = await accounts.addProduct(product);
	const user = await accounts.addUser({ organisationId, email: 'ann@harbour.test', roles });
	const { key } = await accounts.addKey(user.id, 'test');
	await database.destroy();
	return { url: `http://127.0.0.1:${port}`, key, productId };
}

test('killed in the middle, it is done by another process on the same database', async () => {
	const several = await startSeveral(2);
	const [first, second] = several.parts;
	const key = several.users[0]?.key ?? '';
	const at = (url = '') => ({ url, key, productId: several.products.Keeper });
	const location = await begun(at(first?.url));
	const maker = async () => {
		const row = several.database.selectFrom('keeper_comparisons').select('process_id');
		return (await row.executeTakeFirstOrThrow()).process_id;
	};
	const before = await maker();
	await first?.process.kill();
	expect(await untilDone(at(second?.url), location)).toMatchObject(wanted);
	expect(await maker()).not.toBe(before);
	await expectTwoVersions(at(second?.url), location);
	expect(await toldDifferences(at(second?.url), location)).toBe(1);
	await several.close();
});
