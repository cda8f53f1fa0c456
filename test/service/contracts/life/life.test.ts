/**
 * The life of a contract over HTTP: order and roles, declining, cancelling, reminders and its end, what
 * two do at one moment, and the trail all of it leaves in the log.
 */
import { sql } from 'kysely';
import { isPostgres } from '../../../../server/database/database';
import { revokeLinksOf, signingRequest } from '../../../../service/contracts/links/sign-link';
import { lockContract } from '../../../../service/contracts/record/standing';
import type { Transaction } from '../../../../service/database/database';
import { MovableClock } from '../../../support/clocks/movable-clock';
import { startService, type RunningService } from '../../../support/programs/service';
import { until } from '../../../support/clients/requests';
import { verified } from '../../verification/filled-service';
import { mailsAbout, SealerClient, type Answer, type ContractToSend } from '../sealer-client';

const dayMs = 24 * 60 * 60 * 1000;
const clock = new MovableClock();
let running: RunningService;
let sealer: SealerClient;
let admin: string;
let named = 0;

beforeAll(async () => {
	running = await startService({ clock });
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
});

afterAll(() => running.close());

describe('a contract is handed over', () => {
	const over = (key: string, id: string, email: string) =>
		sealer.step(key, id, 'hand-over', { email });

	test('to a colleague, who is told, asks in the mails and is told how it ends', async () => {
		const eve = await running.addUser(`eve${(named += 1)}@first.test`, ['SealerAdmin']);
		const contract = await created(1);
		const { status, body } = await over(admin, contract.id, eve.email.toUpperCase());
		expect([status, body['handlerEmail'], body['ownerEmail']]).toEqual([
			200,
			eve.email,
			running.organisation.admin.email,
		]);
		// The same once more changes nothing.
		await over(eve.key, contract.id, eve.email);
		const [guest = ''] = contract.emails;
		const token = await contract.token(guest);
		expect((await sealer.request(token)).body['ownerEmail']).toBe(eve.email);
		await sealer.signByLink(token, { signature: hand });
		const told = async () =>
			(await contract.mails()).filter((mail) => mail.endsWith(`> ${eve.email}`));
		await until(async () => ((await told()).length === 2 ? true : undefined));
		expect(await told()).toEqual([
			`Signed by everybody: "${contract.name}" > ${eve.email}`,
			`Yours to look after: "${contract.name}" > ${eve.email}`,
		]);
		const { email: owner } = running.organisation.admin;
		expect((await contract.mails()).some((mail) => mail.endsWith(`> ${owner}`))).toBe(false);
		const steps = await sealer.list(admin, `/contracts/${contract.id}/events`);
		expect(steps.filter(({ kind }) => kind === 'HandedOver')).toMatchObject([
			{ actorEmail: owner, detail: eve.email },
		]);
		expect((await over(admin, contract.id, eve.email)).body['errorCode']).toBe(
			'Sealer_ContractSigned',
		);
	});

	test('to nobody else: a stranger, another organisation, who sends none, who is disabled', async () => {
		const signer = await running.addUser(`signer${(named += 1)}@first.test`, ['SealerUser']);
		const gone = await running.addUser(`gone${(named += 1)}@first.test`, ['SealerAdmin']);
		await running.service.database
			.updateTable('users')
			.set({ disabled_at: '2026-01-01T00:00:00.000Z' })
			.where('email', '=', gone.email)
			.execute();
		const { id } = await created(1);
		const foreign = running.other.admin.email;
		for (const email of ['zoe@else.test', foreign, signer.email, gone.email]) {
			const { status, body } = await over(admin, id, email);
			expect([status, body['errorCode']]).toEqual([422, 'Sealer_NotAColleague']);
		}
		expect((await over(running.other.admin.key, id, foreign)).status).toBe(404);
		expect((await over(signer.key, id, signer.email)).status).toBe(403);
	});
});

const hand = { text: 'a hand', name: 'hand.png' };

interface Created {
	readonly id: string;
	readonly name: string;
	readonly emails: readonly string[];
	/** The subjects of the mails about it, each with whom it went to. */
	mails(): Promise<readonly string[]>;
	/** The token of the newest link mailed to a signer. */
	token(email: string | undefined): Promise<string>;
	state(): Promise<Answer['body']>;
}

