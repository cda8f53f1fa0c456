/** The limits of a service: how often a key may call, and how large a file may be. */
import {
	bodyOf,
	endpointName,
	everyPath,
	goodParts,
	requestOf,
} from '../../support/clients/endpoint-requests';
import { Stage, steps, type StepName } from '../../api/stage';
import { send, type Answer } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { mailsAbout, SealerClient } from '../contracts/sealer-client';

test('signing links are guessed as seldom as keys, and one that is right goes on working', async () => {
	const running = await startService({ config: { wrongKeysPerMinuteMax: 2 } });
	const sealer = new SealerClient(running);
	await sealer.create(running.organisation.admin.key, {
		...{ displayName: 'Guessed', signerEmails: ['guest@elsewhere.test'] },
	});
	const [mail] = await mailsAbout(running, 'Guessed');
	const guess = (letter: string) => fetch(`${running.url}/signing/${letter.repeat(43)}`);
	const statuses = [];
	for (const letter of ['a', 'b', 'c']) statuses.push((await guess(letter)).status);
	expect(statuses).toEqual([404, 404, 429]);
	const right = mail?.link.replace('/sign/', '/signing/') ?? '';
	expect((await fetch(right)).status).toBe(200);
	await running.close();
});

describe('the rate of requests', () => {
	let running: RunningService;

	beforeEach(async () => {
		running = await startService({ config: { requestsPerMinuteMax: 3 } });
	});

	afterEach(() => running.close());

	function call(key: string, location = '/products'): Promise<Answer> {
		return send({ method: 'GET', url: running.url + location, headers: { 'x-api-key': key } });
	}

	test('is limited for each key by itself, and the refusal says when to come again', async () => {
		const { admin, byRole } = running.organisation;
		const statuses = [];
		for (let count = 0; count < 3; count += 1) statuses.push((await call(admin.key)).status);
		const refused = await call(admin.key);
		expect(statuses).toEqual([200, 200, 200]);
		expect(refused.status).toBe(429);
		expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
		expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
		expect(refused.json()).toMatchObject({ errorCode: 'Request_TooMany' });
		expect((await call(byRole.Billing.key)).status).toBe(200);
	});

	test('is limited over all endpoints together, each in the form of its product', async () => {
		const { admin } = running.organisation;
		await call(admin.key);
		await call(admin.key, '/storage/files/');
		await call(admin.key, '/storage/health');
		const main = await call(admin.key);
		const storage = await call(admin.key, '/storage/files/');
		expect([main.status, storage.status]).toEqual([429, 429]);
		expect(Object.keys(main.json() as object)).toEqual([
			'errorCode',
			'message',
			'arguments',
			'requestId',
		]);
		expect(Object.keys(storage.json() as object)).toEqual([
			'message',
			'body',
			'status',
			'requestId',
		]);
	});

	test.each(['wrong', ''])('is limited for the address of the key %j as well', async (key) => {
		const statuses = [];
		for (let count = 0; count < 4; count += 1) statuses.push((await call(key)).status);
		expect(statuses).toEqual([401, 401, 401, 429]);
	});
});

describe('the size of a file', () => {
	const fileSizeBytesMax = 1000;
	const needs: readonly StepName[] = [
		'a folder',
		'a kept file',
		'a template',
		'signatures of their own',
		'a signature of the user on another contract',
		'a contract',
		'the link of the user',
	];
	let running: RunningService;
	let stage: Stage;

	beforeAll(async () => {
		running = await startService({ config: { fileSizeBytesMax } });
		stage = await Stage.open(running);
		for (const need of needs) await steps[need](stage);
	});

	afterAll(() => running.close());

	const files = everyPath()
		.filter(({ endpoint }) => bodyOf(endpoint) === 'form')
		.flatMap((named) =>
			Object.entries(named.endpoint.fields)
				.filter(([, { type }]) => type === 'file')
				.map(([name]) => [`${name} of ${endpointName(named)}`, named, name] as const),
		);

	test.each(files)('is limited: %s', async (_title, named, name) => {
		// One that nobody has signed: whoever has is refused before they send a file.
		await steps['a contract'](stage);
		const parts = goodParts(named, stage);
		const withSize = (sizeBytes: number) => [
			...parts.form.filter((part) => part.name !== name),
			{ name, fileName: 'x.txt', content: 'a'.repeat(sizeBytes) },
		];
		const over = await send(
			requestOf(named, { ...parts, form: withSize(fileSizeBytesMax + 1) }, stage),
		);
		const most = await send(
			requestOf(named, { ...parts, form: withSize(fileSizeBytesMax) }, stage),
		);
		expect(over.status).toBe(413);
		expect(over.text).toContain(`Field '${name}' is larger than the 1000 bytes`);
		expect(most.status).not.toBe(413);
	});
});
