/**
 * The requests that other tests spoil are good ones: each endpoint answers its own with success,
 * at every path it has, and with texts of every language and every length it takes.
 */
import fc from 'fast-check';
import type { NamedEndpoint } from '../../../server/http/routing/endpoints';
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
	'a link to the stored file',
	'a subscription of who does everything',
];

let running: RunningService;
/** Of all that only read. */
let readStage: Stage;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
	readStage = await prepared();
});

afterAll(() => running.close());

async function prepared(): Promise<Stage> {
	const stage = await Stage.open(running);
	for (const need of needs) await steps[need](stage);
	return stage;
}

/** Made for a stage of their own, since nothing else could be done with what was deleted. */
const needsOf: Readonly<Record<string, readonly StepName[]>> = {
	getSignatureProof: ['a signature of the user on the contract'],
	getApprovalProof: ['an approved version'],
	getCode: ['a code that is told'],
	confirmCode: ['a code that is told'],
	askCode: ['a code by mail'],
	revokeApiKey: ['a key of the user'],
	getLogo: ['a logo'],
	getRulesProof: ['rules of the file'],
	getFileDeletionProof: ['a deleted kept file', 'a deleted stored file'],
	getFolderDeletionProof: ['a deleted folder'],
	getTemplateDeletionProof: ['a deleted template'],
	getSignatureDeletionProof: ['a deleted signature'],
};

/** What some endpoints need besides. */
function furtherNeeds({ operation, endpoint }: NamedEndpoint): readonly StepName[] {
	const own = needsOf[operation];
	if (own !== undefined) return own;
	if (['getLastSignature', 'compareWithSignatures'].includes(operation)) {
		return ['a signature of the user on another contract'];
	}
	if (operation === 'getText') return ['a contract in Word', 'the link of the user'];
	if (['getSeal', 'getSealedFile', 'getSealProof'].includes(operation)) {
		return ['the contract sealed'];
	}
	// A comparison takes longer than all the rest.
	return /\{(report|comparison)Id\}/.test(endpoint.path) ? ['a report'] : [];
}

test.each(everyPath().map((named) => [endpointName(named), named] as const))(
	'%s answers a good request with success',
	async (_name, named) => {
		const further = furtherNeeds(named);
		const isRead = named.endpoint.method === 'GET' && further.length === 0;
		const stage = isRead ? readStage : await prepared();
		for (const need of further) await steps[need](stage);
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
	.filter((name) => /\S/u.test(name) && !/\p{Cc}/u.test(name) && name.isWellFormed())
	// Texts are taken in this form, in which one name has one spelling.
	.map((name) => name.normalize('NFC'))
	.filter((name) => name.length <= 100);

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
