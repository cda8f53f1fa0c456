/** Contracts through HTTP: creation, signing by key, reuse of signatures, templates, lists. */
import { signersMax } from '../../../api/sealer/endpoints';
import { startService, type RunningService } from '../../support/programs/service';
import { agreement, mailsAbout, SealerClient } from './sealer-client';

let running: RunningService;
let sealer: SealerClient;
let admin: string;
let named = 0;

/** A name no other test uses, so that lists and mails of tests do not mix. */
const freshName = (name: string) => `${name} ${(named += 1)}`;
const freshEmail = () => `signer${(named += 1)}@first.test`;

beforeAll(async () => {
	running = await startService();
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
});

afterAll(() => running.close());

async function signer() {
	return running.addUser(freshEmail(), ['SealerUser']);
}

/** A contract that waits for the signatures of these people. */
async function waiting(...signerEmails: readonly string[]): Promise<string> {
	const { status, body } = await sealer.create(admin, { signerEmails });
	expect(status).toBe(201);
	return String(body['id']);
}

describe('a contract without signatures', () => {
	test('is stored unsigned and mails every signer a link of their own', async () => {
		const displayName = freshName('Supply');
		const signerEmails = ['Ann.A@first.test', 'bob@elsewhere.test'];
		const { status, body } = await sealer.create(admin, { displayName, signerEmails });
		expect(status).toBe(201);
		expect(body).toEqual({
			id: expect.stringMatching(/^[0-9a-f]{24}$/),
			displayName,
			files: [expect.objectContaining({ fileNumber: 1, fileName: 'agreement.txt', sizeBytes: 19 })],
			ownerEmail: running.organisation.admin.email,
			signerEmails,
			signatures: [],
			contractStatus: 'Unsigned',
			blockchainStatus: expect.stringMatching(/^(Unc|C)onfirmed$/),
			creationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
			isDeleted: false,
			signingOrder: 'Parallel',
			expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
			signers: signerEmails.map((signerEmail) => ({
				...{ signerEmail, role: 'Signer', state: 'Asked', mailStatus: 'Waiting' },
			})),
		});
		const mails = await mailsAbout(running, displayName);
		expect(mails.map(({ to }) => to).sort()).toEqual([...signerEmails].sort());
		expect(new Set(mails.map(({ link }) => link)).size).toBe(2);
		for (const mail of mails) {
			expect(mail.link).toMatch(new RegExp(`^${running.url}/sign/[\\w-]{43}$`));
			expect(mail.text).toContain(running.organisation.admin.email);
			expect(mail.html).toContain(`href="${mail.link}"`);
		}
	});

	test('puts no markup of its name into the mail', async () => {
		const displayName = freshName('<img src=x onerror=alert(1)>');
		await sealer.create(admin, { displayName, signerEmails: [freshEmail()] });
		const [mail] = await mailsAbout(running, displayName);
		expect(mail?.html).not.toContain('<img');
		expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
	});

	test('keeps no link in the database once the mail is out', async () => {
		const displayName = freshName('Secret');
		await sealer.create(admin, { displayName, signerEmails: [freshEmail()] });
		const [mail] = await mailsAbout(running, displayName);
		const token = mail?.link.split('/').at(-1) ?? '';
		expect(token).toHaveLength(43);
		const { database } = running.service;
		const kept = [
			await database.selectFrom('mails').selectAll().execute(),
			await database.selectFrom('sign_links').selectAll().execute(),
		];
		expect(JSON.stringify(kept)).not.toContain(token);
	});
});

