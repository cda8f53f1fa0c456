/**
 * Two files are compared once, over real HTTP: the answer is that of a comparison with a kept
 * version, and a day later nothing is left of either file, its name or the report.
 */
import { isDeepStrictEqual } from 'node:util';
import { openLimits } from '../../../../api/keeper/two-files';
import { systemClock } from '../../../../server/clock';
import { lines, sheets } from '../../../comparison/formats/pdf/files';
import { send, until, type FormPart } from '../../../support/clients/requests';
import { startService, type RunningService } from '../../../support/programs/service';
import { draftsGone, StoredStates } from '../../../support/programs/stored-state';

const dayMs = 86_400_000;
let running: RunningService;
let nowMs: number;
let monotonicMs = 0;

beforeAll(async () => {
	nowMs = systemClock.now();
	running = await startService({
		clock: { now: () => nowMs },
		nowMs: () => monotonicMs,
	});
});
afterAll(() => running.close());

type Side = string | Buffer;

const file = (name: 'kept' | 'sent', content: Side, fileName = `${name}.txt`): FormPart => ({
	...{ name, fileName, content },
});

function ask(form: readonly FormPart[], key: string | undefined, on = running) {
	const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key };
	return send({ method: 'POST', url: `${on.url}/compare`, headers, form });
}

async function compared(
	kept: Side,
	sent: Side,
	fields: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
	const form = Object.entries(fields).map(([name, value]) => ({ name, value }));
	const { key } = running.organisation.byRole.KeeperAdmin;
	const answer = await ask([...form, file('kept', kept), file('sent', sent)], key);
	return { status: answer.status, ...(answer.json() as object) };
}

test('equal and different files are told as with a kept version, by level and by rules', async () => {
	expect(await compared('One.\n', 'One.\n')).toMatchObject({
		...{ status: 200, outcome: 'equal', identical: true, accuracy: 1 },
	});
	const different = await compared('One.\nTwo.\n', 'One.\nThree.\n');
	expect(different).toMatchObject({
		...{ status: 200, outcome: 'different', method: 'words', changed: 2 },
		changes: [{ kind: 'changed', oldText: 'Two.', newText: 'Three.' }],
	});
	expect(different).not.toHaveProperty('fileUrl');
	expect(different).not.toHaveProperty('comparisonId');
	const cased = ['One.\n', 'one.\n'] as const;
	expect(await compared(...cased, { accuracy: 'Lowest' })).toMatchObject({ outcome: 'equal' });
	expect(await compared(...cased, { accuracy: 'Low' })).toMatchObject({ outcome: 'different' });
	const rules = JSON.stringify({ ignoreCase: true });
	expect(await compared(...cased, { accuracy: 'Low', rules })).toMatchObject({ outcome: 'equal' });
});

test('the file that cannot be read is named, whichever it is', async () => {
	const whole = Buffer.from(await sheets([lines(['Due in 30 days.'])]));
	const broken = Buffer.from('%PDF-1.7\nnothing of the kind');
	expect(await compared(broken, whole)).toMatchObject({
		...{ outcome: 'unreadable', summary: expect.stringMatching(/^The kept file cannot be read/) },
	});
	expect(await compared(whole, broken)).toMatchObject({
		...{ outcome: 'unreadable', summary: expect.stringMatching(/^The sent file cannot be read/) },
	});
});

test('bad input is refused by the name of its field, and a key needs the role', async () => {
	const { byRole } = running.organisation;
	const { key } = byRole.KeeperAdmin;
	const both = [file('kept', 'a'), file('sent', 'b')];
	const refused = async (form: readonly FormPart[], by: string | undefined) => {
		const answer = await ask(form, by);
		const { errorCode, arguments: named } = answer.json() as Record<string, unknown>;
		return [answer.status, errorCode, (named as unknown[] | undefined)?.[0]];
	};
	expect(await refused([file('sent', 'b')], key)).toEqual([400, 'Request_Invalid', 'kept']);
	expect(await refused([file('kept', 'a')], key)).toEqual([400, 'Request_Invalid', 'sent']);
	const empty = [file('kept', ''), file('sent', 'b')];
	expect(await refused(empty, key)).toEqual([400, 'Request_FileEmpty', 'kept']);
	const level = { name: 'accuracy', value: 'Best' };
	expect(await refused([level, ...both], key)).toEqual([400, 'Request_Invalid', 'accuracy']);
	const rules = { name: 'rules', value: '{"ignorePatterns":["("]}' };
	expect((await refused([rules, ...both], key)).slice(0, 2)).toEqual([400, 'Request_Invalid']);
	expect(await refused(both, byRole.SealerAdmin.key)).toEqual([
		...[403, 'Auth_RoleMissing', 'KeeperAdmin'],
	]);
	expect((await refused(both, undefined)).slice(0, 2)).toEqual([401, 'Auth_KeyMissing']);
	expect((await refused(both, 'wrong')).slice(0, 2)).toEqual([401, 'Auth_KeyInvalid']);
});

