/**
 * Rules kept with a file, through HTTP: how they are set and taken away, that a wrong one is refused and
 * nothing of it kept, and that a comparison hides what they name, counts it, and hides nothing else.
 */
import { startService, type RunningService } from '../../support/programs/service';
import { KeeperClient, type Answer } from './keeper-client';

let running: RunningService;
let keeper: KeeperClient;
let folderId: string;

beforeAll(async () => {
	running = await startService();
	keeper = new KeeperClient(running, running.organisation.admin.key);
	folderId = await keeper.newFolder('Watched');
});

afterAll(() => running.close());

const printed = '^Printed on .*$';
const rules = { ignorePatterns: [printed] };

const monday = 'Price list\nPrinted on Monday\nBread 2\nMilk 1\n';
const tuesday = monday.replace('Monday', 'Tuesday');
const dearer = tuesday.replace('Bread 2', 'Bread 3');

type Fields = Readonly<Record<string, string>>;

/** The id of a file with these rules, and of the text of Monday. */
const keptFile = (sent?: object) =>
	keeper.newFile({
		...{ folderId, accuracy: 'High', content: monday },
		rules: sent && JSON.stringify(sent),
	});

function setRules(fileId: string, sent: unknown): Promise<Answer> {
	return keeper.call(`/files/${fileId}/rules`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ rules: sent }),
	});
}

const fileOf = async (fileId: string) => (await keeper.call(`/files/${fileId}`)).body;

async function compared(fileId: string, content: string, fields: Fields = {}) {
	return (await keeper.compareAt(`${fileId}/compare/latest`, { content }, fields)).body;
}

async function reportOf(answer: Readonly<Record<string, unknown>>): Promise<string> {
	return (await fetch(String(answer['fileUrl']))).text();
}

test('rules are kept with a file when it is added, set anew as a whole, and taken away', async () => {
	const plain = await keptFile();
	expect(await fileOf(plain)).not.toHaveProperty('rules');
	const fileId = await keptFile({ ...rules, ignoreCase: true });
	expect(await fileOf(fileId)).toMatchObject({ rules: { ...rules, ignoreCase: true } });
	expect((await setRules(fileId, rules)).body).toMatchObject({ id: fileId, rules });
	expect(await keeper.list('/files')).toContainEqual(
		expect.objectContaining({ id: fileId, rules }),
	);
	const { status, body } = await setRules(fileId, {});
	expect([status, body['id']]).toEqual([200, fileId]);
	expect(await fileOf(fileId)).not.toHaveProperty('rules');
});

test('a rule that is wrong is named, and nothing is kept with it', async () => {
	const wrong = { ignorePatterns: ['fine', '(never closed'] };
	const message =
		"Field 'rules' cannot be used: ignorePatterns[1] must be a regular expression of JavaScript";
	const refused = {
		errorCode: 'Request_Invalid',
		message: expect.stringContaining(message) as string,
	};
	const fileId = await keptFile(rules);
	const kept = async () => (await keeper.list('/files')).map(({ id, rules: own }) => [id, own]);
	const before = await kept();
	const fields = { folderId, displayName: 'Never kept', rules: JSON.stringify(wrong) };
	const answers = [
		await setRules(fileId, wrong),
		await keeper.add({ content: monday, ...fields }),
		await keeper.compareAt('keep-or-compare', { content: monday }, fields),
		await keeper.compareAt(
			`${fileId}/compare/latest`,
			{ content: monday },
			{ rules: fields.rules },
		),
	];
	for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: refused });
	expect(await kept()).toEqual(before);
});

test('rules that give a member twice are refused by its name', async () => {
	const fileId = await keptFile(rules);
	const twice = '{"ignorePatterns":["^Printed"],"ignorePatterns":[]}';
	const answer = await keeper.compareAt(
		`${fileId}/compare/latest`,
		{ content: tuesday },
		{ rules: twice },
	);
	const refused = {
		errorCode: 'Request_Invalid',
		arguments: ['ignorePatterns', expect.any(String)],
	};
	expect(answer).toMatchObject({ status: 400, body: refused });
});

test('a rule hides a line with a date, counts it, and hides nothing else', async () => {
	const fileId = await keptFile(rules);
	const generateDiffFile = 'true';
	const equal = await compared(fileId, tuesday, { generateDiffFile });
	const ignored = [{ rule: `pattern ${printed}`, kept: 1, sent: 1 }];
	expect(equal).toMatchObject({ outcome: 'equal', equal: true, identical: false, ignored });
	expect(await reportOf(equal)).toContain('Left out by the rule');
	const different = await compared(fileId, dearer);
	expect(different).toMatchObject({ outcome: 'different', changed: 1, ignored });
	expect(different['changes']).toEqual([
		expect.objectContaining({
			...{ kind: 'changed', kept: { line: 3, column: 7 }, sent: { line: 3, column: 7 } },
		}),
	]);
});

