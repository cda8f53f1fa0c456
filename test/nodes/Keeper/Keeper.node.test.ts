/** Every operation of the Keeper node in n8n's engine against the running service. */
import { bytesOf, removeN8nFolder, runNode, startNode, type Run } from '../engine/engine';
import { answeringServer, json, type AnsweringServer } from '../engine/answering-server';
import { byId, realService, type RealService } from '../engine/real-service';
import type { INodeParameters } from 'n8n-workflow';
import { until } from '../../support/clients/requests';
import { Keeper } from '../../../nodes/Keeper/Keeper.node';

let real: RealService;
let server: AnsweringServer;

beforeAll(async () => {
	real = await realService();
	server = await answeringServer();
});

afterAll(async () => {
	await server.close();
	await real.service.close();
	removeN8nFolder();
});

const run = (parameters: INodeParameters, change: Partial<Run> = {}) =>
	runNode({ node: new Keeper(), parameters, credential: real.credential(), ...change });

async function outputs(parameters: INodeParameters, change: Partial<Run> = {}) {
	const { items, error } = await run(parameters, change);
	if (error !== undefined) throw error;
	return items;
}

async function record(parameters: INodeParameters, change: Partial<Run> = {}) {
	return (await outputs(parameters, change))[0]?.json ?? {};
}

const text = (content: string, fileName = 'Übereinkunft.txt') => [
	{ files: { data: { bytes: Buffer.from(content), fileName, mimeType: 'text/plain' } } },
];

const original = 'First line\nSecond line\nThird line\n';

async function keptFile(folderName: string) {
	const folder = await record({ resource: 'folder', operation: 'create', name: folderName });
	const file = await record(
		{
			resource: 'file',
			operation: 'create',
			folderId: byId(folder.id),
			displayName: 'Agreement',
			accuracy: 'High',
		},
		{ items: text(original) },
	);
	return { folder, file };
}

const compare = (fileId: unknown, more: INodeParameters = {}): INodeParameters => ({
	resource: 'file',
	operation: 'compare',
	fileId: byId(fileId),
	...more,
});

test('a folder is created, a file and a version added, and all of them listed', async () => {
	const { folder, file } = await keptFile('Documents');
	expect(folder).toMatchObject({ name: 'Documents', fileQuantity: 0 });
	expect(file).toMatchObject({
		folderId: folder.id,
		displayName: 'Agreement',
		fileName: 'Übereinkunft.txt',
		fileType: 'Text',
		accuracyLevel: 'High',
	});
	const version = await record(
		{ resource: 'version', operation: 'create', fileId: byId(file.id) },
		{ items: text(`${original}Fourth line\n`) },
	);
	expect(version).toMatchObject({ version: 2 });

	const versions = await outputs({
		resource: 'version',
		operation: 'getAll',
		fileId: byId(file.id),
	});
	expect(versions.map((item) => item.json.version)).toEqual([1, 2]);
	const folders = await outputs({ resource: 'folder', operation: 'getAll', returnAll: true });
	expect(folders.map((item) => item.json.id)).toContain(folder.id);
	const inFolder = await outputs({
		resource: 'file',
		operation: 'getAll',
		options: { folderId: byId(folder.id) },
	});
	expect(inFolder.map((item) => item.json.id)).toEqual([file.id]);
});

test('a version is compared and given back, and a document is found, fetched and deleted', async () => {
	const { folder, file } = await keptFile('Ended');
	const ids = { fileId: byId(file.id), versionId: String(file.id) };
	const changed = text(original.replace('Second', 'Another'));
	const of = (resource: string, operation: string): INodeParameters => ({ resource, operation });
	for (const [resource, operation] of [
		['file', 'compareOriginal'],
		['version', 'compare'],
	] as const) {
		const compared = { ...of(resource, operation), ...ids, generateDiffFile: true };
		const [item] = await outputs({ ...compared, outputField: 'report' }, { items: changed });
		expect((await bytesOf(item, 'report')).toString()).toContain('Another');
	}
	const two = { ...of('version', 'compareTwo'), ...ids, otherVersionId: String(file.id) };
	expect(await record(two)).toMatchObject({ accuracy: 1 });
	const [kept] = await outputs({ ...of('version', 'download'), ...ids, outputField: 'data' });
	expect(kept?.binary?.data?.fileName).toBe('Übereinkunft.txt');
	expect((await bytesOf(kept, 'data')).toString()).toBe(original);
	const found = { ...of('file', 'find'), accuracy: 'High' };
	expect((await record(found, { items: text(original) })).fileIds).toContain(file.id);
	const whole = { ...of('file', 'get'), ...ids, simplify: false };
	expect(await record(whole)).toMatchObject({ isDeleted: false });
	expect(await record({ ...of('file', 'delete'), ...ids })).toEqual({ success: true });
	const folderId = byId(folder.id);
	expect(await record({ ...of('folder', 'delete'), folderId })).toEqual({ success: true });
	const ended = { ...of('folder', 'get'), folderId, simplify: false };
	expect(await record(ended)).toMatchObject({ isDeleted: true });
});

