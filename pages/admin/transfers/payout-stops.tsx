import type { Model } from '../../../api/types';
import { Amount } from '../../parts/amounts';
import { lineOf } from '../../parts/person-text';
import { Notice, WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/values';
import { Act } from '../parts/act';
import { useDecimals } from '../parts/decimals';
import { useAsked } from '../parts/session';

type Stops = Model<'PayoutStops'>;

export function PayoutStops() {
	const asked = useAsked('stops', ({ exchange }) => exchange.call('payoutStops', {}));
	return (
		<section class="panel" aria-labelledby="payouts-title">
			<h2 id="payouts-title">Payouts</h2>
			<WhenLoaded asked={asked}>
				{(stops) => <Stopped stops={stops} again={asked.again} />}
			</WhenLoaded>
		</section>
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
	const decimalsOf = useDecimals();
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
					cell: ({ asset, short }) => (
						<Amount amount={short} decimals={decimalsOf(asset)} asset={asset} />
					),
				},
				{ name: 'Stopped', cell: ({ stoppedAt }) => <Time at={Number(stoppedAt)} /> },
				{
					name: 'Let go on',
					cell: ({ asset, resumedAt }) =>
						resumedAt === undefined ? (
							<Act of="resumePayouts" given={{ asset }} what={asset} isSmall onDone={again} />
						) : (
							<Time at={Number(resumedAt)} />
						),
				},
			]}
		/>
	);
}
