/** Limits of a key to roles and networks, of the link to a new one, and of a subscription that such a key made. */
import { type Kysely, type Migration } from 'kysely';

export const keyLimits: Migration = {
	async up({ schema }: Kysely<unknown>): Promise<void> {
		for (const [table, column] of [
			['api_keys', 'limited_roles'],
			['api_keys', 'networks'],
			['key_links', 'label'],
			['key_links', 'limited_roles'],
			['key_links', 'networks'],
			['event_subscriptions', 'limited_roles'],
		] as const) {
			await schema.alterTable(table).addColumn(column, 'text').execute();
		}
	},
};
