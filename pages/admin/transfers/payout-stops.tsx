import type { Model } from '../../../api/types';
import { lineOf } from '../../parts/person-text';
import { Notice } from '../../parts/states';
import { Table } from '../../parts/table';
import { Act } from '../parts/act';
import { useAsked } from '../parts/session';
import { Panel, useAmounts, When } from '../parts/shown';

type Stops = Model<'PayoutStops'>;

export function PayoutStops() {
	const asked = useAsked('stops', ({ exchange }) => exchange.call('payoutStops', {}));
	return (
		<Panel title="Payouts" asked={asked}>
			{(stops) => <Stopped stops={stops} again={asked.again} />}
		</Panel>
	);
}

interface StoppedProps {
	readonly stops: Stops;
	readonly again: () => void;
}

function Stopped({ stops: { reason, assets }, again }: StoppedProps) {
	if (reason === undefined && assets.length === 0) return <p>Payouts flow.</p>;
	return (
		<>
			{reason !== undefined && (
				<Notice kind="warn" title="No payout is sent.">
					<p>
						<bdi>{lineOf(reason)}</bdi>
					</p>
				</Notice>
			)}
			{assets.length > 0 && <ShortAssets assets={assets} again={again} />}
			<Act of="resumePayouts" name="Let all payouts go on" onDone={again} />
		</>
	);
}

function ShortAssets({ assets, again }: Pick<Stops, 'assets'> & Pick<StoppedProps, 'again'>) {
	const amountOf = useAmounts();
	return (
		<Table
			caption="Assets of which the tracker holds too little"
			rows={assets}
			keyOf={({ asset }) => asset}
			columns={[
				{ name: 'Asset', cell: ({ asset }) => asset },
				{
					name: 'Too little by',
					isNumber: true,
					cell: ({ asset, short }) => amountOf(asset, short),
				},
				{ name: 'Stopped', cell: ({ stoppedAt }) => <When at={stoppedAt} /> },
				{
					name: 'Let go on',
					cell: ({ asset, resumedAt }) =>
						resumedAt === undefined ? (
							<Act of="resumePayouts" given={{ asset }} what={asset} isSmall onDone={again} />
						) : (
							<When at={resumedAt} />
						),
				},
			]}
		/>
	);
}