test('a document is kept, its difference found with a report, kept and approved', async () => {
	const folder = await record({ resource: 'folder', operation: 'create', name: 'Scheduled' });
	const keepOrCompare: INodeParameters = {
		...{ resource: 'file', operation: 'keepOrCompare', folderId: byId(folder.id) },
		...{ displayName: 'Page', compareWith: 'Latest', keepNewVersion: true },
		...{ generateDiffFile: true, outputField: 'report' },
	};
	const first = await record(keepOrCompare, { items: text(original) });
	expect(first).toMatchObject({ outcome: 'kept', equal: true });
	const [item] = await outputs(keepOrCompare, { items: text(`${original}More\n`) });
	expect(item?.json).toMatchObject({ outcome: 'different', isNew: true, keptVersion: 2 });
	expect((await bytesOf(item, 'report')).toString()).toContain('More');
	const version = { fileId: byId(first.fileId), versionId: String(item?.json.keptVersionId) };
	const approve = { resource: 'version', operation: 'approve', ...version };
	expect(await record(approve)).toMatchObject({ version: 2, isApproved: true });
});

test('two files of one item are compared without being kept, with a report, a level and rules', async () => {
	const fileOf = (content: string, fileName: string) => ({
		...{ bytes: Buffer.from(content), fileName, mimeType: 'text/plain' },
	});
	const kept = fileOf(original, 'one.txt');
	const items = (content: string) => [{ files: { kept, new: fileOf(content, 'two.txt') } }];
	const two = { resource: 'file', operation: 'compareTwoFiles', sentField: 'new' };
	const changed = { items: items(original.replace('Second', 'second')) };
	const [item] = await outputs({ ...two, generateDiffFile: true }, changed);
	expect(item?.json).toMatchObject({ outcome: 'different', expires: expect.any(String) as string });
	expect((await bytesOf(item, 'diff')).toString()).toContain('one.txt and two.txt');
	expect(item?.binary).toHaveProperty('unifiedDiff');
	const coarse = { ...two, accuracy: 'Lowest', options: { waitSeconds: 5 } };
	expect(await record(coarse, changed)).toMatchObject({ outcome: 'equal' });
	const ruled = {
		...two,
		options: { rules: JSON.stringify({ ignorePatterns: ['^[Ss]econd.*$'] }) },
	};
	expect(await record(ruled, changed)).toMatchObject({ outcome: 'equal' });
	const { error } = await run({ ...two, sentField: 'gone' }, changed);
	expect(error?.message).toContain("'gone'");
});

test('rules are given as JSON when a document is kept, for one comparison, and set anew', async () => {
	const folder = await record({ resource: 'folder', operation: 'create', name: 'Ruled' });
	const ignoreSecond = { ignorePatterns: ['^Second.*$'] };
	const keepOrCompare: INodeParameters = {
		...{ resource: 'file', operation: 'keepOrCompare', folderId: byId(folder.id) },
		...{ displayName: 'Daily', options: { rules: JSON.stringify(ignoreSecond) } },
	};
	const { fileId: id } = await record(keepOrCompare, { items: text(original) });
	const changed = { items: text(original.replace('Second', 'Second and last')) };
	expect(await record(keepOrCompare, changed)).toMatchObject({ outcome: 'equal' });
	const fileId = byId(id);
	const set = { resource: 'file', operation: 'setRules', fileId };
	const whole = { resource: 'file', operation: 'get', fileId, simplify: false };
	expect(await record(whole)).toMatchObject({ rules: ignoreSecond });
	expect(await record({ ...set, rules: '{"ignoreCase": true}' })).toMatchObject({
		rules: { ignoreCase: true },
	});
	const { error } = await run({ ...set, rules: '{"ignorePatterns": ["("]}' });
	expect(error?.message).toContain("Field 'Rules' cannot be used: ignorePatterns[0]");
	const { error: noJson } = await run({ ...set, rules: '[]' });
	expect(noJson?.message).toBe("'Rules' is not a JSON object");
	const versions = { ...{ resource: 'version', operation: 'compareTwo', fileId }, versionId: id };
	const two = { ...versions, otherVersionId: id, options: { rules: ignoreSecond } };
	expect(await record(two as INodeParameters)).toMatchObject({ identical: true });
});

