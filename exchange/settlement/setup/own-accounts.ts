/**
 * Refuses settings that drop an own account still in use: the outcome of a call can be found only
 * with the account that made it.
 */
import type { Database } from '../../database/database';
import { isUnended } from '../../database/intent-states';
import { SettingsFault, type SettlementSettings } from './settings';

/**
 * Throws a SettingsFault that names the account and what to wait for; otherwise stores the escrow
 * address.
 */
export async function checkOwnAccounts(
	settings: SettlementSettings,
	database: Database,
): Promise<void> {
	const busy = await database
		.selectFrom('transit_accounts')
		.select('email')
		.where('state', '<>', 'FREE')
		.orderBy('email')
		.execute();
	const left = busy.find(({ email }) => !settings.transit.some((own) => own.email === email));
	if (left !== undefined) {
		throw new SettingsFault('transit', `must name ${left.email} until nothing is on it any more`);
	}
	const [collecting] = busy;
	if (collecting !== undefined && settings.resolvers.includes('balance')) {
		// Collected money would look like transfers, or hide them.
		const fault = `may name balance only when nothing is on ${collecting.email} any more`;
		throw new SettingsFault('resolvers', fault);
	}
	const { escrow_email: before } = await database
		.selectFrom('settlement_state')
		.select('escrow_email')
		.executeTakeFirstOrThrow();
	const { email } = settings.escrow;
	if (before === email) return;
	if (before !== null && (await isUnderWay(database))) {
		throw new SettingsFault('escrow', `must be ${before} until every transfer has ended`);
	}
	await database.updateTable('settlement_state').set({ escrow_email: email }).execute();
}

async function isUnderWay(database: Database): Promise<boolean> {
	const intent = await database
		.selectFrom('intents')
		.select('id')
		.where(isUnended)
		.limit(1)
		.executeTakeFirst();
	return intent !== undefined;
}
