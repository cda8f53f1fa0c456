/** The fields of an order; rare ones are in a fold. */
import type { TimeInForce } from '../../../api/exchange/language/order-types';
import type { Model } from '../../../api/types';
import { CheckField, SelectField, TextField } from '../../parts/forms/fields';
import {
	amountsOf,
	needsDelta,
	takesFund,
	takesPostOnly,
	takesTime,
	type AmountName,
	type Draft,
	type Faults,
	type SelfTrade,
} from './order-draft';

interface FieldsProps {
	readonly draft: Draft;
	readonly market: Model<'Market'>;
	readonly faults: Faults;
	readonly change: (changed: Partial<Draft>) => void;
}

function labelOf(name: AmountName, { baseAsset, quoteAsset }: Model<'Market'>): string {
	return {
		price: `Price in ${quoteAsset}`,
		quantity: `Quantity in ${baseAsset}`,
		quoteOrderQty: `Or for how much ${quoteAsset}`,
		stopPrice: `Stop price in ${quoteAsset}`,
		stopLimitPrice: `Limit of the stop order in ${quoteAsset}`,
		icebergQty: `Show at most, in ${baseAsset}`,
	}[name];
}

export function AmountFields({ draft, market, faults, change }: FieldsProps) {
	const { needed, may } = amountsOf(draft.type);
	const shown = [...needed, ...may].filter((name) => name !== 'icebergQty');
	return (
		<>
			{shown.map((name) => (
				<TextField
					key={name}
					label={labelOf(name, market)}
					value={draft[name]}
					onChange={(value) => change({ [name]: value })}
					fault={faults[name]}
					isNumber
					isRequired={needed.includes(name)}
				/>
			))}
			{needsDelta(draft) && (
				<TextField
					label="Or follow the price at a distance"
					help="In hundredths of a percent; 100 is one percent."
					value={draft.trailingDelta}
					onChange={(trailingDelta) => change({ trailingDelta })}
					fault={faults.trailingDelta}
					isNumber
				/>
			)}
		</>
	);
}

export function FundField({ draft, change }: Pick<FieldsProps, 'draft' | 'change'>) {
	if (!takesFund(draft)) {
		return <p class="soft">Funds are pulled only for one order that says what it sells or pays.</p>;
	}
	return (
		<CheckField
			label="Pull missing funds from my tracker account"
			isChosen={draft.fund === true}
			onChange={(fund) => change({ fund })}
		/>
	);
}

const times: readonly (readonly [TimeInForce, string])[] = [
	['GTC', 'Until it is cancelled'],
	['IOC', 'Now or not at all'],
	['FOK', 'All of it now or nothing'],
	['GTD', 'Until a time'],
];

const selfTrades: readonly (readonly [SelfTrade | '', string])[] = [
	['', 'As the market has it'],
	['EXPIRE_TAKER', 'The new order ends'],
	['EXPIRE_MAKER', 'The older order ends'],
	['EXPIRE_BOTH', 'Both end'],
	['DECREMENT', 'Both get smaller'],
	['NONE', 'They trade'],
];

export function MoreFields({ draft, market, faults, change }: FieldsProps) {
	const { may } = amountsOf(draft.type);
	return (
		<details class="more">
			<summary>More about the order</summary>
			{takesTime(draft) && (
				<SelectField
					label="How long"
					value={draft.timeInForce}
					onChange={(timeInForce) => change({ timeInForce })}
					options={times}
				/>
			)}
			{takesTime(draft) && draft.timeInForce === 'GTD' && (
				<TextField
					label="Ends at"
					type="datetime-local"
					value={draft.expireTime}
					onChange={(expireTime) => change({ expireTime })}
				/>
			)}
			{may.includes('icebergQty') && (
				<TextField
					label={labelOf('icebergQty', market)}
					help="The rest stays out of sight until that has traded."
					value={draft.icebergQty}
					onChange={(icebergQty) => change({ icebergQty })}
					fault={faults.icebergQty}
					isNumber
				/>
			)}
			{takesPostOnly(draft) && (
				<CheckField
					label="Refuse it where it would trade at once"
					isChosen={draft.postOnly}
					onChange={(postOnly) => change({ postOnly })}
				/>
			)}
			<SelectField
				label="Where it meets an order of mine"
				value={draft.selfTrade}
				onChange={(selfTrade) => change({ selfTrade })}
				options={selfTrades}
			/>
			{draft.fund && (
				<TextField
					label="Key at the tracker"
					help="Where it is another than here. It goes with this order and is kept in this tab alone."
					type="password"
					value={draft.trackerKey}
					onChange={(trackerKey) => change({ trackerKey })}
				/>
			)}
		</details>
	);
}
