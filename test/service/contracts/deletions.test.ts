/**
 * What is deleted of the sealer: contracts nobody has signed, templates without contracts, signatures
 * that sign nothing. Files go, records and their entries stay, and what was signed is never touched.
 */
import { startService, type RunningService, type TestUser } from '../../support/programs/service';
import { verified } from '../verification/filled-service';
import { mailsAbout, SealerClient, type Answer } from './sealer-client';

let running: RunningService;
let sealer: SealerClient;
let admin: string;
let named = 0;

beforeAll(async () => {
	running = await startService();
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
});
afterAll(() => running.close());

const idOf = ({ body }: Answer) => String(body['id']);
const codeOf = ({ status, body }: Answer) => [status, body['errorCode']];

function person(): Promise<TestUser> {
	return running.addUser(`person${(named += 1)}@first.test`, ['SealerUser']);
}

/** Once nothing is to be sealed any more. */
async function objects(): Promise<number> {
	await running.service.sealed();
	const rows = running.service.database.selectFrom('storage_objects').select('id');
	return (await rows.execute()).length;
}

const kindsOf = async (id: string) =>
	(await sealer.list(admin, `/contracts/${id}/events`)).map(({ kind }) => String(kind)).join();

describe('a contract nobody has signed', () => {
	test('is deleted with its file, ends its links, and is told of as one that was taken back', async () => {
		const before = await objects();
		const displayName = `Lease ${(named += 1)}`;
		const signer = await person();
		const made = await sealer.create(admin, { displayName, signerEmails: [signer.email] });
		const id = idOf(made);
		const [asked] = await mailsAbout(running, displayName);
		const token = asked?.link.split('/').at(-1) ?? '';
		expect(await sealer.remove(signer.key, `/contracts/${id}`)).toEqual([403, 'Auth_RoleMissing']);
		expect(await sealer.remove(admin, `/contracts/${id}`)).toEqual([204, undefined]);
		expect(await sealer.remove(admin, `/contracts/${id}`)).toEqual([204, undefined]);

		expect(await objects()).toBe(before);
		expect(await sealer.contract(admin, id)).toBeUndefined();
		expect(await sealer.list(signer.key, '/contracts/self')).toEqual([]);
		const { body } = await sealer.get(admin, `/contracts/${id}`);
		expect(body).toMatchObject({ isDeleted: true, reason: 'Cancelled' });
		expect(await kindsOf(id)).toBe('Created,Sent,Cancelled,Deleted');
		const subjects = (await mailsAbout(running, displayName)).map(({ to }) => to);
		expect(subjects).toEqual([signer.email, signer.email]);

		expect((await sealer.request(token)).body).toMatchObject({ linkStatus: 'Ended' });
		const byLink = await sealer.signByLink(token, { signature: { text: 'a hand' } });
		expect(codeOf(byLink)).toEqual([409, 'Sealer_ContractEnded']);
		const byKey = await sealer.sign(signer.key, id, { signature: { text: 'a hand' } });
		expect(codeOf(byKey)).toEqual([409, 'Sealer_ContractEnded']);
		expect(codeOf(await sealer.get(admin, `/contracts/${id}/file`))).toEqual([
			...[409, 'Sealer_Deleted'],
		]);
	});

	test('that has ended is deleted without another mail', async () => {
		const displayName = `Lease ${(named += 1)}`;
		const id = idOf(await sealer.create(admin, { displayName, signerEmails: ['eve@else.test'] }));
		await sealer.step(admin, id, 'cancel');
		const mails = (await mailsAbout(running, displayName)).length;
		expect(await sealer.remove(admin, `/contracts/${id}`)).toEqual([204, undefined]);
		expect(await mailsAbout(running, displayName)).toHaveLength(mails);
		expect(await kindsOf(id)).toBe('Created,Sent,Cancelled,Deleted');
	});

	test('is signed or deleted, of the two at one moment', async () => {
		const signer = await person();
		const made = await sealer.create(admin, { signerEmails: [signer.email] });
		const id = idOf(made);
		const [signed, [status, code]] = await Promise.all([
			sealer.sign(signer.key, id, { signature: { text: 'a hand' } }),
			sealer.remove(admin, `/contracts/${id}`),
		]);
		const outcomes = [signed.status, status, signed.body['errorCode'], code];
		expect([
			[200, 409, undefined, 'Sealer_ContractHasSignatures'],
			[409, 204, 'Sealer_ContractEnded', undefined],
		]).toContainEqual(outcomes);
		if (signed.status === 200) {
			const { body } = await sealer.get(admin, `/contracts/${id}`);
			expect(body).toMatchObject({ contractStatus: 'Signed', isDeleted: false });
		}
	});
});