const named = (value: string) => ({ __rl: true, mode: 'name', value });

test('a folder given by its name is made once, and a file is found by its name', async () => {
	const keepOrCompare: INodeParameters = {
		...{ resource: 'file', operation: 'keepOrCompare', folderId: named('Watched pages') },
		...{ displayName: 'Imprint', generateDiffFile: true, outputField: 'report' },
	};
	const first = await record(keepOrCompare, { items: text(original) });
	expect(first).toMatchObject({ outcome: 'kept', isKept: true });
	const [again] = await outputs(keepOrCompare, { items: text(`${original}More\n`) });
	expect(again?.json).toMatchObject({ fileId: first.fileId, isNew: true, version: 1 });
	const folders = { resource: 'folder', operation: 'getAll', returnAll: true };
	const names = await outputs({ ...folders, options: { folderName: 'Watched pages' } });
	expect(names).toHaveLength(1);
	const get = { resource: 'file', operation: 'get' };
	expect(await record({ ...get, fileId: named('Imprint') })).toMatchObject({ id: first.fileId });
	const { error } = await run({ ...get, fileId: named('imprint') });
	expect(error?.message).toBe("There is no file of the name 'imprint'");
	const other = { ...keepOrCompare, folderId: named('Other pages') };
	await record(other, { items: text(original) });
	const two = await run({ ...get, fileId: named('Imprint') });
	expect(two.error?.message).toBe("There is more than one file of the name 'Imprint'");
});

test('a first document that cannot be read is output as unreadable, and the items beside it are kept', async () => {
	const folder = await record({ resource: 'folder', operation: 'create', name: 'First fetch' });
	const keepOrCompare: INodeParameters = {
		...{ resource: 'file', operation: 'keepOrCompare', folderId: byId(folder.id) },
		...{ displayName: '={{ $json.name }}', generateDiffFile: true },
	};
	const fetched = (name: string, content: string) =>
		text(content).map((item) => ({ ...item, json: { name } }));
	const items = [...fetched('Empty', ''), ...fetched('Page', original)];
	const unreadable = { outcome: 'unreadable', equal: false, isNew: false, isKept: false };
	for (const options of [{}, { waitSeconds: 60 }]) {
		const outcomes = await outputs({ ...keepOrCompare, options }, { items });
		expect(outcomes[0]?.json).toMatchObject(unreadable);
		expect(outcomes[0]?.json.summary).toMatch(/not kept as the first of its name: It has no bytes/);
		expect(outcomes[1]?.json.outcome).toBe('waitSeconds' in options ? 'equal' : 'kept');
	}
	const [first] = await outputs(keepOrCompare, { items: fetched('Empty', original) });
	expect(first?.json).toMatchObject({ outcome: 'kept', version: 1 });
	const nowhere = { ...keepOrCompare, folderId: byId('65f0c0ffee0123456789abcd') };
	expect((await run(nowhere, { items })).error?.message).toContain('65f0c0ffee0123456789abcd');
});

test('the choices of a comparison stand in their natural order, each with a sentence', () => {
	const shown = (name: string) =>
		new Keeper().description.properties.filter(
			({ displayOptions, name: own }) =>
				own === name && displayOptions?.show?.operation?.includes('keepOrCompare'),
		);
	const [options] = shown('options');
	const accuracy = options?.options?.find(({ name }) => name === 'accuracy');
	const choices = [...shown('compareWith'), accuracy].map((property) =>
		property !== undefined && 'options' in property ? (property.options ?? []) : [],
	);
	expect(choices.map((list) => list.map(({ name }) => name))).toEqual([
		['Latest', 'Original', 'Approved'],
		['1. Lowest', '2. Low', '3. Medium', '4. High', '5. Excellent'],
	]);
	for (const choice of choices.flat()) {
		expect('description' in choice && choice.description).toMatch(/^[A-Z].{20}/);
	}
});

test('a comparison with the same content is exact and has no diff file', async () => {
	const { file } = await keptFile('Same');
	const [item] = await outputs(compare(file.id), { items: text(original) });
	expect(item?.json).toMatchObject({ accuracy: 1 });
	expect(item?.binary).toBeUndefined();
});

