/**
 * What becomes of each mail: when it is tried next, which process has it in hand, whether it was refused
 * for good, and the contract it is about, with the signer it went to.
 */
import { sql, type Kysely, type Migration } from 'kysely';

export const mailStates: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		const columns = ['next_at', 'claimed_by', 'refused_at', 'contract_id', 'signer_email'];
		for (const name of columns) {
			await database.schema.alterTable('mails').addColumn(name, 'text').execute();
		}
		await sql`update mails set next_at = created_at where sent_at is null`.execute(database);
		await database.schema.dropIndex('mails_waiting').execute();
		// What waits is found without reading what is over.
		await sql`create index mails_waiting on mails (next_at, sequence)
			where sent_at is null and refused_at is null`.execute(database);
		await sql`create index mails_refused on mails (refused_at) where refused_at is not null`.execute(
			database,
		);
		await sql`create index mails_contract on mails (contract_id, sequence)
			where contract_id is not null`.execute(database);
	},
};
