import { Act } from '../parts/act';
import { given, type ActField } from '../parts/act-fields';
import { ruleFields, rulesOf, selfTradeModes, type SelfTradeMode } from './market-fields';

const needed = { isRequired: true } as const;

const fields = [
	{ ...needed, name: 'symbol', label: 'Symbol', kind: 'text', help: 'Such as CREDIT-EUR.' },
	{ ...needed, name: 'baseAsset', label: 'Base asset', kind: 'text', help: 'What is traded.' },
	{
		...needed,
		name: 'quoteAsset',
		label: 'Quote asset',
		kind: 'text',
		help: 'What it is paid with.',
	},
	{
		...needed,
		name: 'tickSize',
		label: 'Tick',
		kind: 'amount',
		help: 'Prices are multiples of it.',
	},
	{
		...needed,
		name: 'stepSize',
		label: 'Step',
		kind: 'amount',
		help: 'Quantities are multiples of it.',
	},
	{ ...needed, name: 'maxPrice', label: 'Highest price', kind: 'amount' },
	{ ...needed, name: 'minQty', label: 'Least quantity', kind: 'amount' },
	{ ...needed, name: 'maxQty', label: 'Largest quantity', kind: 'amount' },
	{
		name: 'minNotional',
		label: 'Least worth of an order',
		kind: 'amount',
		help: '0 when left empty.',
	},
	{
		...needed,
		name: 'makerFeeBps',
		label: 'Maker fee in hundredths of a percent',
		kind: 'whole',
		initial: '0',
	},
	{
		...needed,
		name: 'takerFeeBps',
		label: 'Taker fee in hundredths of a percent',
		kind: 'whole',
		initial: '0',
	},
	{ name: 'mode', label: 'When an account meets itself', kind: 'choice', options: selfTradeModes },
] as const satisfies readonly ActField<string>[];

export function NewMarket({ onDone }: { readonly onDone: () => void }) {
	return (
		<Act
			name="Add a market"
			says={() => (
				<p>
					It trades at once. What it is made of and its fees stay for good; its status and its rules
					can be changed. Rules that are left empty are safe ones.
				</p>
			)}
			fields={[...fields, ...ruleFields()]}
			isReasonOptional
			act={(exchange, typed) =>
				exchange.call('addMarket', {
					symbol: typed.symbol,
					baseAsset: typed.baseAsset,
					quoteAsset: typed.quoteAsset,
					tickSize: typed.tickSize,
					stepSize: typed.stepSize,
					maxPrice: typed.maxPrice,
					minQty: typed.minQty,
					maxQty: typed.maxQty,
					minNotional: given(typed.minNotional),
					makerFeeBps: Number(typed.makerFeeBps),
					takerFeeBps: Number(typed.takerFeeBps),
					selfTradePreventionMode: typed.mode as SelfTradeMode,
					...rulesOf(typed),
					reason: given(typed.reason),
				})
			}
			told={({ symbol }) => ({ title: `${symbol} is there.` })}
			onDone={onDone}
		/>
	);
}
