/** The address of a trader's user at the tracker, which receives their payouts. */
import type { Database } from '../../database/database';
import { CommandFault, FieldFault } from '../../../server/commands/command-fault';
import { inTransaction } from '../../../server/database/transactions';
import { comparableEmail, emailFault, isSameEmail } from '../../../server/email-address';
import { ownAccounts, type SettlementSettings } from './settings';

/**
 * Sets the address of later payouts and returns it in normalised form. Planned payouts keep the old
 * one.
 */
export async function setEmail(
	database: Database,
	{
		accountId,
		email,
		settings,
	}: {
		readonly accountId: string;
		readonly email: string;
		/** If known, the exchange's own accounts are refused as traders. */
		readonly settings: SettlementSettings | undefined;
	},
): Promise<string> {
	const fault = emailFault(email);
	if (fault !== undefined) throw new FieldFault('email', fault);
	const own = settings === undefined ? [] : ownAccounts(settings);
	if (own.some((account) => isSameEmail(account.email, email))) {
		throw new CommandFault(`${email} is an account of the exchange itself`);
	}
	return inTransaction(database, async (transaction) => {
		const form = comparableEmail(email);
		const other = await transaction
			.selectFrom('accounts')
			.select('name')
			.where('email', '=', form)
			.where('id', '<>', accountId)
			.executeTakeFirst();
		if (other !== undefined) throw new CommandFault(`${email} is the address of ${other.name}`);
		await transaction
			.updateTable('accounts')
			.set({ email: form })
			.where('id', '=', accountId)
			.execute();
		return form;
	});
}