type More = NonNullable<ContractToSend['more']>;

/** A contract of that many signers, who have no accounts. */
async function created(count: number, more: More = {}, displayName?: string): Promise<Created> {
	const name = displayName ?? `Lease ${(named += 1)}`;
	const emails = Array.from({ length: count }, (_, index) => `guest${index}.${named}@else.test`);
	const { status, body } = await sealer.create(admin, {
		...{ displayName: name, signerEmails: emails, more },
	});
	expect({ status, body }).toMatchObject({ status: 201 });
	const id = String(body['id']);
	const all = () => mailsAbout(running, name);
	return {
		...{ id, name, emails },
		mails: async () => (await all()).map(({ to, subject }) => `${subject} > ${to}`).sort(),
		async token(email) {
			const links = (await all()).filter(({ to, link }) => to === email && link !== '');
			return links.at(-1)?.link.split('/').at(-1) ?? '';
		},
		state: async () => (await sealer.get(admin, `/contracts/${id}`)).body,
	};
}

async function sign(token: string): Promise<number> {
	return (await sealer.signByLink(token, { signature: hand })).status;
}

const statesOf = (body: Answer['body']) =>
	(body['signers'] as { readonly state: string }[]).map(({ state }) => state).join();

/** Sessions of PostgreSQL that wait for a lock. */
async function waiters(transaction: Transaction): Promise<number> {
	const { rows } = await sql<{ readonly count: string }>`
		select count(*) as count from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock'`.execute(transaction);
	return Number(rows[0]?.count);
}

async function kindsOf({ id }: Created): Promise<string> {
	const events = await sealer.list(admin, `/contracts/${id}/events`);
	return events.map(({ kind }) => String(kind)).join();
}

const codeOf = ({ status, body }: Answer) => [status, body['errorCode']];

