import { Amount } from '../../parts/amounts';
import { Heading } from '../../parts/frame';
import { lineOf } from '../../parts/person-text';
import { Act } from '../parts/act';
import { Records } from '../parts/shown';

export function Assets() {
	return (
		<>
			<Heading>Assets</Heading>
			<Records
				of="listAssets"
				one="asset"
				first="First"
				none="There is no asset yet."
				above={(again) => <Act of="addAsset" onDone={again} />}
				caption="By their codes"
				columns={(again) => [
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
		</>
	);
}
