/** Taking the whole exchange into maintenance and out of it; why stands where everybody can read it. */
import { inTransaction } from '../../../server/database/transactions';
import { audit, type AuditContext } from '../audit';
import {
	endMaintenance as end,
	readMaintenance,
	setMaintenance,
	type Maintenance,
} from '../maintenance';

/** Begins it, or announces another reason or end. */
export function beginMaintenance(
	acting: AuditContext & { readonly reason: string },
	{ endsAt }: Pick<Maintenance, 'endsAt'>,
): Promise<Maintenance> {
	return inTransaction(acting.database, async (transaction) => {
		await setMaintenance(transaction, acting, { reason: acting.reason, endsAt });
		const details = { endsAt: endsAt === undefined ? undefined : new Date(endsAt).toISOString() };
		await audit(transaction, acting, { action: 'MAINTENANCE_BEGIN', subject: 'exchange', details });
		const maintenance = await readMaintenance(transaction);
		if (maintenance === undefined) throw new Error('what was written is not there');
		return maintenance;
	});
}

/** Answers whether there was one. */
export function endMaintenance(acting: AuditContext): Promise<boolean> {
	return inTransaction(acting.database, async (transaction) => {
		if (!(await end(transaction))) return false;
		await audit(transaction, acting, { action: 'MAINTENANCE_END', subject: 'exchange' });
		return true;
	});
}