describe('the order of signers and their roles', () => {
	test('asks one after the other, takes an approval without a signature, and tells who gets a copy', async () => {
		const contract = await created(3, {
			signingOrder: 'Sequential',
			signerRoles: ['Signer', 'Approver', 'CopyRecipient'],
			signatureRequestMessage: 'Please read page 2.\n<b>Twice</b>.',
		});
		const [first, second, third] = contract.emails;
		const { name } = contract;
		const shown = `For you to read: "${name}" > ${third}`;
		expect(await contract.mails()).toEqual([shown, `Please sign "${name}" > ${first}`]);
		expect(statesOf(await contract.state())).toBe('Asked,Waiting,Copy');
		const asked = (await mailsAbout(running, name)).find(({ to }) => to === first);
		expect(asked?.text).toContain('> Please read page 2.\n> <b>Twice</b>.');
		expect(asked?.html).toContain('&lt;b&gt;Twice&lt;/b&gt;');

		expect(await sign(await contract.token(first))).toBe(200);
		const approve = `Please approve "${name}" > ${second}`;
		expect(await contract.mails()).toContain(approve);
		expect(statesOf(await contract.state())).toBe('Signed,Asked,Copy');
		const approval = await sealer.sign(await contract.token(second), contract.id, {});
		expect([approval.status, approval.body['contractStatus']]).toEqual([200, 'Signed']);
		expect(statesOf(await contract.state())).toBe('Signed,Approved,Copy');
		const told = [running.organisation.admin.email, first, second, third];
		await running.service.sealed();
		expect(await contract.mails()).toEqual(
			[shown, `Please sign "${name}" > ${first}`, approve]
				.concat(told.map((address) => `Signed by everybody: "${name}" > ${address}`))
				.sort(),
		);
		expect(await kindsOf(contract)).toBe('Created,Sent,Sent,Signed,Sent,Approved,Completed');
	});

	test('lets who gets a copy read and follow it by a link, and neither sign nor decline', async () => {
		const contract = await created(2, { signerRoles: ['Signer', 'CopyRecipient'] });
		const [signer, reader] = contract.emails;
		const token = await contract.token(reader);
		expect(token).toMatch(/^[\w-]{43}$/);
		expect(await opened(token)).toMatchObject({
			...{ linkStatus: 'Open', role: 'CopyRecipient', state: 'Copy', contractStatus: 'Unsigned' },
			...{
				signers: [{ state: 'Asked' }, { state: 'Copy' }],
				files: [{ fileName: 'agreement.txt' }],
			},
		});
		expect(await opened(token)).not.toHaveProperty('consent');
		const file = await fetch(`${running.url}/signing/${token}/file`);
		expect([file.status, await file.text()]).toEqual([200, 'The parties agree.\n']);
		const none = await fetch(`${running.url}/signing/${token}/last-signature`);
		expect(none.status).toBe(422);
		expect(await sign(token)).toBe(403);
		const url = `${running.url}/signing/${token}/decline`;
		const headers = { 'content-type': 'application/json' };
		const declined = await fetch(url, { method: 'POST', headers, body: '{"reason": "No."}' });
		expect(declined.status).toBe(403);
		const asKey = await sealer.sign(token, contract.id, { signature: hand });
		expect(codeOf(asKey)).toEqual([401, 'Auth_KeyInvalid']);

		expect(await sign(await contract.token(signer))).toBe(200);
		await running.service.sealed();
		expect(await opened(token)).toMatchObject({
			contractStatus: 'Signed',
			seal: { status: 'Sealed' },
		});
		const newer = await contract.token(reader);
		expect(newer).not.toBe(token);
		clock.pass(29 * dayMs);
		const sealed = await fetch(`${running.url}/signing/${newer}/sealed`);
		expect(sealed.status).toBe(200);
		await sealed.arrayBuffer();
		clock.pass(2 * dayMs);
		expect(await opened(newer)).toMatchObject({ linkStatus: 'Expired' });
		expect((await verified(running)).findings).toEqual([]);
	});

	test('ends the link of who gets a copy as every other, and sends it anew', async () => {
		const contract = await created(2, { signerRoles: ['Signer', 'CopyRecipient'] });
		const [, reader] = contract.emails;
		const token = await contract.token(reader);
		const resent = await sealer.step(admin, contract.id, 'resend', { signerEmail: reader });
		expect(resent.status).toBe(200);
		expect(await opened(token)).toMatchObject({ linkStatus: 'Replaced' });
		const newer = await contract.token(reader);
		expect(await opened(newer)).toMatchObject({ linkStatus: 'Open', state: 'Copy' });
		expect((await sealer.step(admin, contract.id, 'cancel', { reason: 'Not yet.' })).status).toBe(
			200,
		);
		expect(await opened(newer)).toMatchObject({ linkStatus: 'Ended', reasonText: 'Not yet.' });
		expect((await fetch(`${running.url}/signing/${newer}/file`)).status).toBe(409);
		expect(await contract.mails()).toContain(`Taken back: "${contract.name}" > ${reader}`);
		const late = await sealer.step(admin, contract.id, 'resend', { signerEmail: reader });
		expect(codeOf(late)).toEqual([409, 'Sealer_ContractEnded']);

		const other = await created(2, { signerRoles: ['Signer', 'CopyRecipient'] });
		const read = await other.token(other.emails[1]);
		expect(await sealer.remove(admin, `/contracts/${other.id}`)).toEqual([204, undefined]);
		expect(await opened(read)).toMatchObject({ linkStatus: 'Ended' });
	});

	test('refuses a signature out of turn, and by who gets a copy', async () => {
		const ben = await running.addUser(`ben${(named += 1)}@first.test`, ['SealerUser']);
		const cleo = await running.addUser(`cleo${(named += 1)}@first.test`, ['SealerUser']);
		const { body } = await sealer.create(admin, {
			signerEmails: ['first@else.test', ben.email, cleo.email],
			more: { signingOrder: 'Sequential', signerRoles: ['Signer', 'Signer', 'CopyRecipient'] },
		});
		const id = String(body['id']);
		const early = await sealer.sign(ben.key, id, { signature: hand });
		expect(codeOf(early)).toEqual([409, 'Sealer_NotYourTurn']);
		const copied = await sealer.sign(cleo.key, id, { signature: hand });
		expect(codeOf(copied)).toEqual([403, 'Sealer_NotASigner']);
		expect((await sealer.get(ben.key, `/contracts/${id}`)).status).toBe(200);
		const stranger = running.organisation.byRole.SealerUser.key;
		const hidden = await sealer.get(stranger, `/contracts/${id}`);
		expect(codeOf(hidden)).toEqual([404, 'Sealer_ContractNotFound']);
	});

	test.each<readonly [string, More, RegExp]>([
		['fewer roles than signers', { signerRoles: ['Signer'] }, /'signerRoles' has 1 entries/],
		['a role there is not', { signerRoles: ['Signer', 'King'] }, /'signerRoles'/],
		['an end that is over', { expires: '2020-01-01' }, /'expires' must be in the future/],
		['a message of blanks', { signatureRequestMessage: ' \n ' }, /'signatureRequestMessage'/],
		['an order there is not', { signingOrder: 'Random' }, /'signingOrder'/],
		['reminders every moment', { reminderDays: '0' }, /'reminderDays'/],
	])('refuses %s', async (_name, more, says) => {
		const signerEmails = ['one@else.test', 'two@else.test'];
		const { status, body } = await sealer.create(admin, { signerEmails, more });
		expect(status).toBe(400);
		expect(body['message']).toMatch(says);
	});
});

