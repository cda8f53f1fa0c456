import type { Model } from '../../../api/types';
import { Amount, amountText } from '../../parts/amounts';
import { Heading } from '../../parts/frame';
import { lineOf } from '../../parts/person-text';
import { numberText } from '../../parts/values';
import { Act } from '../parts/act';
import { Records, useDecimals, When } from '../parts/shown';

type Comparison = Model<'Reconciliation'>;
type Compared = Comparison['assets'][number];

const words: Readonly<
	Record<Comparison['verdict'], { readonly name: string; readonly kind: string }>
> = {
	AGREES: { name: 'Agree', kind: 'good' },
	DIFFERS: { name: 'Differ', kind: 'bad' },
	MOVING: { name: 'Moving', kind: 'warn' },
	UNREAD: { name: 'Not read', kind: 'warn' },
};

function Verdict({ verdict }: Pick<Comparison, 'verdict'>) {
	const { name, kind } = words[verdict];
	return <span class={`badge ${kind}`}>{name}</span>;
}

export function Comparisons() {
	return (
		<>
			<Heading>Books and tracker</Heading>
			<Records
				of="listReconciliations"
				one="comparison"
				none="The books were not compared with the tracker yet."
				above={(again) => (
					<Act of="reconcile" more={({ assets }) => <Assets assets={assets} />} onDone={again} />
				)}
				caption="What was found, the newest first; the same again and again is one entry"
				columns={() => [
					{ name: 'They', cell: ({ verdict }) => <Verdict verdict={verdict} /> },
					{ name: 'First found', cell: ({ beganAt }) => <When at={beganAt} /> },
					{ name: 'Last found', cell: ({ endedAt }) => <When at={endedAt} /> },
					{ name: 'How often', isNumber: true, cell: ({ runs }) => numberText(runs) },
					{ name: 'The last time', cell: ({ assets }) => <Assets assets={assets} /> },
				]}
			/>
		</>
	);
}

interface AssetsProps {
	readonly assets: readonly Compared[];
}

function Assets({ assets }: AssetsProps) {
	const decimalsOf = useDecimals();
	if (assets.length === 0) return <span class="soft">no asset is linked</span>;
	return (
		<ul class="plain">
			{assets.map((compared) => (
				<li key={compared.asset}>
					<ComparedAsset compared={compared} decimals={decimalsOf(compared.asset)} />
				</li>
			))}
		</ul>
	);
}

interface ComparedProps {
	readonly compared: Compared;
	readonly decimals: number;
}

/** The difference in one line, with the sums in a fold. */
function ComparedAsset({ compared, decimals }: ComparedProps) {
	const { asset, verdict, reason, difference } = compared;
	const text = (amount: string) => amountText(amount, decimals);
	const { traders, fees, payouts, owed, least, most, atTracker } = compared;
	return (
		<details>
			<summary>
				{asset}: {words[verdict].name.toLowerCase()}
				{difference !== undefined && verdict === 'DIFFERS' && `, by ${text(difference)}`}
				{reason !== undefined && ` (${lineOf(reason)})`}
			</summary>
			<dl class="facts">
				<dt>Owed to traders</dt>
				<dd>{text(traders)}</dd>
				<dt>Commissions</dt>
				<dd>{text(fees)}</dd>
				<dt>On its way to traders</dt>
				<dd>{text(payouts)}</dd>
				<dt>All of it</dt>
				<dd>{text(owed)}</dd>
				<dt>With transfers under way</dt>
				<dd>
					{text(least)} to {text(most)}
				</dd>
				<dt>At the tracker</dt>
				<dd>
					{atTracker === undefined ? (
						'not known'
					) : (
						<Amount amount={atTracker} decimals={decimals} />
					)}
				</dd>
			</dl>
		</details>
	);
}
