import type { Model } from '../../../api/types';
import { present } from '../../../server/at';
import { CommandFault } from '../../../server/commands/command-fault';
import { inParts } from '../../../server/http/routing/lists';
import { known } from '../../../server/known';
import { refuse } from '../../../server/refusal';
import type { Database } from '../../database/database';
import { clearAlarm, findAlarm, listAlarms, type RaisedAlarm } from '../../guard/alarms';
import { readLanes, type LaneProgress } from '../../reading/lanes';
import { listReconciliations, type Reconciliation } from '../../history/reconciliation/history';
import { probeKeys, reconcile, resumePayouts } from '../../history/reconciliation/reconcile';
import { allDecimals } from '../../operations/transfers';
import { payoutsStopped } from '../../settlement/carrying/claims';
import { payoutStops, resumeAssets } from '../../settlement/store/payout-stops';
import { formatDecimal } from '../../../server/decimal';
import { perform, type By } from './acting';
import {
	marketOf,
	requireSettlement,
	type OperatorParts,
	type Handlers,
} from '../../operations/handler';
import { jobCounts } from '../../reading/metrics';

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
		reconcile: async (by, { reason }) => reconciliationWire(await compareNow(parts, by, reason)),
		listReconciliations: async (_by, asked) =>
			inParts(await listReconciliations(reader, asked), reconciliationWire),
		listAlarms: async (_by, asked) => inParts(await listAlarms(reader, asked), alarmWire),
		clearAlarm: async (by, { alarmId, reason }) => {
			await perform(parts, { by, reason }, async (transaction, record) => {
				if (await clearAlarm(parts, transaction, alarmId)) await record('ALARM_CLEAR', alarmId);
				else throw refuse('Exchange_AlarmNotFound', alarmId.slice(0, 100));
			});
			const alarm = await findAlarm(database, alarmId);
			if (alarm === undefined) throw refuse('Exchange_AlarmNotFound', alarmId.slice(0, 100));
			return alarmWire(alarm);
		},
		payoutStops: () => readStops(database),
		resumePayouts: async (by, { asset, reason }) => {
			await perform(parts, { by, reason }, async (transaction, record) => {
				if (asset === undefined) await resumePayouts(parts, transaction);
				const resumed = await resumeAssets(parts, transaction, asset);
				if (asset !== undefined && resumed.length === 0) {
					throw new CommandFault(`payouts of ${asset.slice(0, 100)} are not stopped`);
				}
				await record('PAYOUTS_RESUME', asset ?? 'payouts', { assets: resumed.join(', ') });
			});
			return readStops(database);
		},
		listLanes: async (_by, { symbol }) => {
			if (symbol !== undefined) await marketOf(parts, symbol);
			return (await readLanes(database, symbol)).map(laneWire);
		},
		listQueues: () => jobCounts(parts.queues),
	};
}

/**
 * Compares books and tracker now. Payouts that a refused key had stopped resume if the key is
 * accepted again.
 */
async function compareNow(
	parts: OperatorParts,
	by: By,
	reason: string | undefined,
): Promise<Reconciliation> {
	const { treasury } = requireSettlement(parts);
	await probeKeys(treasury);
	let recorded: Reconciliation | undefined;
	await reconcile(treasury, (transaction, found) => {
		recorded = found;
		return perform({ ...parts, database: transaction }, { by, reason }, (_, record) =>
			record('BOOKS_RECONCILE', 'books', { verdict: found.verdict }),
		);
	});
	if (recorded === undefined) throw new Error('what was found was not recorded');
	return recorded;
}

function reconciliationWire(found: Reconciliation): Model<'Reconciliation'> {
	const { number: reconciliationId, assets, ...others } = found;
	return { reconciliationId, ...others, assets: assets.map(known) };
}

export function alarmWire({ id: alarmId, intentId, ...alarm }: RaisedAlarm): Model<'Alarm'> {
	return known({ alarmId, ...alarm, transferId: intentId });
}

/** Returns whether payouts are stopped, and of which assets. */
async function readStops(database: Database): Promise<Model<'PayoutStops'>> {
	const decimals = await allDecimals(database);
	const assets = (await payoutStops(database)).map(({ short, ...stop }) =>
		known({
			...stop,
			short: formatDecimal(short, present(decimals.get(stop.asset), 'the decimals of an asset')),
		}),
	);
	return known({ reason: await payoutsStopped(database), assets });
}

function laneWire(lane: LaneProgress): Model<'Lane'> {
	return known({ ...lane, waiting: lane.accepted - lane.committed });
}
