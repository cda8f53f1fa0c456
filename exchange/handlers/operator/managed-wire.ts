/** Wire forms for operators, used by endpoints and commands. */
import type { Model } from '../../../api/types';
import { present } from '../../../server/at';
import type { RaisedAlarm } from '../../guard/alarms';
import type { Database } from '../../database/database';
import { formatDecimal } from '../../../server/decimal';
import type { LaneProgress } from '../../reading/lanes';
import type { ManagedAsset } from '../../reading/managed-assets';
import type { Reconciliation, ReportedAsset } from '../../history/reconciliation/history';
import { assetLink } from '../../settlement/assets/asset-links';
import { payoutsStopped } from '../../settlement/carrying/claims';
import type { Inspection } from '../../settlement/carrying/evidence-reading';
import type { StoredIntent } from '../../settlement/store/intents';
import { payoutStops } from '../../settlement/store/payout-stops';
import { allDecimals } from '../../operations/transfers';

export function reconciliationWire(found: Reconciliation): Model<'Reconciliation'> {
	const { number: reconciliationId, verdict, beganAt, endedAt, runs, assets } = found;
	return { reconciliationId, verdict, beganAt, endedAt, runs, assets: assets.map(comparedWire) };
}

function comparedWire({ reason, atTracker, difference, ...books }: ReportedAsset) {
	return {
		...books,
		...(reason !== null && { reason }),
		...(atTracker !== null && { atTracker }),
		...(difference !== null && { difference }),
	};
}

export function alarmWire(alarm: RaisedAlarm): Model<'Alarm'> {
	const { id: alarmId, kind, message, intentId, raisedAt, clearedAt } = alarm;
	return {
		alarmId,
		kind,
		message,
		raisedAt,
		...(intentId !== null && { transferId: intentId }),
		...(clearedAt !== null && { clearedAt }),
	};
}

/** Returns whether payouts are stopped, and of which assets. */
export async function readStops(database: Database): Promise<Model<'PayoutStops'>> {
	const reason = await payoutsStopped(database);
	const decimals = await allDecimals(database);
	return {
		...(reason !== null && { reason }),
		assets: (await payoutStops(database)).map(({ asset, short, stoppedAt, resumedAt }) => ({
			asset,
			short: formatDecimal(short, present(decimals.get(asset), 'the decimals of an asset')),
			stoppedAt,
			...(resumedAt !== null && { resumedAt }),
		})),
	};
}

export function laneWire({ committedAt, snapshotSequence, ...lane }: LaneProgress): Model<'Lane'> {
	return {
		...lane,
		waiting: lane.accepted - lane.committed,
		...(committedAt !== null && { committedAt }),
		...(snapshotSequence !== null && { snapshotSequence }),
	};
}

export function assetWire({ asset, decimals, link }: ManagedAsset): Model<'ManagedAsset'> {
	return {
		asset,
		decimals,
		...(link !== undefined && {
			trackerAssetId: link.trackerAssetId,
			unit: formatDecimal(link.unit, decimals),
		}),
	};
}

export async function evidenceWire(
	database: Database,
	{ id: transferId, asset, unitsBefore }: StoredIntent,
	{ at, parties, verdict, held, transactions }: Inspection,
): Promise<Model<'TransferEvidence'>> {
	const link = await assetLink(database, asset);
	if (link === undefined) throw new Error(`${asset} was linked and is not any more`);
	const decimal = (units: bigint) => formatDecimal(units * link.unit, link.decimals);
	const { sender, recipient } = parties;
	return {
		transferId,
		time: at,
		recipient,
		...(sender !== null && { sender }),
		...(verdict !== undefined && { verdict: verdict.kind }),
		...(verdict !== undefined && 'reason' in verdict && { reason: verdict.reason }),
		...(unitsBefore !== null && { heldBefore: decimal(unitsBefore) }),
		...(held !== undefined && { heldNow: decimal(held) }),
		...(transactions !== undefined && {
			transactions: transactions.map(({ id, time, isOfAnother, ...of }) => ({
				trackerTransactionId: id,
				time,
				isOfAnother,
				sender: of.sender,
				recipient: of.recipient,
			})),
		}),
	};
}