describe('declining and cancelling', () => {
	test('a signer without an account declines by the link, and nobody can sign any more', async () => {
		const contract = await created(3, {}, `Sale <b>evil</b> ${(named += 1)}`);
		const [first, second, third] = contract.emails;
		expect(await sign(await contract.token(first))).toBe(200);
		const token = await contract.token(second);
		const reason = 'The price\nis <i>wrong</i>.';
		const declined = await sealer.step(token, contract.id, 'decline', { reason });
		expect(declined.status).toBe(200);
		expect(await contract.state()).toMatchObject({
			...{ contractStatus: 'PartiallySigned', reason: 'Declined', reasonText: reason },
		});
		expect(statesOf(await contract.state())).toBe('Signed,Declined,Asked');
		const late = await contract.token(third);
		expect(await sign(late)).toBe(409);
		expect(await opened(late)).toMatchObject({
			...{ linkStatus: 'Ended', reason: 'Declined', reasonText: reason },
		});
		const again = await sealer.step(late, contract.id, 'decline', { reason });
		expect(codeOf(again)).toEqual([409, 'Sealer_ContractEnded']);
		const told = (await mailsAbout(running, 'Declined: "Sale <b>evil')).at(-1);
		expect(told?.text).toContain(`${second} writes:\n> The price\n> is <i>wrong</i>.`);
		expect(told?.html).not.toMatch(/<i>|<b>/);
	});

	test('a link declines no other contract', async () => {
		const [one, other] = [await created(1), await created(1)];
		const token = await one.token(one.emails[0]);
		const answer = await sealer.step(token, other.id, 'decline', { reason: 'No.' });
		expect(codeOf(answer)).toEqual([404, 'Sealer_ContractNotFound']);
		expect((await other.state())['reason']).toBeUndefined();
	});

	test('who was asked is told that it was taken back, and a signed contract is not taken back', async () => {
		const contract = await created(2);
		const token = await contract.token(contract.emails[0]);
		expect((await sealer.step(admin, contract.id, 'cancel')).body['reason']).toBe('Cancelled');
		expect(await sign(token)).toBe(409);
		for (const step of ['cancel', 'remind']) {
			expect(codeOf(await sealer.step(admin, contract.id, step))).toEqual([
				...[409, 'Sealer_ContractEnded'],
			]);
		}
		const taken = contract.emails.map((email) => `Taken back: "${contract.name}" > ${email}`);
		expect(await contract.mails()).toEqual(expect.arrayContaining(taken));
		const links = await sealer.list(admin, `/contracts/${contract.id}/links`);
		expect(links.map(({ status }) => status)).toEqual(['Ended', 'Ended']);

		const signed = await created(1);
		await sign(await signed.token(signed.emails[0]));
		expect(codeOf(await sealer.step(admin, signed.id, 'cancel'))).toEqual([
			...[409, 'Sealer_ContractSigned'],
		]);
	});
});

