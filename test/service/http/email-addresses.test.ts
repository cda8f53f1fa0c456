/**
 * E-mail addresses over the wire: every field that is one refuses by the same rule and says why, and
 * takes a domain of any script as the one it is in the DNS.
 */
import type { Field } from '../../../api/language/description';
import { emailFault } from '../../../server/email-address';
import { Stage, steps, type StepName } from '../../api/stage';
import {
	endpointName,
	everyPath,
	goodParts,
	requestOf,
	type Parts,
} from '../../support/clients/endpoint-requests';
import { send, type Answer } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { mailsAbout, SealerClient } from '../contracts/sealer-client';

const needs: readonly StepName[] = [
	'a confirmed asset',
	'what the tracker holds',
	'a template',
	'a contract',
];

let running: RunningService;
let stage: Stage;
let asset: string;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
	stage = await Stage.open(running);
	for (const need of needs) await steps[need](stage);
	asset = `${running.url}/tracker/${stage.value('trackerProductId')}/assets/${stage.value('assetId')}`;
});

afterAll(() => running.close());

const fields = everyPath().flatMap((named) =>
	Object.entries(named.endpoint.fields)
		.filter(([, field]) => field.type === 'string' && field.format === 'email')
		.map(([name, field]) => [`${endpointName(named)} ${name}`, named, name, field] as const),
);

function withEmail({ json, form }: Parts, name: string, { in: place }: Field, email: string) {
	if (place === 'json') {
		// A recipient has one address, under either of its names.
		const others = Object.entries(json).filter(([other]) => !other.startsWith('recipient'));
		return { json: { ...Object.fromEntries(others), [name]: email } };
	}
	return { form: [...form.filter((part) => part.name !== name), { name, value: email }] };
}

const refused = [
	'jürgen@harbour.test',
	'ann\u200b@harbour.test',
	'ann@\u202eharbour.test',
	'"ann"@harbour.test',
	'ann(comment)@harbour.test',
	'ann@[127.0.0.1]',
	'ann@127.0.0.1',
	'ann@localhost',
	`${'a'.repeat(65)}@harbour.test`,
	`ann@${'b'.repeat(64)}.test`,
];

test.each(fields)(
	'%s names the field and the reason it refuses',
	async (_title, named, name, field) => {
		for (const email of refused) {
			const parts = goodParts(named, stage);
			const spoilt = { ...parts, ...withEmail(parts, name, field, email) };
			const answer = await send(requestOf(named, spoilt, stage));
			expect(answer.json()).toMatchObject({
				errorCode: 'Request_Invalid',
				arguments: [name, emailFault(email)],
			});
		}
	},
);

test.each(fields)('%s takes a domain of another script', async (_title, named, name, field) => {
	const parts = goodParts(named, stage);
	const email = `ann@${name.toLowerCase()}-münchen.test`;
	const answer = await send(
		requestOf(named, { ...parts, ...withEmail(parts, name, field, email) }, stage),
	);
	// Nobody has this address yet, which is all that may stand in the way.
	const isUnknown = /"((User|Sealer_Signer)_?NotFound|Sealer_NotAColleague)"/.test(answer.text);
	expect(isUnknown || answer.status < 300).toBe(true);
});

test('every kind of field is among them', () => {
	const names = new Set(fields.map(([, , name]) => name));
	expect([...names].sort()).toEqual([
		...['email', 'recipientEmail', 'signerEmail', 'signerEmails'],
	]);
});

function issue(recipientEmail: string): Promise<Answer> {
	return send({
		method: 'POST',
		url: `${asset}/issue`,
		headers: { 'x-api-key': stage.value('allRoundKey') },
		json: { recipientEmail, amount: 1 },
	});
}

function addUser(email: string) {
	const { accounts } = running.service;
	const organisationId = stage.value('organisationId');
	return accounts.addUser({ organisationId, email, roles: ['TrackerUser', 'SealerUser'] });
}

test('one user is meant however the domain is written, and a look-alike is somebody else', async () => {
	await addUser('ben@MÜNCHEN.test');
	const spellings = ['Ben@münchen.test', 'ben@mu\u0308nchen.test', 'BEN@xn--mnchen-3ya.test'];
	for (const spelling of spellings) {
		expect((await issue(spelling)).json()).toMatchObject([
			{ recipientDisplayName: 'ben@xn--mnchen-3ya.test' },
		]);
	}
	expect((await issue('ben@munchen.test')).json()).toMatchObject({ errorCode: 'User_NotFound' });
	expect((await issue('ben@münchеn.test')).json()).toMatchObject({ errorCode: 'User_NotFound' });
});

test('a signer is named once, however the domain is written, and the mail goes to its ASCII form', async () => {
	const sealer = new SealerClient(running, stage.value('sealerProductId'));
	const both = ['eve@bücher.test', 'eve@xn--bcher-kva.test'];
	const twice = await sealer.create(stage.value('allRoundKey'), { signerEmails: both });
	expect(twice.body).toMatchObject({ errorCode: 'Sealer_SignerRepeated' });
	const contract = { signerEmails: ['eve@Bücher.test'], displayName: 'For Eve' };
	await sealer.create(stage.value('allRoundKey'), contract);
	const [mail] = await mailsAbout(running, 'For Eve');
	expect(mail?.to).toBe('eve@xn--bcher-kva.test');
});