test('a template is kept while a contract is linked to it, and links none once it was deleted', async () => {
	const templateId = idOf(await sealer.template(admin, 'Lease'));
	const linked = { signerEmails: ['eve@else.test'], templateId };
	const id = idOf(await sealer.create(admin, linked));
	const place = `/templates/${templateId}`;
	expect(await sealer.remove(admin, place)).toEqual([409, 'Sealer_TemplateInUse']);
	expect(await sealer.remove(admin, `/contracts/${id}`)).toEqual([204, undefined]);
	const before = await objects();
	expect(await sealer.remove(admin, place)).toEqual([204, undefined]);
	expect(await sealer.remove(admin, place)).toEqual([204, undefined]);
	expect(await objects()).toBe(before - 1);
	expect((await sealer.get(admin, place)).body).toMatchObject({ isDeleted: true });
	const listed = await sealer.list(admin, '/templates');
	expect(listed.map((template) => template['id'])).not.toContain(templateId);
	expect(codeOf(await sealer.create(admin, linked))).toEqual([409, 'Sealer_Deleted']);
});

test('of a contract and the deletion of its template at one moment, one is refused', async () => {
	const templateId = idOf(await sealer.template(admin, 'Lease'));
	const [made, [status]] = await Promise.all([
		sealer.create(admin, { signerEmails: ['eve@else.test'], templateId }),
		sealer.remove(admin, `/templates/${templateId}`),
	]);
	expect([
		[201, 409],
		[409, 204],
	]).toContainEqual([made.status, status]);
});

describe('a signature of a person', () => {
	const signatures = async ({ key }: TestUser) =>
		(await sealer.list(key, '/signatures')).map((each) => [each['id'], each['isUsed']]);

	test('that was added is signed with as the last one, and stays with what it signs', async () => {
		const signer = await person();
		const first = idOf(await sealer.addSignature(signer.key, 'first'));
		const second = idOf(await sealer.addSignature(signer.key, 'second'));
		const id = idOf(await sealer.create(admin, { signerEmails: [signer.email] }));
		const signed = await sealer.sign(signer.key, id, { reuseLastSignature: 'true' });
		expect(signed.status).toBe(200);
		expect(await signatures(signer)).toEqual([
			...[
				[first, false],
				[second, true],
			],
		]);
		expect(await sealer.remove(signer.key, `/signatures/${second}`)).toEqual([
			...[409, 'Sealer_SignatureUsed'],
		]);
		expect(await sealer.remove(admin, `/signatures/${first}`)).toEqual([
			...[404, 'Sealer_OwnSignatureNotFound'],
		]);
		const before = await objects();
		expect(await sealer.remove(signer.key, `/signatures/${first}`)).toEqual([204, undefined]);
		expect(await sealer.remove(signer.key, `/signatures/${first}`)).toEqual([204, undefined]);
		expect(await objects()).toBe(before - 1);
		expect(await signatures(signer)).toEqual([[second, true]]);
	});

	test('is not used again once it was deleted: the one before is, or none', async () => {
		const signer = await person();
		const signWithLast = async () => {
			const id = idOf(await sealer.create(admin, { signerEmails: [signer.email] }));
			return sealer.sign(signer.key, id, { reuseLastSignature: 'true' });
		};
		const only = idOf(await sealer.addSignature(signer.key, 'only'));
		expect((await sealer.remove(signer.key, `/signatures/${only}`))[0]).toBe(204);
		expect(codeOf(await signWithLast())).toEqual([422, 'Sealer_NoEarlierSignature']);
		const kept = idOf(await sealer.addSignature(signer.key, 'kept'));
		const newer = idOf(await sealer.addSignature(signer.key, 'newer'));
		expect((await sealer.remove(signer.key, `/signatures/${newer}`))[0]).toBe(204);
		expect((await signWithLast()).status).toBe(200);
		expect(await signatures(signer)).toEqual([[kept, true]]);
	});

	test('is used or deleted, of the two at one moment', async () => {
		const signer = await person();
		const only = idOf(await sealer.addSignature(signer.key, 'only'));
		const id = idOf(await sealer.create(admin, { signerEmails: [signer.email] }));
		const [signed, [status]] = await Promise.all([
			sealer.sign(signer.key, id, { reuseLastSignature: 'true' }),
			sealer.remove(signer.key, `/signatures/${only}`),
		]);
		expect([
			[200, 409],
			[422, 204],
		]).toContainEqual([signed.status, status]);
	});

	test('that somebody entered on their behalf is neither listed nor used', async () => {
		const signer = await person();
		const made = await sealer.create(admin, {
			...{ signerEmails: [signer.email], signatures: [{ text: 'their hand' }] },
		});
		expect(made.status).toBe(201);
		expect(await signatures(signer)).toEqual([]);
	});

	test('is told as changed once its row is edited, and signs nothing then', async () => {
		const signer = await person();
		const only = idOf(await sealer.addSignature(signer.key, 'only'));
		const row = running.service.database.updateTable('signatures').where('id', '=', only);
		await row.set({ file_name: 'another.png' }).execute();
		const [listed] = await sealer.list(signer.key, '/signatures');
		expect(listed?.['blockchainStatus']).toBe('Corrupted');
		const id = idOf(await sealer.create(admin, { signerEmails: [signer.email] }));
		const signed = await sealer.sign(signer.key, id, { reuseLastSignature: 'true' });
		expect(signed.body['errorCode']).toBe('Core_RecordCorrupted');
		await row.set({ file_name: 'hand.png' }).execute();
	});
});

test('everything that was deleted and kept here is what the log holds', async () => {
	const { findings } = await verified(running);
	expect(findings).toEqual([]);
});
