import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { TextField } from '../parts/forms/fields';
import { Heading } from '../parts/frame';
import { Paged } from '../parts/paged';
import { go, Link, usePlace } from '../parts/router';
import { WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { Copy, numberText, Time } from '../parts/values';
import { Download } from './download';
import { MovementTable, movementCsv } from './movements';
import { MoveAsset } from './acts';
import { useAsked, useSession } from './session';

export interface AssetPlace {
	readonly productId: string;
	readonly assetId: string;
}

export type AssetPart = 'holders' | 'batches' | 'movements';

const partNames = { holders: 'Holders', batches: 'Batches', movements: 'Movements' } as const;

export function placeOf({ productId, assetId }: AssetPlace, part: AssetPart): string {
	return `/assets/${productId}/${assetId}/${part}`;
}

export function AssetPage({
	place,
	part,
}: {
	readonly place: AssetPlace;
	readonly part: AssetPart;
}) {
	const { productId, assetId } = place;
	const asked = useAsked(`${productId} ${assetId}`, ({ tracker }) =>
		tracker.call('getAsset', { productId, assetId }),
	);
	const [moved, setMoved] = useState(0);
	return (
		<WhenLoaded asked={asked}>
			{(asset) => (
				<>
					<Heading>{asset.name}</Heading>
					<AssetFacts asset={asset} />
					{!asset.isDeleted && <MoveAsset place={place} onDone={() => setMoved(moved + 1)} />}
					<nav class="tabs" aria-label="Parts of the asset">
						{(['holders', 'batches', 'movements'] as const).map((one) => (
							<Link key={one} to={placeOf(place, one)} isCurrent={one === part}>
								{partNames[one]}
							</Link>
						))}
					</nav>
					<div key={moved}>
						{part === 'holders' && <Holders place={place} />}
						{part === 'batches' && <Batches place={place} />}
						{part === 'movements' && <Movements place={place} />}
					</div>
				</>
			)}
		</WhenLoaded>
	);
}

function AssetFacts({ asset }: { readonly asset: Model<'TrackerAsset'> }) {
	return (
		<dl class="facts">
			<dt>Asset</dt>
			<dd>
				<code>{asset.id}</code> <Copy text={asset.id} what="the id of the asset" />
			</dd>
			<dt>Created</dt>
			<dd>
				<Time at={asset.creationDate} />
				{asset.isDeleted && ', deleted since'}
			</dd>
			<dt>Log</dt>
			<dd>
				{asset.blockchainStatus} (<a href={`/explorer/records/${asset.id}`}>its entries</a>)
			</dd>
		</dl>
	);
}

function Movements({ place }: { readonly place: AssetPlace }) {
	const { tracker, end } = useSession();
	const reference = usePlace().query.get('reference') ?? undefined;
	const asked = { ...place, reference };
	return (
		<>
			<ReferenceFilter key={reference} place={place} reference={reference} />
			<Paged
				what="movements"
				ask={(question, range) =>
					useAsked(question, (session) =>
						session.tracker.list('listTransactions', { ...asked, ...range }),
					)
				}
				none={
					reference === undefined
						? 'Nothing was issued or moved yet.'
						: 'Nothing was moved with this reference.'
				}
			>
				{(movements) => <MovementTable caption="The oldest first" movements={movements} />}
			</Paged>
			<Download
				what={reference === undefined ? 'all movements' : 'these movements'}
				fileName={`movements-${place.assetId}.csv`}
				{...movementCsv}
				load={(range) => tracker.list('listTransactions', { ...asked, ...range })}
				onEnded={end}
			/>
		</>
	);
}

interface ReferenceFilterProps {
	readonly place: AssetPlace;
	readonly reference: string | undefined;
}

/** The filter stands in the address, so that what it finds can be linked. */
function ReferenceFilter({ place, reference = '' }: ReferenceFilterProps) {
	const [text, setText] = useState(reference);
	const all = placeOf(place, 'movements');
	const search = (event: SubmitEvent) => {
		event.preventDefault();
		const wanted = text.trim();
		go(wanted === '' ? all : `${all}?reference=${encodeURIComponent(wanted)}`);
	};
	return (
		<form class="row" role="search" onSubmit={search}>
			<TextField label="Reference" value={text} onChange={setText} />
			<button type="submit">Find</button>
			{reference !== '' && <Link to={all}>All movements</Link>}
		</form>
	);
}

function holderRow({ id, displayName, ownerDisplayName, amount }: Model<'AssetHolder'>) {
	return [id, displayName, ownerDisplayName ?? '', amount];
}

function Holders({ place }: { readonly place: AssetPlace }) {
	const { tracker, end } = useSession();
	return (
		<>
			<Paged
				what="holders"
				ask={(question, range) =>
					useAsked(question, (session) =>
						session.tracker.list('listHolders', { ...place, ...range }),
					)
				}
				none="Nobody holds any of it."
			>
				{(holders) => (
					<Table
						caption="Who holds it now"
						rows={holders}
						keyOf={({ id }) => id}
						columns={[
							{ name: 'Holder', cell: ({ displayName }) => displayName },
							{ name: 'Of', cell: ({ ownerDisplayName }) => ownerDisplayName ?? '' },
							{ name: 'Amount', isNumber: true, cell: ({ amount }) => numberText(amount) },
						]}
					/>
				)}
			</Paged>
			<Download
				what="all holders"
				fileName={`holders-${place.assetId}.csv`}
				header={['id', 'holder', 'owner', 'amount']}
				row={holderRow}
				load={(range) => tracker.list('listHolders', { ...place, ...range })}
				onEnded={end}
			/>
		</>
	);
}

function Batches({ place }: { readonly place: AssetPlace }) {
	return (
		<Paged
			what="batches"
			ask={(question, range) =>
				useAsked(question, async ({ tracker }) => {
					const { limit } = range;
					const input = { ...place, ...range, limit: limit + 1 };
					const { batches } = await tracker.call('listBatches', input);
					return { records: batches.slice(0, limit), hasNext: batches.length > limit };
				})
			}
			none="Nothing was issued yet."
		>
			{(batches) => (
				<Table
					caption="Each issue is a batch; the oldest first"
					rows={batches}
					keyOf={({ id }) => id}
					columns={[
						{ name: 'Issued', cell: ({ timestamp }) => <Time at={Number(timestamp)} /> },
						{ name: 'To', cell: ({ recipientDisplayName }) => recipientDisplayName },
						{ name: 'Amount', isNumber: true, cell: ({ amount }) => numberText(amount) },
						{
							name: 'Batch',
							cell: ({ id }) => (
								<Link to={`${placeOf(place, 'batches')}/${id}`}>Where {id} went</Link>
							),
						},
					]}
				/>
			)}
		</Paged>
	);
}
