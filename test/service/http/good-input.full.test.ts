/**
 * The requests that other tests spoil are good ones: each endpoint answers its own with success,
 * at every path it has, and with texts of every language and every length it takes.
 */
import fc from 'fast-check';
import { Stage, steps, type StepName } from '../../api/stage';
import {
	endpointName,
	everyPath,
	goodParts,
	requestOf,
} from '../../support/clients/endpoint-requests';
import { send } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';

const needs: readonly StepName[] = [
	'an asset',
	'what the tracker holds',
	'a folder',
	'a kept file',
	'a template',
	'signatures of their own',
	'a contract',
	'a signing link',
	'the link of the user',
	'a user',
	'an invitation',
	'a stored file',
	'a subscription of who does everything',
];

let running: RunningService;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
});

afterAll(() => running.close());

async function prepared(): Promise<Stage> {
	const stage = await Stage.open(running);
	for (const need of needs) await steps[need](stage);
	return stage;
}

test.each(everyPath().map((named) => [endpointName(named), named] as const))(
	'%s answers a good request with success',
	async (_name, named) => {
		const stage = await prepared();
		if (named.operation === 'getSignatureProof') {
			await steps['a signature of the user on the contract'](stage);
		}
		if (['getLastSignature', 'compareWithSignatures'].includes(named.operation)) {
			await steps['a signature of the user on another contract'](stage);
		}
		if (named.operation === 'getText') {
			await steps['a contract in Word'](stage);
			await steps['the link of the user'](stage);
		}
		const ofSeals = ['getSeal', 'getSealedFile', 'getSealProof'];
		if (ofSeals.includes(named.operation)) await steps['the contract sealed'](stage);
		// A comparison takes longer than all the rest.
		if (/\{(report|comparison)Id\}/.test(named.endpoint.path)) await steps['a report'](stage);
		const answer = await send(requestOf(named, goodParts(named, stage), stage));
		expect({ status: answer.status, text: answer.text }).toEqual({
			status: named.endpoint.reply.status,
			text: expect.any(String) as unknown,
		});
	},
);

/** Any text without control characters and with something to see, up to the limit of a name. */
const names = fc
	.string({ unit: 'binary', minLength: 1, maxLength: 100 })
	.filter((name) => /\S/u.test(name) && !/\p{Cc}/u.test(name) && name.isWellFormed());

test('a name in any script comes back as it was given, in JSON and in a form', async () => {
	const stage = await prepared();
	const headers = { 'x-api-key': stage.value('allRoundKey') };
	await fc.assert(
		fc.asyncProperty(names, async (name) => {
			const asset = await send({
				method: 'POST',
				url: `${running.url}/tracker/${stage.value('trackerProductId')}/assets`,
				headers,
				json: { name },
			});
			const template = await send({
				method: 'POST',
				url: `${running.url}/sealer/${stage.value('sealerProductId')}/templates`,
				headers,
				form: [
					{ name: 'file', fileName: 'template.txt', content: 'x' },
					{ name: 'displayName', value: name },
				],
			});
			expect(asset.json()).toMatchObject({ name });
			expect(template.json()).toMatchObject({ displayName: name });
		}),
		{ numRuns: 25 },
	);
});

test('a name of 200 characters is taken, however many bytes they are', async () => {
	const stage = await Stage.open(running);
	const name = '\u{1F600}'.repeat(200);
	const answer = await send({
		method: 'POST',
		url: `${running.url}/tracker/${stage.value('trackerProductId')}/assets`,
		headers: { 'x-api-key': stage.value('trackerAdminKey') },
		json: { name },
	});
	expect(answer.json()).toMatchObject({ name });
});
