/**
 * What is compared with what the sealer keeps: with a contract as it was before anybody signed, with every
 * signature of it, with a signature of one's own and with a template; who may ask, and what becomes of
 * the reports.
 */
import { systemClock } from '../../../server/clock';
import { plainPdf } from '../sealing/pdf-files';
import { drawnSignature } from '../../support/clients/signature-picture';
import { send, until } from '../../support/clients/requests';
import { startService, type RunningService, type TestUser } from '../../support/programs/service';
import { agreement, SealerClient, type Answer } from './sealer-client';

const dayMs = 86_400_000;

let running: RunningService;
let sealer: SealerClient;
let admin: string;
let nowMs: number;
let named = 0;

beforeAll(async () => {
	nowMs = systemClock.now();
	running = await startService({ clock: { now: () => nowMs } });
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
});
afterAll(() => running.close());

const idOf = ({ body }: Answer) => String(body['id']);
const codeOf = ({ status, body }: Answer) => [status, body['errorCode']];
const hand = (name: string) => ({ text: drawnSignature(name), name: 'hand.svg' });
const read = (url: unknown) => send({ method: 'GET', url: String(url) });

function person(): Promise<TestUser> {
	return running.addUser(`reader${(named += 1)}@first.test`, ['SealerUser']);
}

/** Two signers, of whom the first has signed. */
async function halfSigned() {
	const [signer, waiting] = [await person(), await person()];
	const signerEmails = [signer.email, waiting.email];
	const id = idOf(await sealer.create(admin, { displayName: 'Lease', signerEmails }));
	const signed = await sealer.sign(signer.key, id, { signature: { text: 'a first hand' } });
	expect(signed.status).toBe(200);
	return { signer, waiting, id, place: `/contracts/${id}/compare` };
}

describe('a file is compared with a contract', () => {
	test('as it was before anybody signed, by who administers it and who has signed it', async () => {
		const { signer, waiting, place } = await halfSigned();
		for (const key of [admin, signer.key]) {
			const same = await sealer.compare(key, `${place}/contract`, { file: agreement });
			expect(same.body).toMatchObject({ accuracy: 1, identical: true, changedText: [] });
			expect(same.body).not.toHaveProperty('fileUrl');
		}
		const file = { text: 'The parties disagree.\n', name: 'agreement.txt' };
		const other = await sealer.compare(signer.key, `${place}/contract`, { file });
		expect(other.body).toMatchObject({
			...{ outcome: 'different', equal: false, changedText: ['disagree'] },
			...{ changed: 1, unit: 'word', summary: '1 word changed.' },
		});
		expect(other.body['accuracy']).toBeLessThan(1);

		const early = await sealer.compare(waiting.key, `${place}/contract`, { file });
		expect(codeOf(early)).toEqual([409, 'Sealer_NotSignedYet']);
		const stranger = await person();
		const strange = await sealer.compare(stranger.key, `${place}/contract`, { file });
		expect(codeOf(strange)).toEqual([404, 'Sealer_ContractNotFound']);
	});

	test('which is a PDF, and is not what was sealed of it', async () => {
		const file = { text: Buffer.from(await plainPdf(1)), name: 'lease.pdf' };
		const signatures = [{ text: 'a hand' }];
		const signerEmails = ['eve@elsewhere.test'];
		const id = idOf(await sealer.create(admin, { file, signerEmails, signatures }));
		await running.service.sealed();
		const headers = { 'x-api-key': admin };
		const url = `${sealer.url}/contracts/${id}/sealed`;
		const sealed = await fetch(url, { headers });
		expect(sealed.status).toBe(200);
		const place = `/contracts/${id}/compare/contract`;
		const same = await sealer.compare(admin, place, { file });
		expect(same.body).toMatchObject({ accuracy: 1, identical: true });
		const text = Buffer.from(await sealed.arrayBuffer());
		const other = await sealer.compare(admin, place, { file: { text, name: 'sealed.pdf' } });
		expect(other.body).toMatchObject({ outcome: 'different', identical: false });
	});

	test('with a report, which ends with its time', async () => {
		const { place } = await halfSigned();
		const file = { text: 'The parties <b>disagree</b>.\n', name: 'agreement.txt' };
		const asked = { file, isReported: true };
		const { body } = await sealer.compare(admin, `${place}/contract`, asked);
		expect(body['expires']).toBe(new Date(nowMs + 30 * dayMs).toISOString());
		const report = await read(body['fileUrl']);
		expect(report.status).toBe(200);
		expect(report.text).toContain('Comparison of Lease');
		expect(report.text).toContain('<dt>Kept</dt><dd><bdi>agreement.txt</bdi>, kept ');
		expect(report.text).not.toContain('<b>disagree');
		const [beside] = body['files'] as { readonly url: string; readonly name: string }[];
		expect((await read(beside?.url)).text).toContain('-The parties agree.');

		nowMs += 31 * dayMs;
		const ended = await read(body['fileUrl']);
		expect([ended.status, ended.text.includes('The time of this link')]).toEqual([410, true]);
	});
});

