/**
 * A fleet in rounds: while everything is used, one of its four programs is killed and started again.
 * What either of two answered the other shows at once, nothing is lost, and nothing happens twice.
 */
import { storage } from '../../service/commands/storage';
import { at } from '../../server/at';
import { startLoad, type Load } from '../exchange/rounds/load';
import { Patience } from '../exchange/rounds/patience';
import { expectSound } from '../exchange/rounds/rounds';
import { standing } from '../exchange/rounds/standing';
import { randomOf } from '../exchange/support/random';
import { Witness } from '../service/log/kill-rounds';
import { verified } from '../service/verification/filled-service';
import { send, until } from '../support/clients/requests';
import type { ProgramProcess } from '../support/programs/program-process';
import { runCommand } from '../support/programs/run-command';
import { startServiceLoad, type ServiceLoad } from '../support/programs/service-load';
import { TestDatabases } from '../support/servers/databases';
import { startFleet, type Fleet } from './fleet';
import { Told } from './told';

const seed = 20_261_207;
const rounds = 5;

/** Answered by each kind before a program is killed, and while it is away. */
const answersPerRound = 10;

/** Several times what it takes on a machine that does nothing else. */
const everythingMsMax = 540_000;

/** Of each of the people who use the service, so that there is not too much to look at in the end. */
const pauseMs = 100;

/** Longer than the day after which who has not signed is reminded. */
const roundAheadMs = 25 * 3_600_000;

/** Contracts of which each is reminded in every round, and of which each ends after two. */
const waitingCount = 3;

const wrongKeysMax = 60;

const databases = new TestDatabases();
let fleet: Fleet;

beforeAll(async () => {
	fleet = await startFleet(databases);
}, 120_000);

afterAll(async () => {
	await fleet.close();
	await databases.close();
});

/** Each once before any comes again. */
function drawn(random: (below: number) => number): readonly ProgramProcess[] {
	const left: ProgramProcess[] = [];
	return Array.from({ length: rounds }, () => {
		if (left.length === 0) left.push(...fleet.services, ...fleet.exchange.apis);
		return at(left.splice(random(left.length), 1), 0);
	});
}

async function addWaiting(): Promise<void> {
	const { url, organisation } = fleet.tracker;
	for (let number = 0; number < waitingCount; number += 1) {
		for (const [name, field, value] of [
			['slow', 'reminderDays', '1'],
			['late', 'expiresInDays', '2'],
		] as const) {
			const answer = await send({
				method: 'POST',
				url: `${url}/sealer/${organisation.products.Sealer}/contracts`,
				headers: { 'x-api-key': organisation.admin.key },
				form: [
					{ name: 'file', fileName: 'agreement.txt', content: 'The parties agree.\n' },
					{ name: 'displayName', value: `Waits for ${name} ${number}` },
					{ name: 'signerEmails', value: `${name}-${number}@signers.test` },
					{ name: field, value },
				],
			});
			expect(answer.status).toBe(201);
		}
	}
}

/** Mails of one kind, each counted once however often it came. */
const mailsAbout = (words: RegExp) =>
	new Map(
		fleet.smtp.received
			.filter(({ mail }) => words.test(mail.subject ?? ''))
			.map((received) => [received.mail.messageId ?? '', received]),
	);

const reminders = () => mailsAbout(/^Reminder: .*Waits for slow/).size;

async function playRounds(
	{ load, serviceLoad }: { readonly load: Load; readonly serviceLoad: ServiceLoad },
	witness: Witness,
	patience: Patience,
): Promise<void> {
	const more = () => Promise.all([load.more(answersPerRound), serviceLoad.more(answersPerRound)]);
	for (const [index, program] of drawn(randomOf(seed)).entries()) {
		const round = index + 1;
		await patience.within(`the load before round ${round}`, more);
		fleet.clock.set(round * roundAheadMs, fleet.services);
		// Else what is uploaded just then would seem a day old, and be left to an operator.
		await patience.within(`what was under way in round ${round}`, () => eachGrows(serviceLoad));
		await program.kill();
		await patience.within(`the load in round ${round}`, more);
		for (let look = 0; look < 4; look += 1) await witness.look();
		await patience.within(`the start in round ${round}`, () => program.start());
		await patience.within(`the reminders of round ${round}`, () =>
			until(() => Promise.resolve(reminders() >= round * waitingCount || undefined)),
		);
		for (let look = 0; look < 4; look += 1) await witness.look();
	}
}

/** Resolves when everybody has got one answer more. */
async function eachGrows(serviceLoad: ServiceLoad): Promise<void> {
	const sizes = () => Object.values(serviceLoad.acknowledged()).map(({ size }) => size);
	const before = sizes();
	await until(() =>
		Promise.resolve(sizes().every((size, index) => size > at(before, index)) || undefined),
	);
}

/** As many of each as were acknowledged: of what was sent again there is one. */
async function expectNothingTwice(serviceLoad: ServiceLoad): Promise<void> {
	const { database } = fleet.several;
	const { uploads, documents, contracts, signed, transfers } = serviceLoad.acknowledged();
	const rows = async (table: 'stored_files' | 'contracts' | 'keeper_files' | 'keeper_versions') =>
		(await database.selectFrom(table).select('id').execute()).length;
	expect(await rows('stored_files')).toBe(uploads.size);
	expect(await rows('keeper_files')).toBe(documents.size);
	expect(await rows('keeper_versions')).toBe(2 * documents.size);
	expect(await rows('contracts')).toBe(contracts.size + signed.size + 2 * waitingCount);
	const moved = await database
		.selectFrom('asset_transactions')
		.innerJoin('assets', 'assets.id', 'asset_transactions.asset_id')
		.select('asset_transactions.id')
		.where('assets.name', '=', 'Loyalty point')
		.where('asset_transactions.kind', '=', 'transfer')
		.execute();
	expect(new Set(moved.map(({ id }) => id))).toEqual(new Set(transfers));
	await until(async () => {
		const seals = database.selectFrom('contract_seals').select('contract_id');
		const open = await seals.where('object_id', 'is', null).executeTakeFirst();
		return open === undefined || undefined;
	});
}