test('a difference gives the diff report as a file when it is asked for', async () => {
	const { file } = await keptFile('Changed');
	const [item] = await outputs(
		compare(file.id, { generateDiffFile: true, outputField: 'report' }),
		{
			items: text(original.replace('Second', 'Another')),
		},
	);
	expect(item?.json.accuracy).toBeLessThan(1);
	const report = await bytesOf(item, 'report');
	expect(item?.binary?.report?.mimeType).toBe('text/html');
	expect(report.toString()).toContain('Another');
	// The files beside it come with it, each by what it is.
	expect(Object.keys(item?.binary ?? {})).toEqual(['report', 'unifiedDiff']);
	expect(item?.binary?.unifiedDiff).toMatchObject({
		...{ fileName: 'Übereinkunft.txt.diff', mimeType: 'text/x-diff' },
	});
	expect((await bytesOf(item, 'unifiedDiff')).toString()).toContain('\n+Another line\n');
});

test('a file beside a report takes no name that is taken, and is fetched from nowhere else', async () => {
	const answerWith = (files: ReadonlyArray<Readonly<Record<string, string>>>) => {
		server.answer = (request, response) =>
			request.method === 'POST'
				? json(response, 200, { accuracy: 0.5, fileUrl: `${server.url}/diffs/1`, files })
				: report(request, response);
	};
	const overlay = { kind: 'overlay', url: `${server.url}/diffs/1/overlay.png` };
	answerWith([overlay, overlay]);
	const asked = compare('f', { generateDiffFile: true, outputField: 'overlay' });
	const own = { items: text('x'), credential: ownCredential() };
	const [item] = await outputs(asked, own);
	expect(Object.keys(item?.binary ?? {})).toEqual(['overlay', 'overlay2', 'overlay3']);
	answerWith([{ kind: 'overlay', url: 'http://169.254.169.254/latest/meta-data/' }]);
	const { error, items } = await run(asked, own);
	expect([items, error?.message]).toEqual([[], expect.stringContaining('169.254.169.254')]);
});

test('the diff report is left where it is when it is not to be downloaded', async () => {
	const { file } = await keptFile('Not Downloaded');
	const [item] = await outputs(
		compare(file.id, { generateDiffFile: true, downloadDiffFile: false }),
		{ items: text('Something else\n') },
	);
	expect(item?.json.fileUrl).toMatch(/^http/);
	expect(item?.binary).toBeUndefined();
});

/** A report that any of the two servers would give. */
const report: AnsweringServer['answer'] = (_request, response) => {
	response.writeHead(200, {
		'content-type': 'text/html; charset=utf-8',
		'content-disposition': `attachment; filename="x.html"; filename*=UTF-8''%C3%84nderung.html`,
	});
	response.end('<p>diff</p>');
};

function answerWithReportAt(fileUrl: string): void {
	server.received.length = 0;
	server.answer = (request, response) =>
		request.method === 'POST'
			? json(response, 200, { accuracy: 0.5, fileUrl })
			: report(request, response);
}

const ownCredential = () => ({ apiKey: 'k-1', baseUrl: server.url, keeperProductId: 'p' });

test('a diff report at an address of the credential is fetched with its key', async () => {
	const storage = await answeringServer();
	try {
		storage.answer = report;
		for (const { url, received } of [server, storage]) {
			answerWithReportAt(`${url}/diffs/1`);
			const [item] = await outputs(compare('f', { generateDiffFile: true }), {
				items: text('x'),
				credential: { ...ownCredential(), storageUrl: `${storage.url}/files` },
			});
			const asked = received.find((request) => request.url === '/diffs/1');
			expect(asked?.headers['x-api-key']).toBe('k-1');
			expect(item?.binary?.diff).toMatchObject({
				fileName: 'Änderung.html',
				mimeType: 'text/html',
			});
		}
	} finally {
		await storage.close();
	}
});

test('a diff report anywhere else is not fetched, with the key or without', async () => {
	const foreign = await answeringServer();
	try {
		foreign.answer = report;
		const { host } = new URL(server.url);
		const elsewhere = [
			`${foreign.url}/diffs/1`,
			'http://169.254.169.254/latest/meta-data/',
			`http://${host}@${new URL(foreign.url).host}/diffs/1`,
			`https://${host}/diffs/1`,
			`ftp://${host}/diffs/1`,
			'file:///etc/passwd',
		];
		for (const fileUrl of elsewhere) {
			answerWithReportAt(fileUrl);
			const { error, items } = await run(compare('f', { generateDiffFile: true }), {
				items: text('x'),
				credential: ownCredential(),
			});
			expect(items).toEqual([]);
			expect(error?.message).toContain(`'${fileUrl}' as the address of the diff report`);
			expect(error?.description).toContain("'Base Address'");
			expect(server.received.map(({ method }) => method)).toEqual(['POST']);
		}
		expect(foreign.received).toEqual([]);
	} finally {
		await foreign.close();
	}
});

