/**
 * A folder that keeps no content, over the wire: what is kept in it is compared like anything else, and no
 * word of it is anywhere, before and after.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { until } from '../../../support/clients/requests';
import { startService, type RunningService } from '../../../support/programs/service';
import { tableNames } from '../../../support/programs/stored-state';
import { KeeperClient, type Answer, type FileToSend } from '../keeper-client';

let running: RunningService;
let keeper: KeeperClient;
let folderId: string;
/** Files of before are not the service's. */
const before = new Set(fs.readdirSync(os.tmpdir()));

beforeAll(async () => {
	running = await startService();
	keeper = new KeeperClient(running, running.organisation.admin.key);
	folderId = await keeper.newFolder('Fingerprints', false);
});

afterAll(() => running.close());

const secret = 'Quokkaberry';
const text = (price: number) => `Agreement of ${secret}\nThe price is ${price}.\nSigned by both.\n`;

type Fields = Readonly<Partial<Record<'rules' | 'accuracy' | 'displayName', string>>>;

const add = (file: FileToSend & Fields) =>
	keeper.add({ folderId, accuracy: 'High', displayName: 'Terms', ...file });

/** The id of a file just kept, of which only fingerprints are. */
async function kept(content: string, rules?: string): Promise<string> {
	const { status, body } = await add({ content, ...(rules !== undefined && { rules }) });
	expect([status, body['errorCode']]).toEqual([201, undefined]);
	return String(body['id']);
}

const compare = (fileId: string, content: string, fields: Readonly<Record<string, string>> = {}) =>
	keeper.compareAt(`${fileId}/compare/latest`, { content }, fields);

const setRules = (fileId: string, rules: object) =>
	keeper.call(`/files/${fileId}/rules`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ rules }),
	});

const codeOf = ({ status, body }: Answer) => [status, body['errorCode']];

test('a folder says whether it keeps content, which is so unless it was made otherwise', async () => {
	const usual = await keeper.newFolder();
	const folders = await keeper.list('/folders');
	const keeps = (id: string) => folders.find((folder) => folder['id'] === id)?.['keepsContent'];
	expect([keeps(usual), keeps(folderId)]).toEqual([true, false]);
	expect((await keeper.call(`/folders/${folderId}`)).body).toMatchObject({ keepsContent: false });
});

test('a version kept by its fingerprints has its hash and no content, and cannot be downloaded', async () => {
	const fileId = await kept(text(1));
	const [version] = await keeper.list(`/files/${fileId}/versions`);
	expect(version).toMatchObject({ version: 1, hasContent: false });
	const response = await keeper.download(`${fileId}/versions/${fileId}`);
	const refused = (await response.json()) as Answer['body'];
	expect([response.status, refused['errorCode']]).toEqual([409, 'Keeper_ContentNotKept']);
	const same = await keeper.compareAt('exist', { content: text(1) }, { accuracy: 'High' });
	expect(same.body['fileIds']).toContain(fileId);
});

test('it is compared by accuracy, counts and places, and shows no text of either side', async () => {
	const fileId = await kept(text(1));
	expect((await compare(fileId, text(1))).body).toMatchObject({
		...{ equal: true, identical: true, notes: [expect.stringContaining('by the hash')] },
	});
	const saved = await compare(fileId, text(1).replaceAll('\n', '\r\n'));
	expect(saved.body).toMatchObject({ outcome: 'equal', identical: false, accuracy: 1 });
	const { body } = await compare(fileId, text(2), { generateDiffFile: 'true' });
	const usual = await keeper.newFile({
		...{ folderId: await keeper.newFolder(), accuracy: 'High', content: text(1) },
	});
	const { accuracy, changed } = (await compare(usual, text(2))).body;
	expect(body).toMatchObject({ outcome: 'different', accuracy, changed, unit: 'word' });
	expect(body['changes']).toEqual([{ kind: 'changed', kept: { line: 2 }, sent: { line: 2 } }]);
	expect(String(body['notes'])).toContain('from fingerprints');
	const report = await (await fetch(String(body['fileUrl']))).text();
	for (const said of ['from fingerprints', 'line 2', '≠']) expect(report).toContain(said);
	for (const word of [secret, 'Agreement', 'price']) expect(report).not.toContain(word);
});