test('the report can be read for a day, and then nothing is left of files, names and report', async () => {
	const states = await StoredStates.open(running);
	await draftsGone(running.dataFolder);
	const before = await states.read();
	await compared('Private one.\n', 'Private two.\n');
	await draftsGone(running.dataFolder);
	expect(await states.read()).toEqual(before);
	const { fileUrl, expires, files } = await compared('Private one.\n', 'Private two.\n', {
		generateDiffFile: 'true',
	});
	expect(Date.parse(String(expires))).toBe(nowMs + dayMs);
	nowMs += dayMs - 1;
	const report = await send({ method: 'GET', url: String(fileUrl) });
	expect([report.status, report.headers['content-security-policy']]).toEqual([
		...[200, expect.stringMatching(/^default-src 'none'/)],
	]);
	expect(report.text).toContain('Comparison of kept.txt and sent.txt');
	expect(report.text).not.toContain(', kept ');
	const [diff] = files as { readonly url: string }[];
	expect((await send({ method: 'GET', url: String(diff?.url) })).text).toContain('+Private two.');
	nowMs += 1;
	const ended = await send({ method: 'GET', url: String(fileUrl) });
	expect(ended.status).toBe(410);
	expect(ended.text).not.toContain('Private');
	await running.restart();
	const tables = ['diff_reports', 'diff_report_files', 'storage_objects', 'storage_shards'];
	await until(async () => {
		const { rows, files: left } = await states.read();
		const isAsBefore = tables.every((table) => rows[table] === before.rows[table]);
		return (isAsBefore && isDeepStrictEqual(left, before.files)) || undefined;
	});
	const gone = await send({ method: 'GET', url: String(fileUrl) });
	expect([gone.status, gone.text.includes('after a day')]).toEqual([404, true]);
	await states.close();
});

describe('where the operator opens it to everybody', () => {
	let open: RunningService;

	beforeAll(async () => {
		open = await startService({ config: { openCompare: true }, nowMs: () => monotonicMs });
	});
	beforeEach(() => {
		monotonicMs += 60_000;
	});
	afterAll(() => open.close());

	const both = [file('kept', 'One.\n'), file('sent', 'Two.\n')];

	test('two files are compared without a key, with a report, and nothing else is open', async () => {
		const wanted = { name: 'generateDiffFile', value: 'true' };
		const answer = await ask([wanted, ...both], undefined, open);
		expect(answer.status).toBe(200);
		const { fileUrl, outcome } = answer.json() as Record<string, string>;
		expect(outcome).toBe('different');
		expect((await send({ method: 'GET', url: String(fileUrl) })).status).toBe(200);
		expect((await ask(both, 'wrong', open)).status).toBe(401);
		const files = `${open.url}/keeper/${open.organisation.products.Keeper}/files`;
		expect((await send({ method: 'GET', url: files })).status).toBe(401);
	});

	test('each address may so many a minute, and those with a key are not counted', async () => {
		const statuses: number[] = [];
		for (let count = 0; count <= openLimits.comparisonsPerMinuteMax; count += 1) {
			statuses.push((await ask(both, undefined, open)).status);
		}
		expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]));
		const refused = await ask(both, undefined, open);
		expect([statuses.at(-1), refused.status, refused.headers['retry-after']]).toEqual([
			...[429, 429, '60'],
		]);
		expect((await ask(both, open.organisation.byRole.KeeperAdmin.key, open)).status).toBe(200);
		monotonicMs += 60_000;
		expect((await ask(both, undefined, open)).status).toBe(200);
	});

	test('the reports of all who have no key together take only so much of the buckets', async () => {
		const { database } = open.service;
		const usage = database.updateTable('storage_usage').where('owner_id', '=', '');
		await usage.set({ stored_bytes: 1024 ** 3 }).execute();
		const refused = await ask(both, undefined, open);
		expect([refused.status, refused.json()]).toEqual([
			...[507, expect.objectContaining({ errorCode: 'Storage_QuotaExceeded' })],
		]);
		expect((await ask(both, open.organisation.byRole.KeeperAdmin.key, open)).status).toBe(200);
		await usage.set({ stored_bytes: 0 }).execute();
		expect((await ask(both, undefined, open)).status).toBe(200);
	});

	test('a file of a caller without a key may have so many bytes', async () => {
		const large = Buffer.alloc(openLimits.fileMebibytesMax * 1024 ** 2 + 1, 'One.\n');
		const form = [file('kept', 'One.\n'), file('sent', large)];
		const refused = await ask(form, undefined, open);
		expect([refused.status, refused.json()]).toEqual([
			...[413, expect.objectContaining({ errorCode: 'Request_TooLarge' })],
		]);
		expect(refused.json()).toMatchObject({ arguments: ['sent', large.length - 1] });
	});
});