test.each([
	['attachment; filename="plain.html"', 'plain.html'],
	[`attachment; filename="plain.html"; filename*=UTF-8''%E4`, 'plain.html'],
	[`attachment; filename*=UTF-8''%E4`, 'diff.html'],
	['inline', 'diff.html'],
])('a report sent with %s is named %s', async (disposition, name) => {
	server.answer = (request, response) => {
		if (request.method === 'POST') {
			json(response, 200, { accuracy: 0.5, fileUrl: `${server.url}/diffs/1` });
			return;
		}
		response.writeHead(200, { 'content-type': 'text/html', 'content-disposition': disposition });
		response.end('<p>diff</p>');
	};
	const [item] = await outputs(compare('f', { generateDiffFile: true }), {
		items: text('x'),
		credential: ownCredential(),
	});
	expect(item?.binary?.diff?.fileName).toBe(name);
});

test.each([
	['an address that is none', 'not an address', /as the address of the diff report/],
	['a report that is gone', '/gone', /There is no GET/],
])('%s is explained', async (_name, path, said) => {
	server.answer = (request, response) =>
		request.method === 'POST'
			? json(response, 200, {
					accuracy: 0.5,
					fileUrl: path.startsWith('/') ? server.url + path : path,
				})
			: json(response, 404, {
					errorCode: 'Request_RouteNotFound',
					message: '',
					arguments: ['GET', '/gone'],
				});
	const { error, items } = await run(compare('f', { generateDiffFile: true }), {
		items: text('x'),
		credential: ownCredential(),
	});
	expect(items).toEqual([]);
	expect(error?.message).toMatch(said);
});

test('a file of another type is refused, with what to change', async () => {
	const { file } = await keptFile('Types');
	const png = Buffer.from(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
		'base64',
	);
	const { error } = await run(compare(file.id), {
		items: [{ files: { data: { bytes: png, fileName: 'a.png', mimeType: 'image/png' } } }],
	});
	expect(error?.context.errorCode).toBe('Breadcrumbing_FileTypesDoNotMatch');
	expect(error?.description).toBe('Send a file of the same type.');
});

test('an empty file is refused by the label of its field', async () => {
	const { file } = await keptFile('Empty');
	const { error } = await run(compare(file.id), { items: text('') });
	expect(error?.message).toBe("The file in field 'Input Data Field Name' is empty.");
});

test('a comparison that is waited for gives its whole answer, and one that is not its record', async () => {
	const { file } = await keptFile('Waited for');
	const asked = (waitSeconds: number) =>
		record(compare(file.id, { generateDiffFile: true, options: { waitSeconds } }), {
			items: text('First line\nAnother line\nThird line\n'),
		});
	const answer = await asked(60);
	expect(answer).toMatchObject({ outcome: 'different', changed: 1, version: 1 });
	expect(answer).not.toHaveProperty('status');
	const comparisons = { resource: 'comparison', fileId: byId(file.id) };
	const [listed] = await outputs({ ...comparisons, operation: 'getAll', returnAll: true });
	expect(listed?.json).toMatchObject({ status: 'Done', outcome: 'different' });
	const comparisonId = String(listed?.json.id);
	const whole = { ...comparisons, operation: 'get', comparisonId, simplify: false };
	const got = await record(whole);
	expect(got).toMatchObject({ id: comparisonId, result: { changed: 1 } });
	const cancelled = await record({ ...comparisons, operation: 'cancel', comparisonId });
	expect(cancelled).toMatchObject({ status: 'Done' });
	const reportId = String(listed?.json.reportId);
	const report = { resource: 'report', operation: 'link', fileId: byId(file.id), reportId };
	expect(await record(report)).toMatchObject({ reportId, fileUrl: expect.any(String) as unknown });
});

test('stopping the execution cancels the comparison that it waits for', async () => {
	const lines = (word: string) =>
		Array.from({ length: 150_000 }, (_, index) => `${word} ${index}\n`).join('');
	const { folder } = await keptFile('Stopped');
	const added = {
		...{ resource: 'file', operation: 'create', folderId: byId(folder.id) },
		...{ displayName: 'Long', accuracy: 'Excellent' },
	};
	const file = await record(added, { items: text(lines('kept')) });
	const { execution } = await startNode({
		...{ node: new Keeper(), credential: real.credential(), items: text(lines('sent')) },
		parameters: compare(file.id, { options: { waitSeconds: 600 } }),
	});
	const listed = { resource: 'comparison', operation: 'getAll', fileId: byId(file.id) };
	const untilStatus = (status: string) =>
		until(async () => ((await record(listed)).status === status ? true : undefined));
	await untilStatus('Running');
	execution.cancel();
	await untilStatus('Cancelled');
	await execution;
});
