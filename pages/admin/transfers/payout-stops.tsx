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
			<Resume onDone={again} />
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
							<Resume asset={asset} onDone={again} />
						) : (
							<Time at={Number(resumedAt)} />
						),
				},
			]}
		/>
	);
}

interface ResumeProps {
	/** All assets if left out. */
	readonly asset?: string;
	readonly onDone: () => void;
}

function Resume({ asset, onDone }: ResumeProps) {
	return (
		<Act
			name={asset === undefined ? 'Let all payouts go on' : 'Let go on'}
			{...(asset !== undefined && { what: asset, isSmall: true })}
			isGrave
			says={() => (
				<p>
					Payouts {asset === undefined ? 'of all assets' : `of ${asset}`} are sent again, though too
					little may be there still. They stop again only when it gets less.
				</p>
			)}
			act={(exchange, { reason }) => exchange.call('resumePayouts', { asset, reason })}
			told={(stops) => ({
				title: stops.reason === undefined ? 'Payouts go on.' : 'Payouts are stopped still.',
				isOpen: stops.reason !== undefined,
			})}
			onDone={onDone}
		/>
	);
}
