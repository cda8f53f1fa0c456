/** The path of a batch: a drawing, and the same facts as a table. */
import { Heading } from '../parts/frame';
import { useLanguage } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { Link } from '../parts/router';
import { WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { Copy, numberText, Time } from '../parts/values';
import { placeOf, type AssetPlace } from './asset-page';
import { layOutFlow } from './flow';
import { FlowFigure } from './flow-figure';
import { MovementTable, type Movement } from './movements';
import { useAsked, type Session } from './session';
import { texts } from './texts';

interface BatchPageProps {
	readonly place: AssetPlace;
	readonly batchId: string;
}

export function BatchPage({ place, batchId }: BatchPageProps) {
	const say = useTexts(texts);
	const asked = useAsked(`${place.assetId} ${batchId}`, (session) =>
		readBatch(session, place, batchId),
	);
	return (
		<>
			<Heading>{say('Where a batch went')}</Heading>
			<p>
				<Link to={placeOf(place, 'batches')}>{say('All batches of the asset')}</Link>
			</p>
			<WhenLoaded asked={asked}>{(batch) => <Batch batch={batch} batchId={batchId} />}</WhenLoaded>
		</>
	);
}

interface LoadedBatch {
	readonly assetDisplayName: string;
	readonly batchTimestamp: number | bigint;
	readonly movements: readonly Movement[];
	/** True if there are more than are shown. */
	readonly isCut: boolean;
}

/** Few enough to draw at once. */
const movementsMax = 5_000;

async function readBatch(
	{ tracker }: Session,
	place: AssetPlace,
	batchId: string,
): Promise<LoadedBatch> {
	const { transactions, ...batch } = await tracker.call('listBatchTransactions', {
		...place,
		batchId,
		limit: movementsMax,
	});
	return { ...batch, movements: transactions, isCut: transactions.length === movementsMax };
}

function Batch({ batch, batchId }: { readonly batch: LoadedBatch; readonly batchId: string }) {
	const say = useTexts(texts);
	const { movements, isCut } = batch;
	// The transaction that issued a batch has the batch's id.
	const flow = layOutFlow(
		movements.map(({ id, senderDisplayName, recipientDisplayName, amount }) => ({
			from: id === batchId ? undefined : senderDisplayName,
			to: recipientDisplayName,
			amount,
		})),
	);
	const count = movements.length;
	return (
		<>
			<dl class="facts">
				<dt>{say('Asset')}</dt>
				<dd>{batch.assetDisplayName}</dd>
				<dt>{say('Batch')}</dt>
				<dd>
					<code>{batchId}</code> <Copy text={batchId} what={say('the id of the batch')} />
				</dd>
				<dt>{say('Issued')}</dt>
				<dd>
					<Time at={Number(batch.batchTimestamp)} />
				</dd>
			</dl>
			{isCut && <p>{say('These are the first {count} movements; there are more.', { count })}</p>}
			<FlowFigure flow={flow} />
			<HolderTable movements={movements} batchId={batchId} />
			<MovementTable
				caption={say('{count} movements of this batch, the oldest first', { count })}
				movements={movements}
			/>
		</>
	);
}

interface HolderTotals {
	readonly name: string;
	received: bigint;
	given: bigint;
}

/** The totals of all holders. */
function HolderTable({
	movements,
	batchId,
}: Pick<LoadedBatch, 'movements'> & { readonly batchId: string }) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const holders = new Map<string, HolderTotals>();
	const holder = (name: string) => {
		const found = holders.get(name) ?? { name, received: 0n, given: 0n };
		holders.set(name, found);
		return found;
	};
	for (const { id, senderDisplayName, recipientDisplayName, amount } of movements) {
		holder(recipientDisplayName).received += BigInt(amount);
		if (id !== batchId) holder(senderDisplayName).given += BigInt(amount);
	}
	return (
		<Table
			caption={say('Who had it and who holds it')}
			rows={[...holders.values()]}
			keyOf={({ name }) => name}
			columns={[
				{ name: say('Holder'), cell: ({ name }) => name },
				{
					name: say('Received'),
					isNumber: true,
					cell: ({ received }) => numberText(received, locale),
				},
				{ name: say('Given on'), isNumber: true, cell: ({ given }) => numberText(given, locale) },
				{
					name: say('Holds'),
					isNumber: true,
					cell: ({ received, given }) => numberText(received - given, locale),
				},
			]}
		/>
	);
}