test('of a JSON document the places of what was sent are named', async () => {
	const added = await add({ content: '{"a": 1, "b": [1, 2]}', name: 'feed.json' });
	const fileId = String(added.body['id']);
	const sent = { content: '{"b": [1, 2], "a": 2}', name: 'feed.json' };
	const { body } = await keeper.compareAt(`${fileId}/compare/latest`, sent);
	expect(body).toMatchObject({ outcome: 'different', equal: false });
	expect(JSON.stringify(body['changes'])).toContain('"path":"/a"');
	expect(String(body['notes'])).toContain('Taken more strictly');
});

test('versions follow each other, are approved, and are compared with each other', async () => {
	const fileId = await kept(text(1));
	const added = await keeper.addVersion(fileId, { content: text(2) });
	expect(added.body).toMatchObject({ version: 2, hasContent: false });
	const id = String(added.body['id']);
	expect((await keeper.compareVersions(fileId, [fileId, id])).body).toMatchObject({
		...{ outcome: 'different', changed: 1, changes: [{ kind: 'changed', sent: { line: 2 } }] },
	});
	await keeper.call(`/files/${fileId}/versions/${fileId}/approve`, { method: 'POST' });
	const back = await compare(fileId, text(1));
	expect(back.body).toMatchObject({ version: 2, equal: false, equalsApproved: true });
});

test('Keep or Compare goes on day after day, waited for or not', async () => {
	const day = (content: string, fields = {}) =>
		keeper.compareAt(
			'keep-or-compare',
			{ content },
			{
				...{ folderId, displayName: 'Daily', keepNewVersion: 'true', ...fields },
			},
		);
	expect((await day(text(1))).body).toMatchObject({ outcome: 'kept', version: 1 });
	expect((await day(text(1))).body).toMatchObject({ outcome: 'equal', isKept: false });
	expect((await day(text(2))).body).toMatchObject({ outcome: 'different', keptVersion: 2 });
	const { status, body } = await day(text(3), { respondAsync: 'true' });
	expect(status).toBe(202);
	const record = `/files/${String(body['fileId'])}/comparisons/${String(body['id'])}`;
	const { result } = (await keeper.call(`${record}?waitMs=30000`)).body;
	expect(result).toMatchObject({ outcome: 'different', keptVersion: 3 });
	expect((await day(text(3))).body).toMatchObject({ outcome: 'equal', version: 3 });
	const { database } = running.service;
	const waiting = database.selectFrom('keeper_comparisons').where('sent_object_id', 'is not', null);
	await until(async () => ((await waiting.select('id').execute()).length === 0 ? true : undefined));
	const unreadable = { folderId, displayName: 'Broken' };
	const broken = { content: '{"a": ', name: 'feed.json' };
	const refused = await keeper.compareAt('keep-or-compare', broken, unreadable);
	expect(codeOf(refused)).toEqual([422, 'Keeper_Unreadable']);
});

test('rules are those it was kept with, hide what they name, and are others never', async () => {
	const rules = JSON.stringify({ ignorePatterns: ['price is \\d+'] });
	const fileId = await kept(text(1), rules);
	expect((await compare(fileId, text(2))).body).toMatchObject({ outcome: 'equal' });
	expect((await compare(fileId, text(2), { rules })).body).toMatchObject({ outcome: 'equal' });
	const fixed = [409, 'Keeper_RulesFixed'];
	expect(codeOf(await compare(fileId, text(2), { rules: '{}' }))).toEqual(fixed);
	expect(codeOf(await setRules(fileId, {}))).toEqual(fixed);
	for (const rule of ['"numberTolerance": 1', '"decimalSign": "comma"']) {
		const refused = await add({ content: 'a,b\n1,2\n', rules: `{${rule}}` });
		expect(codeOf(refused)).toEqual([400, 'Request_Invalid']);
		expect(refused.body['message']).toContain(`${rule.split('"')[1]} compares values`);
	}
});

