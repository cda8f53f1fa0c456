import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { TextField } from '../parts/forms/fields';
import { Heading } from '../parts/frame';
import { useLanguage } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { Paged } from '../parts/paged';
import { go, Link, usePlace } from '../parts/router';
import { WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { Copy, numberText, Time } from '../parts/values';
import { Download } from './download';
import { MovementTable, movementCsv } from './movements';
import { MoveAsset } from './acts';
import { useAsked, useSession } from './session';
import { texts } from './texts';

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
	const say = useTexts(texts);
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
					<nav class="tabs" aria-label={say('Parts of the asset')}>
						{(['holders', 'batches', 'movements'] as const).map((one) => (
							<Link key={one} to={placeOf(place, one)} isCurrent={one === part}>
								{say(partNames[one])}
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
	const say = useTexts(texts);
	const created = <Time at={asset.creationDate} />;
	return (
		<dl class="facts">
			<dt>{say('Asset')}</dt>
			<dd>
				<code>{asset.id}</code> <Copy text={asset.id} what={say('the id of the asset')} />
			</dd>
			<dt>{say('Created')}</dt>
			<dd>{asset.isDeleted ? say.filled('{time}, deleted since', { time: created }) : created}</dd>
			<dt>{say('Log')}</dt>
			<dd>
				{say.filled('{status} ({entries})', {
					status: asset.blockchainStatus,
					entries: <a href={`/explorer/records/${asset.id}`}>{say('its entries')}</a>,
				})}
			</dd>
		</dl>
	);
}

function Movements({ place }: { readonly place: AssetPlace }) {
	const say = useTexts(texts);
	const { tracker, end } = useSession();
	const reference = usePlace().query.get('reference') ?? undefined;
	const asked = { ...place, reference };
	return (
		<>
			<ReferenceFilter key={reference} place={place} reference={reference} />
			<Paged
				what={say('movements')}
				ask={(question, range) =>
					useAsked(question, (session) =>
						session.tracker.list('listTransactions', { ...asked, ...range }),
					)
				}
				none={
					reference === undefined
						? say('Nothing was issued or moved yet.')
						: say('Nothing was moved with this reference.')
				}
			>
				{(movements) => <MovementTable caption={say('The oldest first')} movements={movements} />}
			</Paged>
			<Download
				name={say(
					reference === undefined
						? 'Download all movements as CSV'
						: 'Download these movements as CSV',
				)}
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
	const say = useTexts(texts);
	const [text, setText] = useState(reference);
	const all = placeOf(place, 'movements');
	const search = (event: SubmitEvent) => {
		event.preventDefault();
		const wanted = text.trim();
		go(wanted === '' ? all : `${all}?reference=${encodeURIComponent(wanted)}`);
	};
	return (
		<form class="row" role="search" onSubmit={search}>
			<TextField label={say('Reference')} value={text} onChange={setText} />
			<button type="submit">{say('Find')}</button>
			{reference !== '' && <Link to={all}>{say('All movements')}</Link>}
		</form>
	);
}

function holderRow({ id, displayName, ownerDisplayName, amount }: Model<'AssetHolder'>) {
	return [id, displayName, ownerDisplayName ?? '', amount];
}

function Holders({ place }: { readonly place: AssetPlace }) {
	const { locale } = useLanguage();
	const say = useTexts(texts);
	const { tracker, end } = useSession();
	return (
		<>
			<Paged
				what={say('holders')}
				ask={(question, range) =>
					useAsked(question, (session) =>
						session.tracker.list('listHolders', { ...place, ...range }),
					)
				}
				none={say('Nobody holds any of it.')}
			>
				{(holders) => (
					<Table
						caption={say('Who holds it now')}
						rows={holders}
						keyOf={({ id }) => id}
						columns={[
							{ name: say('Holder'), cell: ({ displayName }) => displayName },
							{ name: say('Of'), cell: ({ ownerDisplayName }) => ownerDisplayName ?? '' },
							{
								name: say('Amount'),
								isNumber: true,
								cell: ({ amount }) => numberText(amount, locale),
							},
						]}
					/>
				)}
			</Paged>
			<Download
				name={say('Download all holders as CSV')}
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
	const say = useTexts(texts);
	const { locale } = useLanguage();
	return (
		<Paged
			what={say('batches')}
			ask={(question, range) =>
				useAsked(question, async ({ tracker }) => {
					const { limit } = range;
					const input = { ...place, ...range, limit: limit + 1 };
					const { batches } = await tracker.call('listBatches', input);
					return { records: batches.slice(0, limit), hasNext: batches.length > limit };
				})
			}
			none={say('Nothing was issued yet.')}
		>
			{(batches) => (
				<Table
					caption={say('Each issue is a batch; the oldest first')}
					rows={batches}
					keyOf={({ id }) => id}
					columns={[
						{ name: say('Issued'), cell: ({ timestamp }) => <Time at={Number(timestamp)} /> },
						{ name: say('To'), cell: ({ recipientDisplayName }) => recipientDisplayName },
						{
							name: say('Amount'),
							isNumber: true,
							cell: ({ amount }) => numberText(amount, locale),
						},
						{
							name: say('Batch'),
							cell: ({ id }) => (
								<Link to={`${placeOf(place, 'batches')}/${id}`}>
									{say('Where {batch} went', { batch: id })}
								</Link>
							),
						},
					]}
				/>
			)}
		</Paged>
	);
}
