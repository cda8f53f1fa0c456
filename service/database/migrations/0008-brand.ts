/** How an organisation shows itself: the logo and the colour of its mails and signing pages. */
import { type Kysely, type Migration } from 'kysely';

export const brand: Migration = {
	async up({ schema }: Kysely<unknown>): Promise<void> {
		await schema
			.createTable('brands')
			.addColumn('organisation_id', 'text', (column) =>
				column.primaryKey().references('organisations.id'),
			)
			.addColumn('colour', 'text')
			.addColumn('logo_id', 'text')
			.addColumn('logo', 'text')
			.addColumn('logo_width', 'integer')
			.addColumn('logo_height', 'integer')
			.execute();
		await schema.createIndex('brands_logo').on('brands').column('logo_id').execute();
	},
};