async function expectMails(serviceLoad: ServiceLoad): Promise<void> {
	const { several, smtp } = fleet;
	await until(async () => {
		const query = several.database.selectFrom('mails').select('id').where('sent_at', 'is', null);
		return (await query.executeTakeFirst()) === undefined || undefined;
	});
	const rows = await several.database.selectFrom('mails').select('id').execute();
	expect(mailsAbout(/./).size).toBe(rows.length);
	expect(reminders()).toBe(rounds * waitingCount);
	// About anything else nobody is mailed twice.
	const others = [...mailsAbout(/^(?!Reminder)/).values()];
	const told = others.map(({ mail, recipients }) => `${mail.subject} to ${recipients.join()}`);
	expect(told.filter((one, index) => told.indexOf(one) !== index)).toEqual([]);
	const addressed = smtp.recipients().map((recipient) => `To: ${recipient}`);
	expect(await serviceLoad.lost(serviceLoad.acknowledged(), addressed.join('\n'))).toEqual([]);
}

/** Whoever is refused by one after too many wrong keys is refused by the other before as many more. */
async function expectOneLimit([one = '', other = '']: readonly string[], path: string) {
	const headers = { 'x-api-key': 'w'.repeat(43), 'x-forwarded-for': '203.0.113.7' };
	const untilRefused = async (url: string) => {
		let passed = 0;
		await until(async () => {
			const { status } = await send({ method: 'GET', url: url + path, headers });
			if (status === 401) passed += 1;
			return status === 429 || undefined;
		});
		return passed;
	};
	const atOne = await untilRefused(one);
	const atOther = await untilRefused(other);
	expect(atOne).toBe(wrongKeysMax);
	expect(atOther).toBeLessThan(wrongKeysMax);
}

async function expectSoundService(): Promise<void> {
	const { several } = fleet;
	const { dataFolder } = at(several.parts, 0);
	const { databaseUrl } = several;
	expect(await verified({ dataFolder, databaseUrl })).toMatchObject({ code: 0, findings: [] });
	await until(async () => {
		const objects = several.database.selectFrom('storage_objects').select('id');
		const staged = await objects.where('state', '=', 'STAGED').executeTakeFirst();
		return staged === undefined || undefined;
	});
	await Promise.all(several.parts.map(({ process }) => process.end()));
	const environment = { SEALKEEPER_DATA: dataFolder, DATABASE_URL: databaseUrl };
	const buckets = { BUCKETS: fleet.buckets };
	const checked = await runCommand(storage, ['fsck'], { ...environment, ...buckets });
	const findings = checked.output.split('\n').filter((line) => line.includes('"finding"'));
	expect({ ...checked, findings }).toMatchObject({ findings: [], code: 0, complaint: '' });
}

test(`programs that are killed one after the other lose and double nothing, seed ${seed}`, async () => {
	const { tracker, several, exchangeUrl } = fleet;
	const processUrls = several.parts.map(({ url }) => url);
	const told = [
		await Told.begin(tracker.url, tracker.organisation.admin),
		await Told.begin(exchangeUrl, at(fleet.traders, 0)),
	];
	const witness = new Witness(tracker.url);
	const receiver = at(several.users, 1);
	await addWaiting();
	const serviceLoad = await startServiceLoad({ ...tracker, receiver, processUrls, pauseMs });
	const load = startLoad([exchangeUrl], fleet.traders, seed);
	const patience = new Patience({ allMsMax: everythingMsMax }, () => standing(fleet, load));
	try {
		await playRounds({ load, serviceLoad }, witness, patience);
		await patience.within('the end of the load', () =>
			Promise.all([load.stop(), serviceLoad.stop()]),
		);
		await expectSound({ stage: fleet, load }, patience);
		await patience.within('all seals', () => expectNothingTwice(serviceLoad));
		await patience.within('all mails', () => expectMails(serviceLoad));
		const judged = [];
		for (const one of told) judged.push(await patience.within('all events', () => one.judged()));
		const { events } = at(judged, 0);
		const subjects = (wanted: string) =>
			events.filter(({ type }) => type === wanted).map(({ subject }) => subject);
		expect(subjects('contract.expired')).toHaveLength(waitingCount);
		expect(subjects('contract.completed').sort()).toEqual(
			[...serviceLoad.acknowledged().signed].sort(),
		);
		expect(serviceLoad.shown()).toBeGreaterThan(0);
		await expectOneLimit(processUrls, '/users/self');
		await expectOneLimit(fleet.exchangeUrls, '/account');
		const { vkey } = (await send({ method: 'GET', url: `${tracker.url}/log` })).json() as {
			readonly vkey: string;
		};
		const { witnessed, contradictions } = await witness.judged(vkey);
		expect(contradictions).toEqual([]);
		expect(witnessed.length).toBeGreaterThan(rounds);
	} finally {
		load.abandon();
		for (const one of told) await one.end();
	}
	await expectSoundService();
}, 600_000);