test('rules sent with a comparison are those of it alone, and none hide nothing', async () => {
	const fileId = await keptFile(rules);
	const none = await compared(fileId, tuesday, { rules: '{}' });
	expect(none).toMatchObject({ outcome: 'different', ignored: [] });
	const others = JSON.stringify({ ignorePatterns: ['^Bread .*$'] });
	expect(await compared(fileId, dearer, { rules: others })).toMatchObject({
		...{ outcome: 'different', changed: 1 },
	});
	expect(await compared(fileId, tuesday)).toMatchObject({ outcome: 'equal' });
	expect(await fileOf(fileId)).toMatchObject({ rules });
});

test('two versions are compared by the rules of their file, and what is approved as well', async () => {
	const fileId = await keptFile();
	const { body } = await keeper.addVersion(fileId, { content: tuesday });
	const ids = [fileId, String(body['id'])] as const;
	const found = async () => (await keeper.compareVersions(fileId, ids)).body;
	expect(await found()).toMatchObject({ outcome: 'different' });
	await setRules(fileId, rules);
	expect(await found()).toMatchObject({ outcome: 'equal' });
	await keeper.call(`/files/${fileId}/versions/${fileId}/approve`, { method: 'POST' });
	const wednesday = monday.replace('Monday', 'Wednesday');
	expect(await compared(fileId, wednesday)).toMatchObject({ equal: true, equalsApproved: true });
});

test('a schedule keeps the rules with the document, and what they hide is no news', async () => {
	const fields = { folderId, displayName: 'Daily', keepNewVersion: 'true' };
	const day = async (content: string, sent: object) =>
		(
			await keeper.compareAt(
				'keep-or-compare',
				{ content },
				{ ...fields, rules: JSON.stringify(sent) },
			)
		).body;
	const first = await day(monday, rules);
	expect(await fileOf(String(first['fileId']))).toMatchObject({ rules });
	expect(await day(tuesday, rules)).toMatchObject({
		outcome: 'equal',
		isNew: false,
		isKept: false,
	});
	expect(await day(dearer, rules)).toMatchObject({
		outcome: 'different',
		isNew: true,
		isKept: true,
	});
	expect(await day(tuesday.replace('Tuesday', 'Friday'), {})).toMatchObject({ isKept: true });
	expect(await fileOf(String(first['fileId']))).toMatchObject({ rules });
});

test('a file that was deleted takes no rules', async () => {
	const fileId = await keptFile();
	expect(await keeper.remove(`/files/${fileId}`)).toBe(204);
	expect(await setRules(fileId, rules)).toMatchObject({
		...{ status: 409, body: { errorCode: 'Keeper_Deleted' } },
	});
});

test('the history says who set which rules and when; setting the same ones again enters nothing', async () => {
	const fileId = await keptFile(rules);
	await setRules(fileId, rules);
	await setRules(fileId, { ignoreCase: true });
	await setRules(fileId, {});
	await setRules(fileId, {});
	const timeline = await keeper.list(`/files/${fileId}/timeline`);
	const { email } = running.organisation.admin;
	expect(timeline).toMatchObject([
		{ kind: 'Version', version: 1 },
		{ kind: 'Rules', createdByEmail: email, rules },
		{ kind: 'Rules', createdByEmail: email, rules: { ignoreCase: true } },
		{ kind: 'Rules', createdByEmail: email, rules: {} },
	]);
	expect(timeline[3]).not.toHaveProperty('version');
});

test('rules that somebody edited in the database are not compared by', async () => {
	const { database } = running.service;
	const fileId = await keptFile(rules);
	const edited = JSON.stringify({ ignorePatterns: ['.*'] });
	const row = database.updateTable('keeper_rules').where('file_id', '=', fileId);
	await row.set({ rules: edited }).execute();
	const corrupted = { status: 409, body: { errorCode: 'Core_RecordCorrupted' } };
	expect(await keeper.compareAt(`${fileId}/compare/latest`, { content: dearer })).toMatchObject(
		corrupted,
	);
	const file = await fileOf(fileId);
	expect(file).toMatchObject({ blockchainStatus: 'Corrupted' });
	expect(file).not.toHaveProperty('rules');
	expect(await keeper.list(`/files/${fileId}/timeline`)).toMatchObject([
		{ kind: 'Version' },
		{ kind: 'Rules', blockchainStatus: 'Corrupted' },
	]);
	expect((await setRules(fileId, rules)).body).toMatchObject({ rules });
	expect(await compared(fileId, tuesday)).toMatchObject({ outcome: 'equal' });
});
