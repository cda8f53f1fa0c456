/**
 * Once everybody has signed, a mail in the language of the contract brings the sealed file: with it, or
 * behind a link where it is too large, which works for a month and is guessed as seldom as a key.
 */
import fs from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { MovableClock } from '../../support/clocks/movable-clock';
import { startService, type RunningService } from '../../support/programs/service';
import { mailsAbout, SealerClient, type FileToSend } from '../contracts/sealer-client';

const dayMs = 24 * 60 * 60 * 1000;
const clock = new MovableClock();
const signer = 'ben@signers.test';

let running: RunningService;
let sealer: SealerClient;
let admin: string;

beforeAll(async () => {
	running = await startService({ clock, config: { mailAttachmentMebibytesMax: 1 } });
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
});

afterAll(() => running.close());

/** A contract everybody has signed and that is sealed. */
async function signed(displayName: string, file: FileToSend, more = {}): Promise<string> {
	const { body } = await sealer.create(admin, {
		...{ displayName, file, signerEmails: [signer], more },
	});
	const [mail] = await mailsAbout(running, displayName);
	const token = mail?.link.split('/').at(-1) ?? '';
	const signature = { text: 'a hand', name: 'hand.png' };
	const { status } = await sealer.signByLink(token, { signature });
	expect(status).toBe(200);
	await running.service.sealed();
	return String(body['id']);
}

async function sealedFile(id: string): Promise<Buffer> {
	const address = `${sealer.url}/contracts/${id}/sealed`;
	const answer = await fetch(address, { headers: { 'x-api-key': admin } });
	expect(answer.status).toBe(200);
	return Buffer.from(await answer.arrayBuffer());
}

/** The mails in the outbox whose subject names it, as files. */
async function mailFiles(name: string) {
	await running.service.mailsDelivered();
	const folder = path.join(running.dataFolder, 'outbox');
	const all = fs.readdirSync(folder).map((file) => fs.readFileSync(path.join(folder, file)));
	const mails = await Promise.all(all.map((bytes) => PostalMime.parse(bytes)));
	return mails.filter(({ subject }) => subject?.includes(name));
}

const terms = { text: 'The parties agree.\n', name: 'Vertrag.txt' };

test('everybody gets the sealed file with the mail, in the language of the contract and its zone', async () => {
	const id = await signed('Mietvertrag', terms, { language: 'German', timeZone: 'Europe/Berlin' });
	const file = await sealedFile(id);
	const mails = await mailFiles('Mietvertrag');
	expect(mails.map(({ subject }) => subject).sort()).toEqual([
		'Bitte unterschreiben: „Mietvertrag“',
		...Array.from({ length: 2 }, () => 'Von allen unterschrieben: „Mietvertrag“'),
	]);
	const asked = mails.find(({ subject }) => subject?.startsWith('Bitte'));
	expect(asked?.text).toMatch(/Er gilt bis 20\. Dezember 2026 um 13:00 MEZ \(Europe\/Berlin\)/);
	const told = mails.filter(({ attachments }) => attachments.length > 0);
	expect(told.map(({ to }) => to?.[0]?.address).sort()).toEqual(
		[running.organisation.admin.email, signer].sort(),
	);
	for (const { attachments } of told) {
		const [attached] = attachments;
		expect(attached?.filename).toMatch(/^Vertrag.*\.zip$/);
		expect(Buffer.from(attached?.content as ArrayBuffer)).toEqual(file);
	}
	const { body } = await sealer.get(admin, `/contracts/${id}`);
	expect(body).toMatchObject({ language: 'German', timeZone: 'Europe/Berlin' });
});

test('a file too large for a mail is fetched by a link, for a month', async () => {
	const large = Array.from({ length: 60_000 }, (_, line) => `${line} ${(line * 7919) ** 3}`).join();
	const id = await signed('Long lease', { text: large, name: 'long.txt' });
	const file = await sealedFile(id);
	expect(file.length).toBeGreaterThan(0);
	const mails = await mailFiles('Signed by everybody: "Long lease"');
	const links = mails.map(({ text }) => /http\S+\/sealed\/[\w-]+/.exec(text ?? '')?.[0] ?? '');
	expect([links.length, mails.flatMap(({ attachments }) => attachments)]).toEqual([2, []]);
	const [link = ''] = links;
	const answer = await fetch(link);
	expect(Buffer.from(await answer.arrayBuffer())).toEqual(file);
	expect(answer.headers.get('content-disposition')).toContain('attachment');
	expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
	expect((await fetch(`${link}x`)).status).toBe(404);
	expect(running.log()).not.toContain(link.split('/').at(-1));
	clock.pass(31 * dayMs);
	expect((await fetch(link)).status).toBe(410);
});

test('a contract that was signed as it was created is told of to nobody', async () => {
	const contract = { displayName: 'At once', signerEmails: [signer] };
	const { status } = await sealer.create(admin, { ...contract, signatures: [{ text: 'a hand' }] });
	await running.service.sealed();
	expect([status, await mailFiles('At once')]).toEqual([201, []]);
});

test.each(['Mars/Olympus', '+01:00'])('%s is refused for a time zone', async (timeZone) => {
	const contract = { displayName: 'Nowhere', signerEmails: [signer], more: { timeZone } };
	const { status, body } = await sealer.create(admin, contract);
	expect([status, body['message']]).toEqual([
		400,
		expect.stringContaining('must be the name of a time zone, such as Europe/Berlin'),
	]);
});