describe('a contract with signatures', () => {
	test('is signed at once by every signer and mails nobody', async () => {
		const displayName = freshName('Presigned');
		const { status, body } = await sealer.create(admin, {
			displayName,
			signerEmails: [freshEmail(), freshEmail()],
			signatures: [{ text: 'first hand' }, { text: 'second hand' }],
		});
		expect(status).toBe(201);
		expect(body['contractStatus']).toBe('Signed');
		expect(await mailsAbout(running, displayName)).toEqual([]);
	});

	test('links the i-th signature to the i-th signer', async () => {
		const emails = Array.from({ length: 12 }, freshEmail);
		const { body } = await sealer.create(admin, {
			signerEmails: emails,
			signatures: emails.map((email) => ({ text: `hand of ${email}`, name: `${email}.png` })),
		});
		const rows = await running.service.database
			.selectFrom('contract_signers')
			.innerJoin('signatures', 'signatures.id', 'contract_signers.signature_id')
			.select(['contract_signers.address', 'signatures.email', 'signatures.file_name'])
			.where('contract_id', '=', String(body['id']))
			.orderBy('position')
			.execute();
		expect(rows).toEqual(
			emails.map((email) => ({ address: email, email, file_name: `${email}.png` })),
		);
	});

	test.each([
		{ emails: 2, signatures: 1 },
		{ emails: 1, signatures: 2 },
		{ emails: 3, signatures: 4 },
	])('is refused with $signatures signatures for $emails signers', async (counts) => {
		const displayName = freshName('Unequal');
		const { status, body } = await sealer.create(admin, {
			displayName,
			signerEmails: Array.from({ length: counts.emails }, freshEmail),
			signatures: Array.from({ length: counts.signatures }, () => ({ text: 'hand' })),
		});
		expect(status).toBe(422);
		expect(body).toMatchObject({
			errorCode: 'Sealer_SignatureCountMismatch',
			arguments: [counts.signatures, counts.emails],
		});
		expect(body['message']).toContain("'signatures'");
		expect(body['message']).toContain("'signerEmails'");
		const names = (await sealer.list(admin, '/contracts')).map((row) => row['displayName']);
		expect(names).not.toContain(displayName);
	});
});

describe('what a contract is refused for', () => {
	test('the same signer twice, whatever the case of the address', async () => {
		const displayName = freshName('Twice');
		const signerEmails = ['Ann@first.test', 'ann@FIRST.test'];
		const { status, body } = await sealer.create(admin, { displayName, signerEmails });
		expect([status, body['errorCode']]).toEqual([422, 'Sealer_SignerRepeated']);
		expect(body['message']).toContain('ann@FIRST.test');
		expect(await mailsAbout(running, displayName)).toEqual([]);
	});

	test.each([signersMax + 1, 500])('%d signers, which are more than it takes', async (count) => {
		const displayName = freshName('Crowd');
		const signerEmails = Array.from({ length: count }, freshEmail);
		const { status, body } = await sealer.create(admin, { displayName, signerEmails });
		expect(status).toBe(400);
		expect(body['message']).toMatch(/signerEmails.*100|parts/);
		const names = (await sealer.list(admin, '/contracts')).map((row) => row['displayName']);
		expect(names).not.toContain(displayName);
		expect(await mailsAbout(running, displayName)).toEqual([]);
	});

	test('an empty file, with nothing stored', async () => {
		const displayName = freshName('Empty');
		const { status, body } = await sealer.create(admin, {
			displayName,
			file: { text: '' },
			signerEmails: [freshEmail()],
		});
		expect([status, body['errorCode'], body['arguments']]).toEqual([
			400,
			'Request_FileEmpty',
			['file'],
		]);
		expect(await mailsAbout(running, displayName)).toEqual([]);
	});

	test('a role that is not the sealer administrator’s', async () => {
		const { key } = running.organisation.byRole.SealerUser;
		const { status, body } = await sealer.create(key, { signerEmails: [freshEmail()] });
		expect([status, body['errorCode']]).toEqual([403, 'Auth_RoleMissing']);
	});

	test('no key and a wrong key', async () => {
		const body = new FormData();
		const url = `${sealer.url}/contracts`;
		const without = await fetch(url, { method: 'POST', body });
		const wrong = await fetch(url, { method: 'POST', body, headers: { 'x-api-key': 'wrong' } });
		expect([without.status, wrong.status]).toEqual([401, 401]);
	});

	test('another organisation’s product', async () => {
		const elsewhere = new SealerClient(running, running.other.products.Sealer);
		const { status, body } = await elsewhere.create(admin, { signerEmails: [freshEmail()] });
		expect([status, body['errorCode']]).toEqual([404, 'Product_NotFound']);
	});
});

