import type { Model } from '../../../api/types';
import { present } from '../../../server/at';
import { inParts } from '../../../server/http/routing/lists';
import { known } from '../../../server/known';
import { refuse } from '../../../server/refusal';
import { alarmsAbout } from '../../guard/alarms';
import { formatDecimal } from '../../../server/decimal';
import { assetLink } from '../../settlement/assets/asset-links';
import { inspectTransfer, type Inspection } from '../../settlement/carrying/evidence-reading';
import type { Database } from '../../database/database';
import { listTransfers, stepsOf } from '../../settlement/store/all-transfers';
import { findIntent, type StoredIntent } from '../../settlement/store/intents';
import { reviewIntent } from '../../settlement/store/review';
import { perform } from './acting';
import { requireSettlement, type Handlers, type OperatorParts } from '../../operations/handler';
import { alarmWire } from './managed-books';
import { allDecimals } from '../../operations/transfers';

export function managedTransferHandlers(
	parts: OperatorParts,
): Handlers<'listTransfers' | 'getTransfer' | 'transferEvidence' | 'reviewTransfer'> {
	const { database, reader } = parts;
	return {
		listTransfers: async (_by, asked) => {
			const decimals = await allDecimals(database);
			return inParts(await listTransfers(reader, asked), (intent) =>
				transferWire(intent, present(decimals.get(intent.asset), 'the decimals of an asset')),
			);
		},
		getTransfer: async (_by, { transferId }) => detailsOf(parts, await found(parts, transferId)),
		transferEvidence: async (_by, { transferId }) => {
			const { treasury } = requireSettlement(parts);
			const intent = await found(parts, transferId);
			return evidenceWire(database, intent, await inspectTransfer(treasury, intent));
		},
		reviewTransfer: async (by, { transferId: id, decision, reason }) => {
			const { treasury, onPlanned } = requireSettlement(parts);
			await found(parts, id);
			const decided = await perform(parts, { by, reason }, async (transaction, record) => {
				const intent = await reviewIntent({ ...treasury, database: transaction }, id, decision);
				const { accountId, kind, asset } = intent;
				await record('INTENT_REVIEW', id, { decision, kind, accountId, asset });
				return intent;
			});
			if (decision === 'SEND_AGAIN') onPlanned(decided.slot);
			return detailsOf(parts, decided);
		},
	};
}

async function found({ database }: OperatorParts, id: string): Promise<StoredIntent> {
	const intent = await findIntent(database, id);
	if (intent === undefined) throw refuse('Exchange_TransferNotFound', id.slice(0, 100));
	return intent;
}

async function detailsOf(
	{ database }: OperatorParts,
	intent: StoredIntent,
): Promise<Model<'TransferDetails'>> {
	const link = present(
		await assetLink(database, intent.asset),
		'the link of the asset of a transfer',
	);
	const steps = await stepsOf(database, intent.id);
	return {
		...transferWire(intent, link.decimals),
		steps: steps.map(({ state: status, note, at: time }) => known({ time, status, note })),
		alarms: (await alarmsAbout(database, intent.id)).map(alarmWire),
	};
}

function transferWire(intent: StoredIntent, decimals: number): Model<'Transfer'> {
	const { id: transferId, kind, accountId, asset, state: status, attempt: attempts } = intent;
	const { reason, firstDoubtAt, lastDoubtAt, createdAt, endedAt } = intent;
	return known({
		transferId,
		kind,
		accountId,
		asset,
		status,
		attempts,
		reason,
		firstDoubtAt,
		lastDoubtAt,
		createdAt,
		endedAt,
		amount: formatDecimal(intent.amount, decimals),
		email: intent.traderEmail,
		trackerTransactionId: intent.transactionId,
	});
}

async function evidenceWire(
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
