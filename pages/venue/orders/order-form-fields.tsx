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
	type Unfit,
} from './order-draft';
import { useTexts } from '../../parts/language/texts';
import { texts, type TextName } from '../texts/texts';

interface FieldsProps {
	readonly draft: Draft;
	readonly market: Model<'Market'>;
	readonly faults: Faults;
	readonly change: (changed: Partial<Draft>) => void;
}

const labels: Readonly<Record<AmountName, TextName>> = {
	price: 'Price in {asset}',
	quantity: 'Quantity in {asset}',
	quoteOrderQty: 'Or for how much {asset}',
	stopPrice: 'Stop price in {asset}',
	stopLimitPrice: 'Limit of the stop order in {asset}',
	icebergQty: 'Show at most, in {asset}',
};

function assetOf(name: AmountName, { baseAsset, quoteAsset }: Model<'Market'>): string {
	return name === 'quantity' || name === 'icebergQty' ? baseAsset : quoteAsset;
}

/** What does not fit, to the reader. */
export function useUnfitText(): (unfit: Unfit | undefined) => string | undefined {
	const say = useTexts(texts);
	return (unfit) => unfit && say(unfit.says, unfit.values);
}

export function AmountFields({ draft, market, faults, change }: FieldsProps) {
	const say = useTexts(texts);
	const unfitText = useUnfitText();
	const { needed, may } = amountsOf(draft.type);
	const shown = [...needed, ...may].filter((name) => name !== 'icebergQty');
	return (
		<>
			{shown.map((name) => (
				<TextField
					key={name}
					label={say(labels[name], { asset: assetOf(name, market) })}
					value={draft[name]}
					onChange={(value) => change({ [name]: value })}
					fault={unfitText(faults[name])}
					isNumber
					isRequired={needed.includes(name)}
				/>
			))}
			{needsDelta(draft) && (
				<TextField
					label={say('Or follow the price at a distance')}
					help={say('In hundredths of a percent; 100 is one percent.')}
					value={draft.trailingDelta}
					onChange={(trailingDelta) => change({ trailingDelta })}
					fault={unfitText(faults.trailingDelta)}
					isNumber
				/>
			)}
		</>
	);
}

export function FundField({ draft, change }: Pick<FieldsProps, 'draft' | 'change'>) {
	const say = useTexts(texts);
	if (!takesFund(draft)) {
		return (
			<p class="soft">
				{say('Funds are pulled only for one order that says what it sells or pays.')}
			</p>
		);
	}
	return (
		<CheckField
			label={say('Pull missing funds from my tracker account')}
			isChosen={draft.fund === true}
			onChange={(fund) => change({ fund })}
		/>
	);
}

const times: readonly (readonly [TimeInForce, TextName])[] = [
	['GTC', 'Until it is cancelled'],
	['IOC', 'Now or not at all'],
	['FOK', 'All of it now or nothing'],
	['GTD', 'Until a time'],
];

const selfTrades: readonly (readonly [SelfTrade | '', TextName])[] = [
	['', 'As the market has it'],
	['EXPIRE_TAKER', 'The new order ends'],
	['EXPIRE_MAKER', 'The older order ends'],
	['EXPIRE_BOTH', 'Both end'],
	['DECREMENT', 'Both get smaller'],
	['NONE', 'They trade'],
];

export function MoreFields({ draft, market, faults, change }: FieldsProps) {
	const say = useTexts(texts);
	const unfitText = useUnfitText();
	const { may } = amountsOf(draft.type);
	return (
		<details class="more">
			<summary>{say('More about the order')}</summary>
			{takesTime(draft) && (
				<SelectField
					label={say('How long')}
					value={draft.timeInForce}
					onChange={(timeInForce) => change({ timeInForce })}
					options={times.map(([one, name]) => [one, say(name)] as const)}
				/>
			)}
			{takesTime(draft) && draft.timeInForce === 'GTD' && (
				<TextField
					label={say('Ends at')}
					type="datetime-local"
					value={draft.expireTime}
					onChange={(expireTime) => change({ expireTime })}
				/>
			)}
			{may.includes('icebergQty') && (
				<TextField
					label={say(labels.icebergQty, { asset: market.baseAsset })}
					help={say('The rest stays out of sight until that has traded.')}
					value={draft.icebergQty}
					onChange={(icebergQty) => change({ icebergQty })}
					fault={unfitText(faults.icebergQty)}
					isNumber
				/>
			)}
			{takesPostOnly(draft) && (
				<CheckField
					label={say('Refuse it where it would trade at once')}
					isChosen={draft.postOnly}
					onChange={(postOnly) => change({ postOnly })}
				/>
			)}
			<SelectField
				label={say('Where it meets an order of mine')}
				value={draft.selfTrade}
				onChange={(selfTrade) => change({ selfTrade })}
				options={selfTrades.map(([one, name]) => [one, say(name)] as const)}
			/>
			{draft.fund && (
				<TextField
					label={say('Key at the tracker')}
					help={say(
						'Where it is another than here. It goes with this order and is kept in this tab alone.',
					)}
					type="password"
					value={draft.trackerKey}
					onChange={(trackerKey) => change({ trackerKey })}
				/>
			)}
		</details>
	);
}