describe('templates', () => {
	test('a contract is linked to its template in either form', async () => {
		const template = await sealer.template(admin, freshName('Template'));
		expect(template.status).toBe(201);
		const templateId = String(template.body['id']);
		const asked = await sealer.create(admin, { signerEmails: [freshEmail()], templateId });
		const signed = await sealer.create(admin, {
			signerEmails: [freshEmail()],
			signatures: [{ text: 'hand' }],
			templateId,
		});
		expect([asked.body['templateId'], signed.body['templateId']]).toEqual([templateId, templateId]);
		const listed = await sealer.list(admin, '/templates');
		expect(listed.map(({ id }) => id)).toContain(templateId);
	});

	test('its file is fetched, whole or in a range, until it is deleted', async () => {
		const made = await sealer.template(admin, freshName('Fetched'));
		const location = `/templates/${String(made.body['id'])}/file`;
		const fetched = (headers: Readonly<Record<string, string>> = {}) =>
			fetch(sealer.url + location, { headers: { 'x-api-key': admin, ...headers } });
		const whole = await fetched();
		expect(whole.headers.get('content-disposition')).toContain(String(made.body['fileName']));
		expect(whole.headers.get('link')).toContain('<proof>');
		const text = await whole.text();
		expect(text).toBe(agreement.text);
		const part = await fetched({ range: 'bytes=2-5' });
		expect([part.status, await part.text()]).toEqual([206, text.slice(2, 6)]);
		await sealer.remove(admin, `/templates/${String(made.body['id'])}`);
		const gone = await fetched();
		expect([gone.status, await gone.json()]).toMatchObject([409, { errorCode: 'Sealer_Deleted' }]);
	});

	test('an unknown one and another organisation’s one are not found', async () => {
		const foreign = await new SealerClient(running, running.other.products.Sealer).template(
			running.other.admin.key,
			'Foreign',
		);
		expect(foreign.status).toBe(201);
		for (const templateId of ['000000000000000000000000', String(foreign.body['id'])]) {
			const displayName = freshName('Linked');
			const { status, body } = await sealer.create(admin, {
				displayName,
				signerEmails: [freshEmail()],
				templateId,
			});
			expect([status, body['errorCode']]).toEqual([404, 'Sealer_TemplateNotFound']);
			expect(await mailsAbout(running, displayName)).toEqual([]);
		}
	});
});

