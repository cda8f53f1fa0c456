import type { Model } from '../../../api/types';
import { Amount } from '../../parts/amounts';
import { CursorList } from '../../parts/cursor-list';
import { Heading } from '../../parts/frame';
import { lineOf } from '../../parts/person-text';
import { Table } from '../../parts/table';
import { Act } from '../parts/act';
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
				above={(again) => <Act of="addAsset" onDone={again} />}
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
							<Act of="linkAsset" given={{ asset }} what={asset} isSmall onDone={again} />
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
