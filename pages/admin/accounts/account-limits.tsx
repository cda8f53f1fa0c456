import type { Model } from '../../../api/types';
import { Empty } from '../../parts/states';
import { Table, type Column } from '../../parts/table';
import { numberText } from '../../parts/values';
import { Act } from '../parts/act';
import { useAmounts } from '../parts/shown';

type LimitsOf = Model<'AccountLimits'>;

interface LimitsProps {
	readonly limits: LimitsOf;
	readonly again: () => void;
}

export function Limits({ limits, again }: LimitsProps) {
	const { accountId, maxNumOrders, openOrders = [] } = limits;
	const to = { given: { accountId }, onDone: again };
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
				<Act of="limitOpenOrders" {...to} now={limits} />
				<Act of="limitHeld" {...to} />
				<Act of="limitNotional" {...to} />
				<Act of="setPayoutLimits" {...to} />
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
	const amountOf = useAmounts();
	const rows = rowsOf(limits);
	if (rows.length === 0) return <Empty>No asset is limited for it.</Empty>;
	const column = (name: string, value: (row: Row) => string | undefined): Column<Row> => ({
		name,
		isNumber: true,
		cell: (row) => amountOf(row.asset, value(row)),
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