describe('signing', () => {
	test('with a new signature, signer after signer, until the contract is signed', async () => {
		const [ann, bob] = [await signer(), await signer()];
		const id = await waiting(ann.email, bob.email);
		const first = await sealer.sign(ann.key, id, { signature: { text: 'hand of ann' } });
		expect([first.status, first.body['contractStatus']]).toEqual([200, 'PartiallySigned']);
		const second = await sealer.sign(bob.key, id, {
			signature: { text: 'hand of bob' },
			reuseLastSignature: 'false',
		});
		expect([second.status, second.body['contractStatus']]).toEqual([200, 'Signed']);
	});

	test.each(['E2', 'E3'] as const)('with the last signature, by %s', async (shape) => {
		const ann = await signer();
		await sealer.sign(ann.key, await waiting(ann.email), { signature: { text: 'old hand' } });
		await sealer.sign(ann.key, await waiting(ann.email), { signature: { text: 'new hand' } });
		const id = await waiting(ann.email);
		const { status } = await sealer.sign(ann.key, id, { reuseLastSignature: 'true' }, shape);
		expect(status).toBe(200);
		expect(await signatureOf(id)).toBe(await newestSignatureOf(ann.email));
	});

	test('says of a signature who supplied it, the signer or who created the contract', async () => {
		const ann = await signer();
		const { email: owner } = running.organisation.admin;
		const { body: supplied } = await sealer.create(admin, {
			signerEmails: [ann.email, owner],
			signatures: [{ text: 'hand of ann' }, { text: 'own hand' }],
		});
		const { body: own } = await sealer.sign(ann.key, await waiting(ann.email), {
			signature: { text: 'own hand' },
		});
		const signature = (signerEmail: string, suppliedByEmail: string) => ({
			...{ signerEmail, suppliedByEmail },
			signedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
		});
		expect(supplied['signatures']).toEqual([signature(ann.email, owner), signature(owner, owner)]);
		expect(own['signatures']).toEqual([signature(ann.email, ann.email)]);
		const listed = await sealer.contract(admin, supplied['id']);
		expect(listed?.['signatures']).toEqual(supplied['signatures']);
		const mine = await sealer.list(ann.key, '/contracts/self');
		expect(mine.map(({ signatures }) => signatures)).toEqual([
			supplied['signatures'],
			own['signatures'],
		]);
	});

	test('never takes for a last signature what somebody else supplied', async () => {
		const ann = await signer();
		const id = await waiting(ann.email);
		const supplied = { signerEmails: [ann.email], signatures: [{ text: 'not her hand' }] };
		await sealer.create(admin, supplied);
		const refused = await sealer.sign(ann.key, id, { reuseLastSignature: 'true' });
		expect([refused.status, refused.body['errorCode']]).toEqual([422, 'Sealer_NoEarlierSignature']);

		await sealer.sign(ann.key, id, { signature: { text: 'own hand' } });
		const own = await signatureOf(id);
		await sealer.create(admin, supplied);
		const next = await waiting(ann.email);
		expect((await sealer.sign(ann.key, next, { reuseLastSignature: 'true' })).status).toBe(200);
		expect(await signatureOf(next)).toBe(own);
	});

	test('takes the signature again that who created a contract supplied for themselves', async () => {
		const { email } = running.organisation.admin;
		await sealer.create(admin, { signerEmails: [email], signatures: [{ text: 'own hand' }] });
		const id = await waiting(email);
		const { status } = await sealer.sign(admin, id, { reuseLastSignature: 'true' });
		expect(status).toBe(200);
	});

	test.each(['E2', 'E3'] as const)('refuses reuse by %s without an earlier one', async (shape) => {
		const ann = await signer();
		const id = await waiting(ann.email);
		const { status, body } = await sealer.sign(ann.key, id, { reuseLastSignature: 'true' }, shape);
		expect([status, body['errorCode'], body['arguments']]).toEqual([
			422,
			'Sealer_NoEarlierSignature',
			[ann.email],
		]);
		expect((await sealer.contract(admin, id))?.['contractStatus']).toBe('Unsigned');
	});

	test('refuses a signature sent beside the wish to use the last one, and keeps it nowhere', async () => {
		const ann = await signer();
		await sealer.sign(ann.key, await waiting(ann.email), { signature: { text: 'known hand' } });
		const known = await newestSignatureOf(ann.email);
		const id = await waiting(ann.email);
		const both = { signature: { text: 'other' }, reuseLastSignature: 'true' };
		const { status, body } = await sealer.sign(ann.key, id, both);
		expect([status, body['errorCode']]).toEqual([400, 'Request_Invalid']);
		expect(body['message']).toContain('leave one of the two out');
		expect(await signatureOf(id)).toBeNull();
		expect(await newestSignatureOf(ann.email)).toBe(known);
	});

	test('asks for a signature when none is sent and none is to be reused', async () => {
		const ann = await signer();
		const { status, body } = await sealer.sign(ann.key, await waiting(ann.email), {});
		expect([status, body['errorCode']]).toEqual([400, 'Request_Invalid']);
		expect(body['message']).toContain("'signature' is missing");
	});

	test('refuses any other file, even one that differs in a single byte', async () => {
		const ann = await signer();
		const id = await waiting(ann.email);
		const { status, body } = await sealer.sign(ann.key, id, {
			contract: { ...agreement, text: agreement.text.replace('.', '!') },
			signature: { text: 'hand' },
		});
		expect([status, body['errorCode']]).toEqual([422, 'Sealer_ContractDoesNotMatch']);
		expect((await sealer.contract(admin, id))?.['contractStatus']).toBe('Unsigned');
	});

	test('refuses a key that is not a signer’s, the administrator’s included', async () => {
		const [ann, bob] = [await signer(), await signer()];
		const id = await waiting(ann.email);
		for (const key of [bob.key, admin]) {
			const { status, body } = await sealer.sign(key, id, { signature: { text: 'hand' } });
			expect([status, body['errorCode']]).toEqual([403, 'Sealer_NotASigner']);
		}
	});

	test('refuses the same signer a second time', async () => {
		const ann = await signer();
		const id = await waiting(ann.email, freshEmail());
		await sealer.sign(ann.key, id, { signature: { text: 'hand' } });
		const { status, body } = await sealer.sign(ann.key, id, { signature: { text: 'again' } });
		expect([status, body['errorCode']]).toEqual([409, 'Sealer_AlreadySigned']);
		expect((await sealer.contract(admin, id))?.['contractStatus']).toBe('PartiallySigned');
	});

	test('does not know a contract of another product or organisation', async () => {
		const ann = await signer();
		const id = await waiting(ann.email);
		const { accounts } = running.service;
		const organisationId = running.organisation.id;
		const product = { organisationId, kind: 'Sealer', name: 'Second' } as const;
		const second = new SealerClient(running, (await accounts.addProduct(product)).id);
		const elsewhere = new SealerClient(running, running.other.products.Sealer);
		const answers = [
			await sealer.sign(ann.key, '0'.repeat(24), { signature: { text: 'hand' } }),
			await second.sign(ann.key, id, { signature: { text: 'hand' } }),
			await elsewhere.sign(running.other.admin.key, id, { signature: { text: 'hand' } }),
		];
		for (const { status, body } of answers) {
			expect([status, body['errorCode']]).toEqual([404, 'Sealer_ContractNotFound']);
		}
	});

	test('finds a signer whatever the case of the address', async () => {
		const ann = await signer();
		const id = await waiting(ann.email.toUpperCase());
		const { status, body } = await sealer.sign(ann.key, id, { signature: { text: 'hand' } });
		expect([status, body['signerEmails']]).toEqual([200, [ann.email.toUpperCase()]]);
	});
});

