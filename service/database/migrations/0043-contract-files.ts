/** A contract is found by the hash of its file, within its product. */
import type { Kysely, Migration } from 'kysely';

export const contractFiles: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createIndex('contracts_file')
			.on('contracts')
			.columns(['product_id', 'file_hash', 'id'])
			.execute();
	},
};
