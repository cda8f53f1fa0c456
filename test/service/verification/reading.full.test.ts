/** A record whose row was edited is shown as Corrupted at its next reading, and nothing is done with it. */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { isPostgres } from '../../../server/database/database';
import type { Answer } from '../../support/clients/requests';
import { send } from '../../support/clients/requests';
import { unchecked } from '../../support/hostile/unchecked';
import { FilledService } from './filled-service';

let filled: FilledService;
let database: Kysely<never>;
let products: Readonly<Record<'Tracker' | 'Sealer' | 'Keeper', string>>;

beforeEach(async () => {
	filled = await FilledService.start();
	database = filled.running.service.database as unknown as Kysely<never>;
	products = filled.running.organisation.products;
});

afterEach(() => filled.running.close());

async function statuses(location: string): Promise<ReadonlySet<unknown>> {
	const records = (await filled.list(location)).json() as { blockchainStatus?: string }[];
	return new Set(records.map(({ blockchainStatus }) => blockchainStatus));
}

function run(text: string): Promise<void> {
	return unchecked(database, (connection) => sql.raw(text).execute(connection));
}

const code = (answer: Answer) => [
	answer.status,
	(answer.json() as { errorCode?: string }).errorCode,
];

const refused = [409, 'Core_RecordCorrupted'];

test('names, amounts and balances at the tracker, and none of them moves', async () => {
	const { assetId, tracker, running } = filled;
	const { admin, byRole } = running.organisation;
	const assets = `/tracker/${products.Tracker}/assets`;
	const movements = `${assets}/${assetId}/transactions`;
	const balances = `/tracker/${products.Tracker}/balances`;
	expect(await statuses(assets)).toEqual(new Set(['Confirmed']));
	expect(await statuses(movements)).toEqual(new Set(['Confirmed']));
	expect(await statuses(balances)).toEqual(new Set([undefined]));

	const movement = { assetId, recipientEmail: byRole.TrackerUser.email, amount: 1 };
	await run(`update asset_balances set amount = '4000' where amount = '40'`);
	expect(await statuses(balances)).toEqual(new Set(['Corrupted']));
	expect(code(await tracker.transfer(admin, movement))).toEqual(refused);
	await run(`update asset_balances set amount = '0' where amount = '4000'`);
	expect((await filled.list(balances)).json()).toMatchObject([
		{ amount: 0, blockchainStatus: 'Corrupted' },
	]);
	const check = 'alter table asset_balances drop constraint asset_balances_amount';
	if (isPostgres(database)) await run(check);
	await run(`update asset_balances set amount = 'none' where amount = '0'`);
	expect(await statuses(balances)).toEqual(new Set(['Corrupted']));

	await run(`update asset_transactions set amount = '4000' where amount = '40'`);
	expect(await statuses(movements)).toEqual(new Set(['Confirmed', 'Corrupted']));
	await run(`update assets set name = 'Another'`);
	expect(await statuses(assets)).toEqual(new Set(['Corrupted']));
	expect(await statuses(movements)).toEqual(new Set(['Corrupted']));
	expect(code(await tracker.issue(admin, movement))).toEqual(refused);
});

test('contracts, their signatures and templates, and none of them is signed', async () => {
	const { sealer, running } = filled;
	const { admin, byRole } = running.organisation;
	const contracts = `/sealer/${products.Sealer}/contracts`;
	expect(await statuses(contracts)).toEqual(new Set(['Confirmed']));

	const sign = async (id: string) => {
		const answer = await sealer.sign(byRole.SealerUser.key, id, { reuseLastSignature: 'true' });
		return [answer.status, answer.body['errorCode']];
	};
	const { body } = await sealer.create(admin.key, { signerEmails: [byRole.SealerUser.email] });
	const { body: other } = await sealer.create(admin.key, {
		signerEmails: [byRole.SealerUser.email],
	});
	await run(`update contracts set file_hash = 'another' where id = '${String(body['id'])}'`);
	expect(await sign(String(body['id']))).toEqual(refused);
	await run(`update signatures set file_hash = 'another' where supplied_by_email = email`);
	expect(await sign(String(other['id']))).toEqual(refused);

	await run(
		`update contract_signers set signature_id = null, log_sequence = null, signed_at = null`,
	);
	const records = (await filled.list(contracts)).json() as Record<string, unknown>[];
	const unsigned = records.filter(({ contractStatus }) => contractStatus === 'Unsigned');
	const wereSigned = unsigned.filter(({ id }) => id !== body['id'] && id !== other['id']);
	const corrupted = Array.from({ length: 3 }, () => 'Corrupted');
	expect(wereSigned.map(({ blockchainStatus }) => blockchainStatus)).toEqual(corrupted);
	await run(`update templates set display_name = 'Another'`);
	expect(await statuses(`/sealer/${products.Sealer}/templates`)).toEqual(new Set(['Corrupted']));
});

test('folders, files and versions, and nothing is compared with them', async () => {
	const { keeper } = filled;
	const files = `/keeper/${products.Keeper}/files`;
	const [file] = (await filled.list(files)).json() as { id: string }[];
	const versions = `${files}/${file?.id}/versions`;
	expect(await statuses(files)).toEqual(new Set(['Confirmed']));
	await run(`update keeper_versions set file_name = 'another' where version = 2`);
	expect(await statuses(versions)).toEqual(new Set(['Confirmed', 'Corrupted']));
	const compared = await keeper.compare(file?.id ?? '', { content: 'words' });
	expect([compared.status, compared.body['errorCode']]).toEqual(refused);
	await run(`update keeper_files set display_name = 'Another'`);
	expect(await statuses(files)).toEqual(new Set(['Corrupted']));
	await run(`update keeper_folders set name = 'Another'`);
	expect(await statuses(`/keeper/${products.Keeper}/folders`)).toEqual(new Set(['Corrupted']));
});

test('receipts, whose files are not given out', async () => {
	const [receipt] = (await filled.list('/storage/files/')).json() as { id: string }[];
	expect(await statuses('/storage/files/')).toEqual(new Set([undefined]));
	await run(
		`update storage_objects set hash = 'another' where id in (select object_id from stored_files)`,
	);
	expect(await statuses('/storage/files/')).toEqual(new Set(['Corrupted']));
	for (const location of ['files', 'files/info']) {
		const answer = await send({
			method: 'GET',
			url: `${filled.running.storageUrl}/${location}/${receipt?.id}`,
			headers: { 'x-api-key': filled.running.organisation.admin.key },
		});
		expect([answer.status, answer.json()]).toEqual([
			409,
			expect.objectContaining({ message: expect.stringContaining('not what the log says') }),
		]);
	}
});