test('by rules that somebody edited in the database nothing is compared and nothing kept', async () => {
	const fileId = await kept(text(1), JSON.stringify({ ignorePatterns: ['price is \\d+'] }));
	const { database } = running.service;
	const rules = JSON.stringify({ ignorePatterns: ['.*'] });
	await database.updateTable('keeper_rules').where('file_id', '=', fileId).set({ rules }).execute();
	const corrupted = [409, 'Core_RecordCorrupted'];
	expect(codeOf(await compare(fileId, text(2)))).toEqual(corrupted);
	expect(codeOf(await keeper.addVersion(fileId, { content: text(2) }))).toEqual(corrupted);
	expect((await keeper.call(`/files/${fileId}`)).body).toMatchObject({ versionQuantity: 1 });
});

test('the rule for the delimiter of a CSV holds for what its fingerprints are made of', async () => {
	const table = (form: string) => ({ content: `id,color; form\n1,red; ${form}\n`, name: 'a.csv' });
	const rules = '{"delimiter": "comma", "ignoreColumns": ["color; form"]}';
	const { body } = await add({ ...table('round'), rules });
	const at = `${String(body['id'])}/compare/latest`;
	expect((await keeper.compareAt(at, table('flat'))).body).toMatchObject({ outcome: 'equal' });
});

test('what nothing reads is known by its bytes, and what cannot be read is never equal', async () => {
	const bytes = (last: number) => Uint8Array.from([0, 1, 2, 255, 254, 0, last]);
	const added = await add({ content: bytes(1), name: 'a.bin' });
	const at = `${String(added.body['id'])}/compare/latest`;
	const other = await keeper.compareAt(at, { content: bytes(2), name: 'a.bin' });
	expect(other.body).toMatchObject({ outcome: 'different', accuracy: 0 });
	const long = (last: string) => ({
		content: `${'a: 1\n'.repeat(1_200_000)}${last}`,
		name: 'a.yaml',
	});
	const beyond = `${String((await add(long('b: 1\n'))).body['id'])}/compare/latest`;
	const found = await keeper.compareAt(beyond, long('b: 2\n'));
	expect(found.body).toMatchObject({ outcome: 'different', accuracy: 0 });
	expect(String(found.body['notes'])).toContain('beyond the bounds');
	const json = await add({ content: '{"a": 1}', name: 'a.json' });
	const broken = { content: '{"a": 1', name: 'a.json' };
	const unread = await keeper.compareAt(`${String(json.body['id'])}/compare/latest`, broken);
	expect(unread.body).toMatchObject({ outcome: 'unreadable', equal: false });
});

test('the key of the fingerprints goes with the file', async () => {
	const fileId = await kept(text(1));
	const row = running.service.database
		.selectFrom('keeper_files')
		.select(['print_key', 'erased_at'])
		.where('id', '=', fileId);
	expect((await row.executeTakeFirstOrThrow()).print_key).toMatch(/^[\w-]{43}$/);
	await keeper.remove(`/files/${fileId}`);
	await until(async () => (await row.executeTakeFirstOrThrow()).erased_at ?? undefined);
	expect((await row.executeTakeFirstOrThrow()).print_key).toBeNull();
});

function* filesBelow(folder: string): Iterable<string> {
	for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
		if (entry.isFile()) yield path.join(entry.parentPath, entry.name);
	}
}

/** What is gone meanwhile holds nothing. */
function holds(file: string, word: string): boolean {
	return fs.existsSync(file) && fs.readFileSync(file).includes(word);
}

/** Where the word stands in what the service has written, anywhere. */
async function placesOf(word: string): Promise<readonly string[]> {
	const { database } = running.service;
	const places: string[] = [];
	for (const table of await tableNames(database)) {
		const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(database);
		if (JSON.stringify(rows).includes(word)) places.push(table);
	}
	// Beside its folder no part of the service has one of its own.
	const loose = fs.readdirSync(os.tmpdir(), { withFileTypes: true });
	const written = loose.filter((entry) => entry.isFile() && !before.has(entry.name));
	const beside = written.map(({ name }) => path.join(os.tmpdir(), name));
	for (const file of [...filesBelow(running.dataFolder), ...beside]) {
		if (holds(file, word)) places.push(file);
	}
	return places;
}

test('no word of a document is anywhere, before and after it is compared', async () => {
	// It would be found: names are kept.
	await add({ content: text(1), displayName: 'Wombatfruit' });
	expect(await placesOf('Wombatfruit')).not.toEqual([]);
	expect(await placesOf(secret)).toEqual([]);
	expect(running.log()).not.toContain(secret);
});
