/** A mail leaves the outbox once, as a file a mail program reads, and no other mail waits for it. */
import fs from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { isoTime } from '../../../server/clock';
import { FolderCarrier } from '../../../service/mail/folder-carrier';
import type { Mail } from '../../../service/mail/mail';
import { Outbox } from '../../../service/mail/outbox';
import { MovableClock } from '../../support/clocks/movable-clock';
import { openDatabaseFolder, type DatabaseFolder } from '../../support/servers/database-folder';

let place: DatabaseFolder;
let folder: string;
let faults: unknown[];
let clock: MovableClock;
let outbox: Outbox;

beforeEach(async () => {
	place = await openDatabaseFolder();
	folder = path.join(place.folder, 'outbox');
	faults = [];
	clock = new MovableClock();
	outbox = newOutbox();
});

afterEach(async () => {
	await outbox.idle();
	await place.close();
});

function newOutbox(): Outbox {
	return new Outbox({
		database: place.database,
		clock,
		carrier: new FolderCarrier(folder, { name: 'Harbour', address: 'seals@harbour.test' }),
		mailLimits: { perOrganisationMax: 1_000, perRecipientMax: 1_000 },
		onFault: (fault) => faults.push(fault),
	});
}

function mailTo(recipient: string): Mail {
	return {
		recipient,
		organisationId: 'organisation',
		subject: 'Please sign "Ünïcode"\r\nBcc: everybody@mails.test',
		text: 'Open https://service.test/sign/secret\n',
		html: '<p>Open <a href="https://service.test/sign/secret">this</a></p>',
	};
}

function add(...mails: readonly Mail[]): Promise<void> {
	return place.database.transaction().execute(async (transaction) => {
		for (const mail of mails) await outbox.add(transaction, mail);
	});
}

function rows() {
	return place.database.selectFrom('mails').selectAll().orderBy('sequence').execute();
}

function delivered(): readonly string[] {
	return fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
}

test('a mail is a file that a mail program reads', async () => {
	await add(mailTo('signer@mails.test'));
	outbox.wake();
	await outbox.idle();
	const [name = ''] = delivered();
	const mail = await PostalMime.parse(fs.readFileSync(path.join(folder, name)));
	expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-\d{9}\.eml$/);
	expect(mail.to).toEqual([{ name: '', address: 'signer@mails.test' }]);
	expect(mail.text?.trim()).toBe('Open https://service.test/sign/secret');
	expect(mail.html).toContain('<a href="https://service.test/sign/secret">');
});

test('a subject cannot add a header', async () => {
	await add(mailTo('signer@mails.test'));
	outbox.wake();
	await outbox.idle();
	const [name = ''] = delivered();
	const mail = await PostalMime.parse(fs.readFileSync(path.join(folder, name)));
	expect(mail.bcc ?? []).toEqual([]);
	expect(mail.subject).toContain('Please sign "Ünïcode"');
	expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
});

test('an address is never read as a list of addresses', async () => {
	const address = '"a,b"@mails.test';
	await add(mailTo(address));
	outbox.wake();
	await outbox.idle();
	const [name = ''] = delivered();
	const mail = await PostalMime.parse(fs.readFileSync(path.join(folder, name)));
	expect(mail.to).toHaveLength(1);
});

test('a delivered mail keeps neither its text nor its link', async () => {
	await add(mailTo('signer@mails.test'));
	outbox.wake();
	await outbox.idle();
	const [row] = await rows();
	expect(row).toMatchObject({ text_body: '', html_body: '', attempts: 1, last_error: null });
	expect(row?.sent_at).not.toBeNull();
});

test('a mail is delivered once, however often the outbox wakes', async () => {
	await add(mailTo('signer@mails.test'));
	outbox.wake();
	outbox.wake();
	await outbox.idle();
	const before = delivered();
	outbox.wake();
	await outbox.idle();
	expect(before).toHaveLength(1);
	expect(delivered()).toEqual(before);
});

test('a mail of a transaction that is rolled back is never sent', async () => {
	const failing = place.database.transaction().execute(async (transaction) => {
		await outbox.add(transaction, mailTo('signer@mails.test'));
		throw new Error('the contract was refused');
	});
	await expect(failing).rejects.toThrow('refused');
	outbox.wake();
	await outbox.idle();
	expect(delivered()).toEqual([]);
});

test('mails that waited when the process ended are delivered by the next one', async () => {
	await add(mailTo('first@mails.test'), mailTo('second@mails.test'));
	const next = newOutbox();
	next.wake();
	await next.idle();
	expect(delivered()).toHaveLength(2);
});

test('a second delivery after a crash replaces the first file', async () => {
	await add(mailTo('signer@mails.test'));
	outbox.wake();
	await outbox.idle();
	const before = delivered();
	await place.database
		.updateTable('mails')
		.set({ sent_at: null, text_body: 'x', next_at: isoTime(clock) })
		.execute();
	const next = newOutbox();
	next.wake();
	await next.idle();
	expect(delivered()).toEqual(before);
});

describe('a mail that cannot be delivered', () => {
	/** A folder in the place of the file makes the last step of a delivery fail. */
	async function blockFirst(): Promise<string> {
		const [row] = await rows();
		if (row === undefined) throw new Error('there is no mail to block');
		const name = `${row.created_at.replace(/[:.]/g, '-')}-${String(row.sequence).padStart(9, '0')}.eml`;
		const blocked = path.join(folder, name);
		fs.mkdirSync(path.join(blocked, 'inside'), { recursive: true });
		return blocked;
	}

	test('holds up no other, and says why it waits', async () => {
		await add(mailTo('blocked@mails.test'), mailTo('free@mails.test'));
		await blockFirst();
		outbox.wake();
		await outbox.idle();
		const [blocked, free] = await rows();
		expect(free?.sent_at).not.toBeNull();
		expect(blocked).toMatchObject({ sent_at: null, attempts: 1 });
		expect(blocked?.last_error).toMatch(/EISDIR|ENOTEMPTY|EEXIST|directory/i);
		expect(faults).toHaveLength(1);
	});

	test('is tried again after a pause', async () => {
		await add(mailTo('blocked@mails.test'));
		const blocked = await blockFirst();
		outbox.wake();
		await outbox.idle();
		fs.rmSync(blocked, { recursive: true });
		clock.pass(2_000);
		outbox.wake();
		await outbox.idle();
		const [row] = await rows();
		expect(row).toMatchObject({ attempts: 2, last_error: null });
		expect(fs.statSync(blocked).isFile()).toBe(true);
	});
});