describe('reminders, new links and the end', () => {
	test('a body of which nothing is required may be left out, and no other', async () => {
		const contract = await created(1);
		const post = async (step: string, type?: string) => {
			const url = `${sealer.url}/contracts/${contract.id}/${step}`;
			const headers = { 'x-api-key': admin, ...(type !== undefined && { 'content-type': type }) };
			return (await fetch(url, { method: 'POST', headers })).status;
		};
		expect(await post('remind')).toBe(200);
		expect(await post('remind', 'text/plain')).toBe(415);
		expect(await post('resend')).toBe(415);
	});

	test('a reminder leaves earlier links as they are, and a new link takes their place', async () => {
		const contract = await created(2);
		const [first, second] = contract.emails;
		const early = await contract.token(first);
		await sign(await contract.token(second));
		await sealer.step(admin, contract.id, 'remind');
		const reminders = (await contract.mails()).filter((mail) => mail.startsWith('Reminder'));
		expect(reminders).toEqual([`Reminder: Please sign "${contract.name}" > ${first}`]);
		expect((await opened(early))['linkStatus']).toBe('Open');

		const sent = await sealer.step(admin, contract.id, 'resend', { signerEmail: first });
		expect([sent.status, sent.body['status'], sent.body['link']]).toEqual([200, 'Open', undefined]);
		expect((await opened(early))['linkStatus']).toBe('Replaced');
		expect(await sign(early)).toBe(410);
		expect(await sign(await contract.token(first))).toBe(200);
		const done = await sealer.step(admin, contract.id, 'resend', { signerEmail: second });
		expect(codeOf(done)).toEqual([409, 'Sealer_AlreadySigned']);
		expect(await kindsOf(contract)).toBe(
			'Created,Sent,Sent,Signed,Reminded,Reissued,Signed,Completed',
		);
	});

	test('who has not signed is reminded on a schedule until the contract ends', async () => {
		const contract = await created(1, { expiresInDays: '5', reminderDays: '2' });
		const token = await contract.token(contract.emails[0]);
		const kinds: string[] = [];
		for (let day = 1; day <= 6; day += 1) {
			clock.pass(dayMs);
			await running.service.contractsLookedAt();
			await running.service.contractsLookedAt();
			kinds.push((await kindsOf(contract)).split(',').slice(2).join());
		}
		expect(kinds).toEqual([
			...['', 'Reminded', 'Reminded', 'Reminded,Reminded', 'Reminded,Reminded,Expired'],
			'Reminded,Reminded,Expired',
		]);
		expect(await contract.state()).toMatchObject({ contractStatus: 'Unsigned', reason: 'Expired' });
		expect((await opened(token))['linkStatus']).toBe('Expired');
		expect(await contract.mails()).toContain(
			`Expired: "${contract.name}" > ${running.organisation.admin.email}`,
		);
	});

	test('a contract that cannot be looked at holds up no other', async () => {
		const more = { expiresInDays: '9', reminderDays: '1' };
		const [broken, other] = [await created(1, more), await created(1, more)];
		const { database } = running.service;
		const edited = database.updateTable('contracts').where('id', '=', broken.id);
		await edited.set({ reminder_days: 10 ** 12 }).execute();
		clock.pass(dayMs);
		await running.service.contractsLookedAt();
		expect(await kindsOf(other)).toBe('Created,Sent,Reminded');
		expect(await kindsOf(broken)).toBe('Created,Sent');
		await database
			.updateTable('contracts')
			.set({ reminder_days: 1 })
			.where('id', '=', broken.id)
			.execute();
		await running.service.contractsLookedAt();
		expect(await kindsOf(broken)).toBe('Created,Sent,Reminded');
	});

	test('nobody signs after the end, looked at or not', async () => {
		const ben = await running.addUser(`ben${(named += 1)}@first.test`, ['SealerUser']);
		const { body } = await sealer.create(admin, {
			signerEmails: [ben.email],
			more: { expiresInDays: '1' },
		});
		clock.pass(dayMs);
		const late = await sealer.sign(ben.key, String(body['id']), { signature: hand });
		expect(codeOf(late)).toEqual([409, 'Sealer_ContractEnded']);
	});
});

