/** Whose a mail is: the organisation in whose name it was written, which alone is shown it. */
import { sql, type Kysely, type Migration } from 'kysely';

export const mailOwners: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema.alterTable('mails').addColumn('organisation_id', 'text').execute();
		// Of earlier mails that brought keys nobody knows any more; they are shown to nobody.
		await sql`update mails set organisation_id = (
			select products.organisation_id from contracts
			join products on products.id = contracts.product_id
			where contracts.id = mails.contract_id
		) where contract_id is not null`.execute(database);
		await database.schema
			.createIndex('mails_organisation')
			.on('mails')
			.columns(['organisation_id', 'sequence'])
			.execute();
	},
};
