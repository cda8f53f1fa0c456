/** Wire forms for operators, used by endpoints and commands. */
import type { Model } from '../../../api/types';
import { present } from '../../../server/at';
import { known } from '../../../server/known';
import type { RaisedAlarm } from '../../operator/alarms';
import type { Database } from '../../database/database';
import { formatDecimal } from '../../trading/markets/decimal';
import type { LaneProgress } from '../../reading/lanes';
import type { ManagedAsset } from '../../reading/managed-assets';
import type { Reconciliation } from '../../history/reconciliation/history';
import { assetLink } from '../../settlement/assets/asset-links';
import { payoutsStopped } from '../../settlement/carrying/claims';
import type { Inspection } from '../../settlement/carrying/evidence-reading';
import type { StoredIntent } from '../../settlement/store/intents';
import { payoutStops } from '../../settlement/store/payout-stops';
import { allDecimals } from '../../operations/transfers';

export function reconciliationWire(found: Reconciliation): Model<'Reconciliation'> {
	const { number: reconciliationId, assets, ...others } = found;
	return { reconciliationId, ...others, assets: assets.map(known) };
}

export function alarmWire({ id: alarmId, intentId, ...alarm }: RaisedAlarm): Model<'Alarm'> {
	return known({ alarmId, ...alarm, transferId: intentId });
}

/** Returns whether payouts are stopped, and of which assets. */
export async function readStops(database: Database): Promise<Model<'PayoutStops'>> {
	const decimals = await allDecimals(database);
	const assets = (await payoutStops(database)).map(({ short, ...stop }) =>
		known({
			...stop,
			short: formatDecimal(short, present(decimals.get(stop.asset), 'the decimals of an asset')),
		}),
	);
	return known({ reason: await payoutsStopped(database), assets });
}

export function laneWire(lane: LaneProgress): Model<'Lane'> {
	return known({ ...lane, waiting: lane.accepted - lane.committed });
}

export function assetWire({ asset, decimals, link }: ManagedAsset): Model<'ManagedAsset'> {
	const unit = link && formatDecimal(link.unit, decimals);
	return known({ asset, decimals, trackerAssetId: link?.trackerAssetId, unit });
}

export async function evidenceWire(
	database: Database,
	{ id: transferId, asset, unitsBefore }: StoredIntent,
	{ at, parties, verdict, held, transactions }: Inspection,
): Promise<Model<'TransferEvidence'>> {
	const link = await assetLink(database, asset);
	if (link === undefined) throw new Error(`${asset} was linked and is not any more`);
	const decimal = (units: bigint) => formatDecimal(units * link.unit, link.decimals);
	return known({
		...parties,
		transferId,
		time: at,
		verdict: verdict?.kind,
		reason: verdict !== undefined && 'reason' in verdict ? verdict.reason : undefined,
		heldBefore: unitsBefore === null ? null : decimal(unitsBefore),
		heldNow: held === undefined ? undefined : decimal(held),
		transactions: transactions?.map(({ id, time, isOfAnother, sender, recipient }) => {
			return { trackerTransactionId: id, time, isOfAnother, sender, recipient };
		}),
	});
}
