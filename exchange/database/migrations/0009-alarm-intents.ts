/**
 * Which intent an alarm is about, in a column of its own. Alarms from before say it in their
 * message alone, where it stands behind the kind of the intent.
 */
import { sql, type Kysely, type Migration } from 'kysely';

export const alarmIntents: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.alterTable('alarms')
			.addColumn('intent_id', 'text', (column) => column.references('intents.id'))
			.execute();
		const { rows } = await sql<{ readonly id: string; readonly message: string }>`
			select id, message from alarms where kind = 'INTENT'`.execute(database);
		for (const { id, message } of rows) {
			const [, intentId] = /^(?:DEPOSIT|PAYOUT) (\S+) is held for review: /.exec(message) ?? [];
			if (intentId === undefined) continue;
			await sql`update alarms set intent_id = ${intentId} where id = ${id}
				and exists (select 1 from intents where intents.id = ${intentId})`.execute(database);
		}
	},
};
