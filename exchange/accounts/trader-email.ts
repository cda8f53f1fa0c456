/** The address a trader has at the tracker: where their payouts go. */
import { sql } from 'kysely';
import type { Database } from '../database/database';
import { CommandFault } from '../../server/commands/command-fault';
import { ownAccounts, type SettlementSettings } from '../settlement/setup/settings';

const lengthMax = 254;

/** Sets the address of later payouts; those already planned keep theirs. */
export async function setEmail(
	database: Database,
	{
		accountId,
		email,
		settings,
	}: {
		readonly accountId: string;
		readonly email: string;
		/** Where known: the exchange's own accounts are no traders. */
		readonly settings: SettlementSettings | undefined;
	},
): Promise<void> {
	if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > lengthMax) {
		throw new CommandFault('--email must be an e-mail address');
	}
	const own = settings === undefined ? [] : ownAccounts(settings);
	if (own.some((account) => account.email.toLowerCase() === email.toLowerCase())) {
		throw new CommandFault(`${email} is an account of the exchange itself`);
	}
	await database.transaction().execute(async (transaction) => {
		const other = await transaction
			.selectFrom('accounts')
			.select('name')
			.where(sql`lower(email)`, '=', email.toLowerCase())
			.where('id', '<>', accountId)
			.executeTakeFirst();
		if (other !== undefined) throw new CommandFault(`${email} is the address of ${other.name}`);
		await transaction.updateTable('accounts').set({ email }).where('id', '=', accountId).execute();
	});
}
