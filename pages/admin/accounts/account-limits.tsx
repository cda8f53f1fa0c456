import type { ComponentChildren } from 'preact';
import type { Model } from '../../../api/types';
import { Amount } from '../../parts/amounts';
import { Empty } from '../../parts/states';
import { Table, type Column } from '../../parts/table';
import { numberText } from '../../parts/values';
import { Act } from '../parts/act';
import { given, givenNumber } from '../parts/act-fields';
import { useDecimals } from '../parts/decimals';

type LimitsOf = Model<'AccountLimits'>;

interface LimitsProps {
	readonly limits: LimitsOf;
	readonly again: () => void;
}

export function Limits({ limits, again }: LimitsProps) {
	const { accountId, maxNumOrders, openOrders = [] } = limits;
	const to = { accountId, onDone: again };
	return (
		<section class="panel">
			<h2>Its limits</h2>
			<p>
				Open orders in each market:{' '}
				{maxNumOrders === undefined ? 'as the market has it' : numberText(maxNumOrders)}
				{openOrders.length > 0 &&
					` (it has ${openOrders.map(({ symbol, open }) => `${numberText(open)} in ${symbol}`).join(', ')})`}
			</p>
			<ByAsset limits={limits} />
			<div class="actions">
				<LimitOrders {...to} maxNumOrders={maxNumOrders} />
				<LimitHeld {...to} />
				<LimitNotional {...to} />
				<LimitPayouts {...to} />
			</div>
		</section>
	);
}

type Row = LimitsOf['assets'][number] & Partial<LimitsOf['payouts'][number]>;

function rowsOf({ assets, payouts }: LimitsOf): readonly Row[] {
	const rows = new Map<string, Row>(assets.map((limited) => [limited.asset, limited]));
	for (const limited of payouts) {
		rows.set(limited.asset, { ...rows.get(limited.asset), ...limited });
	}
	return [...rows.values()];
}

function ByAsset({ limits }: { readonly limits: LimitsOf }) {
	const decimalsOf = useDecimals();
	const rows = rowsOf(limits);
	if (rows.length === 0) return <Empty>No asset is limited for it.</Empty>;
	const amount = (asset: string, of: string | undefined): ComponentChildren =>
		of === undefined ? (
			<span class="soft">none</span>
		) : (
			<Amount amount={of} decimals={decimalsOf(asset)} asset={asset} />
		);
	const column = (name: string, value: (row: Row) => string | undefined): Column<Row> => ({
		name,
		isNumber: true,
		cell: (row) => amount(row.asset, value(row)),
	});
	return (
		<Table
			caption="By asset"
			rows={rows}
			keyOf={({ asset }) => asset}
			columns={[
				{ name: 'Asset', cell: ({ asset }) => asset },
				column('Orders may hold', ({ maxHeld }) => maxHeld),
				column('They hold', ({ held }) => held),
				column('One order may be worth', ({ maxNotional }) => maxNotional),
				column('Payouts of 24 hours', ({ perDayMax }) => perDayMax),
				column('Used of them', ({ perDayUsed }) => perDayUsed),
				column('Waits for approval above', ({ approvalAbove }) => approvalAbove),
			]}
		/>
	);
}

interface LimitActProps {
	readonly accountId: string;
	readonly onDone: () => void;
}

const asset = {
	name: 'asset',
	label: 'Asset',
	kind: 'text',
	help: 'Its code.',
	isRequired: true,
} as const;

const told = () => ({ title: 'The limit is set.' });

function LimitOrders({
	accountId,
	onDone,
	maxNumOrders,
}: LimitActProps & Pick<LimitsOf, 'maxNumOrders'>) {
	return (
		<Act
			name="Limit open orders"
			says={() => <p>It holds for orders accepted from then on; those in the book stay.</p>}
			fields={[
				{
					name: 'max',
					label: 'Most open orders in each market',
					kind: 'whole',
					help: 'As the market has it when left empty.',
					initial: maxNumOrders === undefined ? '' : String(maxNumOrders),
				},
			]}
			act={(exchange, { max, reason }) =>
				exchange.call('limitOpenOrders', { accountId, maxNumOrders: givenNumber(max), reason })
			}
			told={told}
			onDone={onDone}
		/>
	);
}

function LimitHeld({ accountId, onDone }: LimitActProps) {
	return (
		<Act
			name="Limit what orders hold"
			says={() => (
				<p>
					Its open orders together then hold no more of the asset: what purchases pay, commission
					included, or what sales sell. Those in the book stay.
				</p>
			)}
			fields={[
				asset,
				{ name: 'max', label: 'Most of it', kind: 'amount', help: 'No limit when left empty.' },
			]}
			act={(exchange, { asset: code, max, reason }) =>
				exchange.call('limitHeld', { accountId, asset: code, maxHeld: given(max), reason })
			}
			told={told}
			onDone={onDone}
		/>
	);
}

function LimitNotional({ accountId, onDone }: LimitActProps) {
	return (
		<Act
			name="Limit one order"
			says={() => (
				<p>
					One order of it is then worth no more, in markets whose quote asset this is; commission is
					not counted.
				</p>
			)}
			fields={[
				asset,
				{ name: 'max', label: 'Most worth', kind: 'amount', help: 'No limit when left empty.' },
			]}
			act={(exchange, { asset: code, max, reason }) =>
				exchange.call('limitNotional', { accountId, asset: code, maxNotional: given(max), reason })
			}
			told={told}
			onDone={onDone}
		/>
	);
}

function LimitPayouts({ accountId, onDone }: LimitActProps) {
	return (
		<Act
			name="Limit payouts"
			says={() => (
				<p>
					What is beyond the limit of a day is refused, or stays due; what is larger than one payout
					may be waits until an administrator approves it. Both are set anew by this.
				</p>
			)}
			fields={[
				asset,
				{
					name: 'day',
					label: 'Most in 24 hours',
					kind: 'amount',
					help: 'No limit when left empty.',
				},
				{
					name: 'above',
					label: 'Waits for approval above',
					kind: 'amount',
					help: 'None waits when left empty.',
				},
			]}
			act={(exchange, { asset: code, day, above, reason }) =>
				exchange.call('setPayoutLimits', {
					accountId,
					asset: code,
					reason,
					perDayMax: given(day),
					approvalAbove: given(above),
				})
			}
			told={told}
			onDone={onDone}
		/>
	);
}
