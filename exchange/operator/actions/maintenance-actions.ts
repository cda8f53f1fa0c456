/** Begins and ends maintenance of the whole exchange; the reason is public. */
import { inTransaction } from '../../../server/database/transactions';
import { audit, type AuditContext } from '../audit';
import { lockBeginnings } from './freezing';
import {
	endMaintenance as end,
	readMaintenance,
	setMaintenance,
	type Maintenance,
} from '../../guard/maintenance';

/** Begins maintenance, or changes its reason or announced end. */
export function beginMaintenance(
	context: AuditContext & { readonly reason: string },
	{ endsAt }: Pick<Maintenance, 'endsAt'>,
): Promise<Maintenance> {
	return inTransaction(context.database, async (transaction) => {
		await lockBeginnings(transaction);
		await setMaintenance(transaction, context, { reason: context.reason, endsAt });
		const details = { endsAt: endsAt === undefined ? undefined : new Date(endsAt).toISOString() };
		await audit(transaction, context, {
			action: 'MAINTENANCE_BEGIN',
			subject: 'exchange',
			details,
		});
		const maintenance = await readMaintenance(transaction);
		if (maintenance === undefined) throw new Error('what was written is not there');
		return maintenance;
	});
}

/** Returns false if the exchange was not in maintenance. */
export function endMaintenance(context: AuditContext): Promise<boolean> {
	return inTransaction(context.database, async (transaction) => {
		if (!(await end(transaction))) return false;
		await audit(transaction, context, { action: 'MAINTENANCE_END', subject: 'exchange' });
		return true;
	});
}