describe('at the same time', () => {
	test('signatures of different signers are all kept', async () => {
		const signers = await Promise.all(Array.from({ length: 8 }, signer));
		const id = await waiting(...signers.map(({ email }) => email));
		const answers = await Promise.all(
			signers.map(({ key }) => sealer.sign(key, id, { signature: { text: `hand of ${key}` } })),
		);
		expect(answers.map(({ status }) => status)).toEqual(signers.map(() => 200));
		expect((await sealer.contract(admin, id))?.['contractStatus']).toBe('Signed');
	});

	test('two signatures of one signer leave exactly one', async () => {
		const ann = await signer();
		const id = await waiting(ann.email);
		const answers = await Promise.all(
			['one', 'two', 'three'].map((text) => sealer.sign(ann.key, id, { signature: { text } })),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
		const rows = await running.service.database
			.selectFrom('signatures')
			.select('id')
			.where('email', '=', ann.email)
			.execute();
		expect(rows).toHaveLength(1);
	});
});

describe('lists', () => {
	test('are in order of creation and come in pages', async () => {
		const names = ['Page a', 'Page b', 'Page c'].map(freshName);
		const before = (await sealer.list(admin, '/contracts')).length;
		for (const displayName of names) {
			await sealer.create(admin, { displayName, signerEmails: [freshEmail()] });
		}
		const page = await sealer.list(admin, `/contracts?offset=${before}&limit=2`);
		const rest = await sealer.list(admin, `/contracts?offset=${before + 2}`);
		expect([...page, ...rest].map(({ displayName }) => displayName)).toEqual(names);
	});

	test('show a signer exactly the contracts to be signed by that signer', async () => {
		const [ann, bob] = [await signer(), await signer()];
		const [first, second] = [await waiting(ann.email), await waiting(bob.email, ann.email)];
		await waiting(bob.email);
		const own = await sealer.list(ann.key, '/contracts/self');
		expect(own.map(({ id }) => id)).toEqual([first, second]);
	});

	test('do not show contracts of another product', async () => {
		const own = await new SealerClient(running, running.other.products.Sealer).list(
			running.other.admin.key,
			'/contracts',
		);
		expect(own).toEqual([]);
	});

	test('give names back as they were given, in the one form of several that Unicode has', async () => {
		for (const name of ['Ю'.repeat(200), 'a\u0301 “q” & <b> \\ % 🖊', '../../etc/passwd']) {
			const { status, body } = await sealer.create(admin, {
				displayName: name,
				signerEmails: [freshEmail()],
			});
			expect([status, body['displayName']]).toEqual([201, name.normalize('NFC')]);
		}
	});
});

test('a contract’s records are confirmed in the log, its signatures included', async () => {
	const ann = await signer();
	const id = await waiting(ann.email);
	await sealer.sign(ann.key, id, { signature: { text: 'hand' } });
	await running.restart();
	expect((await sealer.contract(admin, id))?.['blockchainStatus']).toBe('Confirmed');
	await running.service.database
		.updateTable('log_entries')
		.set({ commitment: '0'.repeat(64) })
		.where('kind', '=', 'contract-signature')
		.where('subject_id', '=', id)
		.execute();
	await running.restart();
	expect((await sealer.contract(admin, id))?.['blockchainStatus']).toBe('Corrupted');
});

test('a restart keeps contracts, signatures and who may still sign', async () => {
	const [ann, bob] = [await signer(), await signer()];
	const id = await waiting(ann.email, bob.email);
	await sealer.sign(ann.key, id, { signature: { text: 'hand of ann' } });
	const before = await sealer.contract(admin, id);
	await running.restart();
	expect(await sealer.contract(admin, id)).toEqual({ ...before, blockchainStatus: 'Confirmed' });
	const signed = await sealer.sign(bob.key, id, { signature: { text: 'hand of bob' } });
	expect([signed.status, signed.body['contractStatus']]).toEqual([200, 'Signed']);
});

/** The signature a contract with one signer was signed with. */
async function signatureOf(contractId: string): Promise<string | null> {
	const row = await running.service.database
		.selectFrom('contract_signers')
		.select('signature_id')
		.where('contract_id', '=', contractId)
		.executeTakeFirstOrThrow();
	return row.signature_id;
}

async function newestSignatureOf(email: string): Promise<string> {
	const row = await running.service.database
		.selectFrom('signatures')
		.select('id')
		.where('email', '=', email)
		.orderBy('sequence', 'desc')
		.executeTakeFirstOrThrow();
	return row.id;
}
