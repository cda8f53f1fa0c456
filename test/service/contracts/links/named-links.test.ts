/**
 * Replies name the links that sign where a product is set so, to who created the contract and nobody else,
 * while a signer is waited for; elsewhere a token exists in its mail alone.
 */
import { storage } from '../../../../service/commands/storage';
import { runCommand } from '../../../support/programs/run-command';
import { startService, type RunningService } from '../../../support/programs/service';
import { mailsAbout, SealerClient, type Answer } from '../sealer-client';

/** The second has a key as well. */
const signerEmails = ['ann@signers.test', 'only-SealerUser@first.test'];

let running: RunningService;
let sealer: SealerClient;
let admin: string;

beforeAll(async () => {
	running = await startService();
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
});

afterAll(() => running.close());

function nameLinks(isNamed: boolean): Promise<boolean> {
	const { accounts } = running.service;
	return accounts.setNamesLinks(running.organisation.products.Sealer, isNamed);
}

async function created(displayName: string, more = {}): Promise<Answer['body']> {
	const { status, body } = await sealer.create(admin, { displayName, signerEmails, more });
	expect(status).toBe(201);
	return body;
}

const linksOf = (body: Answer['body']) =>
	(body['signers'] as { readonly link?: string }[]).map(({ link }) => link);

async function shown(id: unknown, key = admin): Promise<readonly (string | undefined)[]> {
	return linksOf((await sealer.get(key, `/contracts/${String(id)}`)).body);
}

async function mailed(displayName: string): Promise<readonly string[]> {
	const mails = await mailsAbout(running, displayName);
	return signerEmails.map((email) => mails.findLast(({ to }) => to === email)?.link ?? '');
}

const none = [undefined, undefined];

test('as a product comes, no reply names a link, and nothing that is kept holds one', async () => {
	const body = await created('Silent');
	expect([linksOf(body), await shown(body['id'])]).toEqual([none, none]);
	const kept = await running.service.database
		.selectFrom('sign_links')
		.select(['wrapped_token', 'master_key_id'])
		.execute();
	expect(kept).toEqual(kept.map(() => ({ wrapped_token: null, master_key_id: null })));
});

describe('of a product that names links', () => {
	beforeAll(() => nameLinks(true));
	afterAll(() => nameLinks(false));

	test('who created a contract is told those its signers were mailed, and nobody else is', async () => {
		const body = await created('Named');
		const links = linksOf(body);
		expect(links).toEqual(await mailed('Named'));
		expect(await shown(body['id'])).toEqual(links);
		const { SealerAdmin, SealerUser } = running.organisation.byRole;
		expect(await shown(body['id'], SealerAdmin.key)).toEqual(none);
		expect(await shown(body['id'], SealerUser.key)).toEqual(none);
		const rows = await running.service.database.selectFrom('sign_links').selectAll().execute();
		for (const link of links) {
			const token = link?.split('/').at(-1) ?? '';
			const hex = Buffer.from(token, 'base64url').toString('hex');
			expect(JSON.stringify(rows)).not.toContain(token);
			expect(JSON.stringify(rows)).not.toContain(hex);
		}
	});

	test('a link signs, and only whose turn it is has one', async () => {
		const { id, ...body } = await created('In order', { signingOrder: 'Sequential' });
		const [first = ''] = linksOf(body);
		expect(linksOf(body)).toEqual([first, undefined]);
		const signature = { text: 'a hand', name: 'hand.png' };
		const token = first.split('/').at(-1) ?? '';
		expect((await sealer.signByLink(token, { signature })).status).toBe(200);
		const [done, second] = await shown(id);
		expect([done, second]).toEqual([undefined, (await mailed('In order'))[1]]);
	});

	test('a link sent again takes the place of the one before, and none is named of what has ended', async () => {
		const { id, ...body } = await created('Again');
		const [before] = linksOf(body);
		const json = { signerEmail: signerEmails[0] };
		const { link } = (await sealer.step(admin, String(id), 'resend', json)).body;
		expect(link).not.toBe(before);
		expect((await shown(id))[0]).toBe(link);
		await sealer.step(admin, String(id), 'cancel');
		expect(await shown(id)).toEqual(none);
	});

	test('a new master key opens the links that were kept under the one before', async () => {
		const body = await created('Rotated');
		const before = linksOf(body);
		await running.service.close();
		const { dataFolder, databaseUrl = '' } = running;
		const environment = { SEALKEEPER_DATA: dataFolder, DATABASE_URL: databaseUrl };
		expect(await runCommand(storage, ['rotate-key'], environment)).toMatchObject({ code: 0 });
		await running.restart();
		expect(before).not.toEqual(none);
		expect(await shown(body['id'])).toEqual(before);
	});

	test('none is named any more once that is set', async () => {
		const { id } = await created('Later');
		await nameLinks(false);
		expect(await shown(id)).toEqual(none);
		await nameLinks(true);
	});
});