describe('a picture is compared with the signatures of a contract', () => {
	test('and the nearest is told, in whatever form it was given', async () => {
		const { signer, waiting, id, place } = await halfSigned();
		const first = await sealer.compare(waiting.key, `${place}/signature`, {
			file: hand('a first hand'),
		});
		const same = { accuracy: 1, identical: true };
		expect(first.body).toMatchObject({
			...{ ...same, signatures: [{ signerEmail: signer.email, ...same }] },
			description: `The one signature is that of ${signer.email}: it is the same.`,
		});
		await sealer.sign(waiting.key, id, { signature: { text: 'another' } });
		const asked = { file: hand('another'), isReported: true };
		const { body } = await sealer.compare(admin, `${place}/signature`, asked);
		expect(body).toMatchObject({
			...{ ...same, signatures: [{ identical: false }, { signerEmail: waiting.email, ...same }] },
			description: `Of 2 signatures the nearest is that of ${waiting.email}: it is the same.`,
		});
		expect((await read(body['fileUrl'])).text).toContain('Comparison of Signature of ');

		const forged = await sealer.compare(admin, `${place}/signature`, { file: hand('a forged') });
		expect(forged.body).toMatchObject({ outcome: 'different', identical: false });
		expect(String(forged.body['description'])).toMatch(/^Of 2 .*: \d+\.\d % of it is equal\.$/);
		const stranger = await person();
		const strange = await sealer.compare(stranger.key, `${place}/signature`, asked);
		expect(codeOf(strange)).toEqual([404, 'Sealer_ContractNotFound']);
	});

	test('which must be one, of a contract that somebody has signed', async () => {
		const { place } = await halfSigned();
		const none = await sealer.compare(admin, `${place}/signature`, { file: agreement });
		expect(codeOf(none)).toEqual([422, 'Sealer_SignatureInvalid']);
		const signerEmails = ['eve@elsewhere.test'];
		const id = idOf(await sealer.create(admin, { signerEmails }));
		const early = await sealer.compare(admin, `/contracts/${id}/compare/signature`, {
			file: hand('a hand'),
		});
		expect(codeOf(early)).toEqual([409, 'Sealer_NotSignedYet']);
	});
});

test('a picture is compared with a signature of the caller alone, whose report ends with it', async () => {
	const { key } = await person();
	const id = idOf(await sealer.addSignature(key, 'my hand'));
	const place = `/signatures/compare/${id}`;
	const asked = { file: hand('my hand'), isReported: true };
	const { body } = await sealer.compare(key, place, asked);
	expect(body).toMatchObject({ accuracy: 1, identical: true, equal: true });
	expect((await read(body['fileUrl'])).status).toBe(200);
	expect(codeOf(await sealer.compare(admin, place, asked))).toEqual([
		...[404, 'Sealer_OwnSignatureNotFound'],
	]);
	await expectEnd(key, { deleted: `/signatures/${id}`, place, asked, fileUrl: body['fileUrl'] });
});

test('a file is compared with a template, whose report ends with it', async () => {
	const id = idOf(await sealer.template(admin, 'Form'));
	const place = `/templates/compare/${id}`;
	const asked = { file: { text: 'The parties agree?\n', name: 'a.txt' }, isReported: true };
	const { body } = await sealer.compare(admin, place, asked);
	expect(body).toMatchObject({ outcome: 'different', equal: false, changed: 1 });
	const { key } = await person();
	expect(codeOf(await sealer.compare(key, place, asked))).toEqual([403, 'Auth_RoleMissing']);
	await expectEnd(admin, { deleted: `/templates/${id}`, place, asked, fileUrl: body['fileUrl'] });
});

/** What was compared with is deleted: nothing is compared with it any more, and its report is gone. */
async function expectEnd(
	key: string,
	ended: {
		readonly deleted: string;
		readonly place: string;
		readonly asked: Parameters<SealerClient['compare']>[2];
		readonly fileUrl: unknown;
	},
): Promise<void> {
	const erased = async () => {
		const { database } = running.service;
		const rows = await database.selectFrom('diff_reports').select('erased_at').execute();
		return rows.filter(({ erased_at }) => erased_at !== null).length;
	};
	const before = await erased();
	expect(await sealer.remove(key, ended.deleted)).toEqual([204, undefined]);
	expect(codeOf(await sealer.compare(key, ended.place, ended.asked))).toEqual([
		...[409, 'Sealer_Deleted'],
	]);
	const report = await read(ended.fileUrl);
	expect([report.status, report.text.includes('was revoked')]).toEqual([410, true]);
	await until(async () => (await erased()) > before || undefined);
}
