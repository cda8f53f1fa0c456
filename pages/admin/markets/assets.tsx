import type { Model } from '../../../api/types';
import { Amount } from '../../parts/amounts';
import { CursorList } from '../../parts/cursor-list';
import { Heading } from '../../parts/frame';
import { lineOf } from '../../parts/person-text';
import { Table } from '../../parts/table';
import { Act } from '../parts/act';
import { given } from '../parts/act-fields';
import { useAsked } from '../parts/session';

type Asset = Model<'ManagedAsset'>;

export function Assets() {
	return (
		<>
			<Heading>Assets</Heading>
			<CursorList<Asset>
				one="asset"
				what="assets"
				first="First"
				ask={(question, range) =>
					useAsked(question, ({ exchange }) => exchange.list('listAssets', { ...range, offset: 0 }))
				}
				none="There is no asset yet."
				above={(again) => <AddAsset onDone={again} />}
			>
				{(assets, again) => <AssetTable assets={assets} again={again} />}
			</CursorList>
		</>
	);
}

interface TableProps {
	readonly assets: readonly Asset[];
	readonly again: () => void;
}

function AssetTable({ assets, again }: TableProps) {
	return (
		<Table
			caption="By their codes"
			rows={assets}
			keyOf={({ asset }) => asset}
			columns={[
				{ name: 'Asset', cell: ({ asset }) => asset },
				{ name: 'Decimals', isNumber: true, cell: ({ decimals }) => String(decimals) },
				{
					name: 'Asset of the tracker',
					cell: ({ asset, trackerAssetId }) =>
						trackerAssetId === undefined ? (
							<LinkAsset asset={asset} onDone={again} />
						) : (
							<code>{lineOf(trackerAssetId)}</code>
						),
				},
				{
					name: 'One whole unit there',
					isNumber: true,
					cell: ({ asset, decimals, unit }) =>
						unit === undefined ? (
							<span class="soft">not linked</span>
						) : (
							<Amount amount={unit} decimals={Number(decimals)} asset={asset} />
						),
				},
			]}
		/>
	);
}

function AddAsset({ onDone }: { readonly onDone: () => void }) {
	return (
		<Act
			name="Add an asset"
			says={() => <p>Its code and its decimals stay for good.</p>}
			fields={[
				{
					name: 'asset',
					label: 'Code',
					kind: 'text',
					isRequired: true,
					help: '1 to 16 capital letters and digits, such as EUR.',
				},
				{ name: 'decimals', label: 'Digits behind the point', kind: 'whole', isRequired: true },
			]}
			isReasonOptional
			act={(exchange, { asset, decimals, reason }) =>
				exchange.call('addAsset', {
					asset,
					decimals: Number(decimals),
					reason: given(reason),
				})
			}
			told={({ asset }) => ({ title: `${asset} is there.` })}
			onDone={onDone}
		/>
	);
}

interface LinkProps {
	readonly asset: string;
	readonly onDone: () => void;
}

function LinkAsset({ asset, onDone }: LinkProps) {
	return (
		<Act
			name="Link"
			what={asset}
			isSmall
			isGrave
			says={() => (
				<p>
					{asset} then stands for an asset of the tracker, for good: it is pulled in and paid out
					there, and cannot be credited by hand any more.
				</p>
			)}
			fields={[
				{
					name: 'trackerAssetId',
					label: 'Asset of the tracker',
					kind: 'text',
					help: 'Its id there.',
					isRequired: true,
				},
				{
					name: 'unit',
					label: 'How much here is one whole unit there',
					kind: 'amount',
					help: 'Such as 0.01, where the tracker counts cents.',
					isRequired: true,
				},
			]}
			isReasonOptional
			act={(exchange, { trackerAssetId, unit, reason }) =>
				exchange.call('linkAsset', { asset, trackerAssetId, unit, reason: given(reason) })
			}
			told={() => ({ title: `${asset} is linked.` })}
			onDone={onDone}
		/>
	);
}