describe('at one moment', () => {
	test('a contract is either signed or cancelled', async () => {
		for (let round = 0; round < 4; round += 1) {
			const contract = await created(1);
			const token = await contract.token(contract.emails[0]);
			const [signed, cancelled] = await Promise.all([
				sign(token),
				sealer.step(admin, contract.id, 'cancel'),
			]);
			const { contractStatus, reason } = await contract.state();
			const isSigned = contractStatus === 'Signed';
			expect([signed === 200, cancelled.status === 200, reason]).toEqual([
				...[isSigned, !isSigned, isSigned ? undefined : 'Cancelled'],
			]);
		}
	});

	test('who acts by a link and who takes it back wait for each other in one order', async () => {
		const contract = await created(1);
		const [email = ''] = contract.emails;
		const { database } = running.service;
		const request = await signingRequest({ database, clock }, await contract.token(email));
		let hasLink = false;
		const signer = async () =>
			database.transaction().execute(async (transaction) => {
				await request?.caller.requireStill(transaction);
				hasLink = true;
				await lockContract(transaction, contract.id);
			});
		let refused = Promise.resolve();
		await database.transaction().execute(async (transaction) => {
			await lockContract(transaction, contract.id);
			// Seen to at once: it may be refused before the database has told the end of this one.
			refused = expect(signer()).rejects.toMatchObject({ code: 'Auth_KeyInvalid' });
			// On SQLite it waits for the end of this one.
			if (isPostgres(database)) {
				await until(async () => (hasLink || (await waiters(transaction)) > 0 ? true : undefined));
			}
			await revokeLinksOf(transaction, clock, { contractId: contract.id, email });
		});
		await refused;
	});

	test('the last two sign, and it is complete once', async () => {
		const contract = await created(3);
		const tokens = await Promise.all(contract.emails.map((email) => contract.token(email)));
		expect(await Promise.all(tokens.map(sign))).toEqual([200, 200, 200]);
		expect(await kindsOf(contract)).toBe('Created,Sent,Sent,Sent,Signed,Signed,Signed,Completed');
	});

	test('the last two of a sequence: the second signs when it is their turn, and is asked once', async () => {
		const [ann, ben] = await Promise.all(
			['ann', 'ben'].map((name) =>
				running.addUser(`${name}${(named += 1)}@first.test`, ['SealerUser']),
			),
		);
		if (ann === undefined || ben === undefined) throw new Error('two users were added');
		const { body } = await sealer.create(admin, {
			signerEmails: [ann.email, ben.email],
			more: { signingOrder: 'Sequential' },
		});
		const id = String(body['id']);
		const [, second] = await Promise.all(
			[ann, ben].map(({ key }) => sealer.sign(key, id, { signature: hand })),
		);
		if (second?.status !== 200) {
			expect(second?.body['errorCode']).toBe('Sealer_NotYourTurn');
			expect((await sealer.sign(ben.key, id, { signature: hand })).status).toBe(200);
		}
		const events = await sealer.list(admin, `/contracts/${id}/events`);
		expect(events.map(({ kind }) => kind).join()).toBe('Created,Sent,Signed,Sent,Signed,Completed');
	});
});

test('every step names who, from where and by what, is confirmed in the log, and found when it is edited', async () => {
	const contract = await created(1);
	const headers = { 'x-api-key': admin, 'user-agent': 'Tester/1.0 \u00e9' };
	await fetch(`${sealer.url}/contracts/${contract.id}/remind`, {
		...{ method: 'POST', body: '{}' },
		headers: { ...headers, 'content-type': 'application/json' },
	});
	const reminded = await until(async () => {
		const events = await sealer.list(admin, `/contracts/${contract.id}/events`);
		const last = events.at(-1);
		return last?.['blockchainStatus'] === 'Confirmed' ? last : undefined;
	});
	expect(reminded).toEqual({
		id: expect.stringMatching(/^[0-9a-f]{24}$/),
		kind: 'Reminded',
		date: expect.stringMatching(/^\d{4}-/),
		signerEmail: contract.emails[0],
		actorEmail: running.organisation.admin.email,
		address: '127.0.0.1',
		agent: 'Tester/1.0 ?',
		blockchainStatus: 'Confirmed',
	});
	await sealer.step(admin, contract.id, 'cancel', { reason: 'true' });
	const { database } = running.service;
	const ending = database.updateTable('contract_steps').where('contract_id', '=', contract.id);
	await ending.set({ detail: 'false' }).where('kind', '=', 'Cancelled').execute();
	expect((await contract.state())['blockchainStatus']).toBe('Corrupted');
	const { code, findings } = await verified(running);
	expect([code, findings.map(({ record, id }) => [record, id])]).toEqual([
		...[1, [['contract-step', contract.id]]],
	]);
});

async function opened(token: string): Promise<Answer['body']> {
	return (await sealer.request(token)).body;
}
