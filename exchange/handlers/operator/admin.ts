/** Handlers of operators; the functions they call are those of the command line, too. */
import type { Model } from '../../../api/types';
import { refuse } from '../../../server/refusal';
import { listActs, type WrittenAct } from '../../operator/audit';
import {
	cancelAccountOrders,
	freezeAccount,
	unfreezeAccount,
	type Cancellation,
} from '../../operator/actions/freezing';
import { beginMaintenance, endMaintenance } from '../../operator/actions/maintenance-actions';
import { readMaintenance, type Maintenance } from '../../operator/maintenance';
import { accountOf, auditContext } from './acting';
import { marketOf, type Handlers, type OperatorParts } from '../../operations/handler';

export function adminHandlers(
	parts: OperatorParts,
): Handlers<
	| 'exchangeStatus'
	| 'listAdminActions'
	| 'freezeAccount'
	| 'unfreezeAccount'
	| 'cancelAccountOrders'
	| 'beginMaintenance'
	| 'endMaintenance'
> {
	const { database } = parts;
	return {
		exchangeStatus: async () => statusWire(await readMaintenance(database)),
		listAdminActions: async (_administrator, asked) =>
			(await listActs(database, asked)).map(actWire),
		freezeAccount: async (by, { accountId, cancelOrders = false, publicReason, reason }) => {
			await accountOf(parts, accountId);
			const freezing = { accountId, cancelOrders, publicReason };
			return accountState(
				parts,
				accountId,
				await freezeAccount(auditContext(parts, by, reason), freezing),
			);
		},
		unfreezeAccount: async (by, { accountId, reason }) => {
			await accountOf(parts, accountId);
			await unfreezeAccount(auditContext(parts, by, reason), accountId);
			return accountState(parts, accountId, []);
		},
		cancelAccountOrders: async (by, { accountId, symbol, reason }) => {
			await accountOf(parts, accountId);
			if (symbol !== undefined) await marketOf(parts, symbol);
			const orders = { accountId, symbol };
			const done = await cancelAccountOrders(auditContext(parts, by, reason), orders);
			return accountState(parts, accountId, done);
		},
		beginMaintenance: async (by, { endsAt, reason }) =>
			statusWire(await beginMaintenance(auditContext(parts, by, reason), { endsAt })),
		endMaintenance: async (by, { reason }) => {
			const isEnded = await endMaintenance(auditContext(parts, by, reason));
			if (!isEnded) throw refuse('Exchange_NotInMaintenance');
			return statusWire(await readMaintenance(database));
		},
	};
}

async function accountState(
	parts: OperatorParts,
	accountId: string,
	cancellations: readonly Cancellation[],
): Promise<Model<'AccountState'>> {
	for (const { symbol, sequence } of cancellations) {
		if (sequence !== undefined) parts.onAppended(symbol);
	}
	const { name, status, frozenAt, frozenReason } = await accountOf(parts, accountId);
	return {
		accountId,
		name,
		status,
		cancellations,
		...(frozenAt !== null && { frozenAt }),
		...(frozenReason !== null && { frozenReason }),
	};
}

function actWire({ actor, details, reason, ...act }: WrittenAct): Model<'AdminAction'> {
	const { kind, name } = actor;
	return {
		...act,
		actor: { kind, ...(actor.kind === 'KEY' && { keyId: actor.id }), name },
		details: Object.entries(details).map(([name, value]) => ({ name, value: String(value) })),
		...(reason !== null && { reason }),
	};
}

function statusWire(maintenance: Maintenance | undefined): Model<'ExchangeStatus'> {
	if (maintenance === undefined) return { status: 'NORMAL' };
	const { since, endsAt, reason } = maintenance;
	return { status: 'MAINTENANCE', since, ...(endsAt !== undefined && { endsAt }), reason };
}
