import type { Model } from '../../../api/types';
import { Amount } from '../../parts/amounts';
import { decimalsOf } from '../../parts/decimal';
import { Heading } from '../../parts/frame';
import { MarketStatus } from '../../parts/market-status';
import { Link } from '../../parts/router';
import { Empty, WhenLoaded } from '../../parts/states';
import { Table, type Column } from '../../parts/table';
import { numberText } from '../../parts/values';
import { Act } from '../parts/act';
import { percentText } from '../parts/words';
import { placeOf } from '../parts/places';
import { useAsked } from '../parts/session';
import { LookAgain } from '../parts/shown';

type Market = Model<'Market'>;

const columns: readonly Column<Market>[] = [
	{
		name: 'Market',
		cell: ({ symbol }) => <Link to={placeOf('markets', symbol)}>{symbol}</Link>,
	},
	{ name: 'Status', cell: ({ status }) => <MarketStatus status={status} /> },
	{
		name: 'Maker fee',
		isNumber: true,
		cell: ({ makerFeeBps }) => percentText(makerFeeBps),
	},
	{
		name: 'Taker fee',
		isNumber: true,
		cell: ({ takerFeeBps }) => percentText(takerFeeBps),
	},
	{
		name: 'Tick',
		isNumber: true,
		cell: ({ tickSize, quoteAsset }) => (
			<Amount amount={tickSize} decimals={decimalsOf(tickSize)} asset={quoteAsset} />
		),
	},
	{
		name: 'Step',
		isNumber: true,
		cell: ({ stepSize, baseAsset }) => (
			<Amount amount={stepSize} decimals={decimalsOf(stepSize)} asset={baseAsset} />
		),
	},
	{
		name: 'Open orders of an account',
		isNumber: true,
		cell: ({ maxNumOrders }) =>
			Number(maxNumOrders) === 0 ? 'no limit' : numberText(maxNumOrders),
	},
];

export function Markets() {
	const asked = useAsked('markets', ({ exchange }) => exchange.call('listMarkets', {}));
	return (
		<>
			<Heading>Markets</Heading>
			<div class="actions above">
				<LookAgain again={asked.again} />
				<Act of="addMarket" onDone={asked.again} />
			</div>
			<WhenLoaded asked={asked}>
				{(markets) =>
					markets.length === 0 ? (
						<Empty>
							There is no market yet. Add the assets first, then a market of two of them.
						</Empty>
					) : (
						<Table
							caption="All markets"
							columns={columns}
							rows={markets}
							keyOf={({ symbol }) => symbol}
						/>
					)
				}
			</WhenLoaded>
		</>
	);
}
