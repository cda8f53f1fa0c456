/**
 * What makes an edit by hand show: the form of every payload, a hash beside every balance, entries of
 * folders. Beside it, who supplied a signature, and refusals kept for repeated requests.
 */
import { hash } from 'node:crypto';
import { sql, type Generated, type Kysely, type Migration } from 'kysely';
import { wholeNumber } from '../../../server/database/table-form';

interface Tables {
	asset_balances: { sequence: number; asset_id: string; user_id: string } & Amounts;
	keeper_folders: {
		sequence: number;
		id: string;
		product_id: string;
		name: string;
		created_by_email: string;
		created_at: string;
		log_sequence: number | null;
	};
	log_entries: {
		sequence: Generated<number>;
		kind: string;
		subject_id: string;
		payload_hash: string;
		form: number;
		status: string;
		created_at: string;
	};
}

interface Amounts {
	amount: string;
	amount_hash: string;
}

const batchSize = 500;

export const verification: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema.alterTable('idempotency_keys').addColumn('refusal', 'text').execute();
		await database.schema
			.alterTable('log_entries')
			.addColumn('form', wholeNumber(database), (column) => column.notNull().defaultTo(1))
			.execute();
		await database.schema
			.createIndex('log_entries_signature')
			.on('log_entries')
			.column('subject_id')
			.where(sql.ref('kind'), '=', sql.lit('contract-signature'))
			.execute();
		await database.schema
			.alterTable('asset_balances')
			.addColumn('amount_hash', 'text', (column) => column.notNull().defaultTo(''))
			.execute();
		await hashBalances(database);
		await database.schema
			.alterTable('keeper_folders')
			.addColumn('log_sequence', wholeNumber(database))
			.execute();
		await enterFolders(database);
		await nameSuppliers(database);
	},
};

async function hashBalances(database: Kysely<Tables>): Promise<void> {
	for (let after = -1, count = batchSize; count === batchSize;) {
		const rows = await database
			.selectFrom('asset_balances')
			.select(['sequence', 'asset_id', 'user_id', 'amount'])
			.where('sequence', '>', after)
			.orderBy('sequence')
			.limit(batchSize)
			.execute();
		for (const { sequence, asset_id, user_id, amount } of rows) {
			after = sequence;
			if (amount === '0') continue;
			const amountHash = hash('sha256', JSON.stringify([asset_id, user_id, amount]));
			await database
				.updateTable('asset_balances')
				.set({ amount_hash: amountHash })
				.where('sequence', '=', sequence)
				.execute();
		}
		count = rows.length;
	}
}

/** A folder had no entry; the next start confirms those made here. */
async function enterFolders(database: Kysely<Tables>): Promise<void> {
	for (let after = -1, count = batchSize; count === batchSize;) {
		const rows = await database
			.selectFrom('keeper_folders')
			.selectAll()
			.where('sequence', '>', after)
			.orderBy('sequence')
			.limit(batchSize)
			.execute();
		for (const folder of rows) {
			after = folder.sequence;
			await enterFolder(database, folder);
		}
		count = rows.length;
	}
}

async function enterFolder(
	database: Kysely<Tables>,
	folder: Tables['keeper_folders'],
): Promise<void> {
	const { id, product_id: productId, name, created_by_email: createdByEmail } = folder;
	const payload = { id, productId, name, createdByEmail, createdAt: folder.created_at };
	const entry = await database
		.insertInto('log_entries')
		.values({
			kind: 'folder',
			subject_id: id,
			payload_hash: hash('sha256', JSON.stringify(payload)),
			form: 1,
			status: 'Unconfirmed',
			created_at: folder.created_at,
		})
		.returning('sequence')
		.executeTakeFirstOrThrow();
	await database
		.updateTable('keeper_folders')
		.set({ log_sequence: entry.sequence })
		.where('id', '=', id)
		.execute();
}

/**
 * A signer who was asked has a link to the contract, and signed in person; one who was not was
 * signed for by who created the contract. A signature used again is that of its first contract.
 */
async function nameSuppliers(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createIndex('contract_signers_signature')
		.on('contract_signers')
		.column('signature_id')
		.execute();
	await database.schema.alterTable('signatures').addColumn('supplied_by_email', 'text').execute();
	await sql`update signatures set supplied_by_email = (
		select case when exists (
			select 1 from sign_links
			where sign_links.contract_id = signer.contract_id and sign_links.email = signer.email
		) then signer.email else contracts.owner_email end
		from contract_signers as signer join contracts on contracts.id = signer.contract_id
		where signer.signature_id = signatures.id
		order by signer.signed_at limit 1
	)`.execute(database);
}
