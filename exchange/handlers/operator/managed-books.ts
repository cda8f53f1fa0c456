import { CommandFault } from '../../../server/commands/command-fault';
import { inParts } from '../../../server/http/routing/lists';
import { refuse } from '../../../server/refusal';
import { findAlarm, listAlarms } from '../../operator/alarms';
import { clear, reconcileNow, resume } from '../../operator/actions/settlement-actions';
import { readLanes } from '../../reading/lanes';
import { listReconciliations } from '../../history/reconciliation/history';
import { auditContext } from './acting';
import {
	marketOf,
	requireSettlement,
	type OperatorParts,
	type Handlers,
} from '../../operations/handler';
import { jobCounts } from '../../operator/actions/metrics';
import { alarmWire, laneWire, readStops, reconciliationWire } from './managed-wire';

export function managedBookHandlers(
	parts: OperatorParts,
): Handlers<
	| 'reconcile'
	| 'listReconciliations'
	| 'listAlarms'
	| 'clearAlarm'
	| 'payoutStops'
	| 'resumePayouts'
	| 'listLanes'
	| 'listQueues'
> {
	const { database, reader } = parts;
	return {
		reconcile: async (by, { reason }) => {
			const { treasury } = requireSettlement(parts);
			return reconciliationWire(
				(await reconcileNow(auditContext(parts, by, reason), treasury)).recorded,
			);
		},
		listReconciliations: async (_by, asked) =>
			inParts(await listReconciliations(reader, asked), reconciliationWire),
		listAlarms: async (_by, asked) => inParts(await listAlarms(reader, asked), alarmWire),
		clearAlarm: async (by, { alarmId, reason }) => {
			const isCleared = await clear(auditContext(parts, by, reason), alarmId);
			const alarm = isCleared ? await findAlarm(database, alarmId) : undefined;
			if (alarm === undefined) throw refuse('Exchange_AlarmNotFound', alarmId.slice(0, 100));
			return alarmWire(alarm);
		},
		payoutStops: () => readStops(database),
		resumePayouts: async (by, { asset, reason }) => {
			const { resumedAssets } = await resume(auditContext(parts, by, reason), asset);
			if (asset !== undefined && resumedAssets.length === 0) {
				throw new CommandFault(`payouts of ${asset.slice(0, 100)} are not stopped`);
			}
			return readStops(database);
		},
		listLanes: async (_by, { symbol }) => {
			if (symbol !== undefined) await marketOf(parts, symbol);
			return (await readLanes(database, symbol)).map(laneWire);
		},
		listQueues: () => jobCounts(parts.queues),
	};
}
