/**
 * Pays commissions out: a payout of the fees account, recorded in the audit log in the transaction
 * that plans it. Settlement handles the transfer like any other.
 */
import { comparableEmail } from '../../../server/email-address';
import { inTransaction } from '../../../server/database/transactions';
import { refuse } from '../../../server/refusal';
import { audit, type AuditContext } from '../audit';
import type { Database } from '../../database/database';
import { FEES } from '../../trading/ledger/posting';
import { formatDecimal } from '../../../server/decimal';
import { requestCommissions, type Requested } from '../../settlement/store/requests';
import type { PlanningParts } from '../../settlement/setup/parts';
import { outsideEmailFault } from '../../settlement/setup/settings';

export interface CommissionsRequest {
	readonly asset: string;
	/** In smallest units; undefined: all whole tracker units there are. */
	readonly amount: bigint | undefined;
	/** Recipient; undefined: the one of the settings. */
	readonly email: string | undefined;
	/** A repeated reference is the same payout. */
	readonly reference: string;
}

export function payOutCommissions(
	context: AuditContext,
	treasury: PlanningParts,
	{ email: asked, ...request }: CommissionsRequest,
): Promise<Requested> {
	const { settings } = treasury;
	const email = asked ?? settings.commissionsEmail;
	if (email === undefined) {
		const fault = 'is needed: the settings of settlement name no address for commissions';
		throw refuse('Request_Invalid', 'email', fault);
	}
	const fault = outsideEmailFault(settings, email);
	if (fault !== undefined) throw refuse('Request_Invalid', 'email', fault);
	return inTransaction(context.database, async (transaction) => {
		const to = { ...request, email: comparableEmail(email) };
		const requested = await requestCommissions(treasury, transaction, to);
		if (!requested.repeated) await auditPayout(transaction, context, requested);
		return requested;
	});
}

async function auditPayout(
	transaction: Database,
	context: AuditContext,
	{ intent: { id: subject, asset, amount, traderEmail } }: Requested,
): Promise<void> {
	const { decimals } = await transaction
		.selectFrom('assets')
		.select('decimals')
		.where('code', '=', asset)
		.executeTakeFirstOrThrow();
	const details = {
		asset,
		amount: formatDecimal(amount, Number(decimals)),
		email: traderEmail ?? undefined,
	};
	await audit(transaction, context, { action: 'COMMISSIONS_PAY_OUT', subject, details });
}

export interface Commissions {
	readonly asset: string;
	readonly decimals: number;
	readonly amount: bigint;
}

/** Lists the commissions that can be paid out, of one asset or of all. */
export async function commissionsOf(
	database: Database,
	asset?: string,
): Promise<readonly Commissions[]> {
	let query = database
		.selectFrom('balances')
		.innerJoin('assets', 'assets.code', 'balances.asset')
		.select(['asset', 'decimals', 'available as amount'])
		.where('account_id', '=', FEES)
		.where('available', '>', 0n)
		.orderBy('asset');
	if (asset !== undefined) query = query.where('asset', '=', asset);
	const rows = await query.execute();
	return rows.map((row) => ({ ...row, decimals: Number(row.decimals) }));
}
