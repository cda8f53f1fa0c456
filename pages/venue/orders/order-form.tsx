/**
 * The form to place an order. A preview, a test at the exchange, shows the expected result above the
 * button. The client order id stays the same until an answer comes, unless the order is changed, so
 * that a retry places the order once.
 */
import { isTriggered } from '../../../api/exchange/language/order-types';
import type { Model } from '../../../api/types';
import { useState } from 'preact/hooks';
import { useAmountText } from '../../parts/amounts';
import { decimalsOf } from '../../parts/decimal';
import { SelectField } from '../../parts/forms/fields';
import { errorOf } from '../../parts/loading';
import { isOutcomeUnknown, newClientId } from '../../parts/forms/own-id';
import { endsSession } from '../../parts/session/session';
import { Failure, Notice } from '../../parts/states';
import { useAsked, useSession, type Session } from '../live/exchange';
import {
	emptyDraft,
	fundTerms,
	typeLabels,
	readDraft,
	previewTerms,
	type Draft,
	type OrderTerms,
} from './order-draft';
import { AmountFields, FundField, MoreFields } from './order-form-fields';
import { OrderPreview, useOrderPreview } from './order-preview';
import { useTexts } from '../../parts/language/texts';
import { texts, type TextName } from '../texts/texts';

type Placed = Model<'Order'> | Model<'PendingOrder'> | Model<'OrderList'>;

interface OrderFormProps {
	readonly market: Model<'Market'>;
	readonly onPlaced: () => void;
}

type Outcome =
	| { readonly kind: 'placed'; readonly placed: Placed }
	| { readonly kind: 'failed'; readonly fault: Error };

/** Sends a draft; keeps the client order id while the outcome is unknown. */
function usePlacing(symbol: string, onPlaced: () => void) {
	const session = useSession();
	const [clientOrderId, setClientOrderId] = useState(newClientId);
	const [outcome, setOutcome] = useState<Outcome>();
	const [isSending, setSending] = useState(false);
	const place = async (draft: Draft, terms: OrderTerms) => {
		setSending(true);
		try {
			const placed = await placeDraft(session, { symbol, draft, terms, clientOrderId });
			setOutcome({ kind: 'placed', placed });
			setClientOrderId(newClientId());
			onPlaced();
		} catch (fault) {
			if (endsSession(fault)) return session.end(fault);
			// An order that may have been placed is sent again with the same id.
			if (!isOutcomeUnknown(fault)) setClientOrderId(newClientId());
			setOutcome({ kind: 'failed', fault: errorOf(fault) });
		} finally {
			setSending(false);
		}
	};
	const forget = () => {
		// A changed order gets a new client order id.
		if (outcome?.kind === 'failed') setClientOrderId(newClientId());
		setOutcome(undefined);
	};
	return { place, outcome, isSending, forget, clientOrderId };
}

const verbs = { BUY: 'Buy {asset}', SELL: 'Sell {asset}' } as const;

export function OrderForm({ market, onPlaced }: OrderFormProps) {
	const say = useTexts(texts);
	const [typed, setTyped] = useState<Draft>(emptyDraft);
	const { loaded } = useAsked('tracker key', ({ trader }) => trader.call('trackerBalances', {}));
	const draft = { ...typed, fund: typed.fund ?? loaded.state === 'loaded' };
	const { faults, terms } = readDraft(draft, market);
	const { symbol, baseAsset } = market;
	const { place, outcome, isSending, forget, clientOrderId } = usePlacing(symbol, onPlaced);
	const tested = previewTerms(draft, terms);
	// The id is another after each order, which has changed what is there for the next.
	const preview = useOrderPreview(symbol, tested && { ...tested, clientOrderId });
	const isLacking = preview === undefined || preview.test?.pulled !== undefined;
	const change = (changed: Partial<Draft>) => {
		setTyped({ ...typed, ...changed });
		forget();
	};
	return (
		<form
			class="panel order-form"
			aria-label={say('Place an order')}
			onSubmit={(event) => {
				event.preventDefault();
				if (terms !== undefined) void place({ ...draft, fund: draft.fund && isLacking }, terms);
			}}
		>
			<div class="sides" role="group" aria-label={say('Side')}>
				{(['BUY', 'SELL'] as const).map((side) => (
					<button
						key={side}
						type="button"
						class={side === 'BUY' ? 'second buy' : 'second sell'}
						aria-pressed={draft.side === side}
						onClick={() => change({ side })}
					>
						{side === 'BUY' ? say('Buy') : say('Sell')}
					</button>
				))}
			</div>
			<SelectField
				label={say('Type')}
				value={draft.type}
				onChange={(type) => change({ type })}
				options={typeLabels.map(([type, name]) => [type, say(name)] as const)}
			/>
			<AmountFields draft={draft} market={market} faults={faults} change={change} />
			<MoreFields draft={draft} market={market} faults={faults} change={change} />
			<FundField draft={draft} change={change} />
			<OrderPreview
				preview={preview}
				market={market}
				isComplete={terms !== undefined}
				isStop={draft.type !== 'OCO' && isTriggered(draft.type)}
			/>
			{draft.type === 'OCO' && (
				<p class="soft">
					{say('Figures are for the limit order. Together the two hold only the larger amount.')}
				</p>
			)}
			<button
				type="submit"
				disabled={terms === undefined || isSending || preview?.fault !== undefined}
			>
				{isSending ? say('Placing…') : say(verbs[draft.side], { asset: baseAsset })}
			</button>
			<OutcomeNotice outcome={outcome} market={market} />
		</form>
	);
}

interface Placing {
	readonly symbol: string;
	readonly draft: Draft;
	readonly terms: OrderTerms;
	readonly clientOrderId: string;
}

function placeDraft(
	{ trader }: Session,
	{ symbol, draft, terms, clientOrderId }: Placing,
): Promise<Placed> {
	const newOrderRespType = 'RESULT';
	if (draft.type === 'OCO') {
		const { stopPrice, stopLimitPrice, trailingDelta, selfTradePreventionMode } = terms;
		return trader.call('placeOco', {
			symbol,
			listClientOrderId: clientOrderId,
			side: draft.side,
			quantity: draft.quantity.trim(),
			price: draft.price.trim(),
			...(stopPrice !== undefined && { stopPrice: String(stopPrice) }),
			...(stopLimitPrice !== undefined && { stopLimitPrice: String(stopLimitPrice) }),
			...(trailingDelta !== undefined && { trailingDelta: Number(trailingDelta) }),
			...(selfTradePreventionMode !== undefined &&
				draft.selfTrade !== '' && { selfTradePreventionMode: draft.selfTrade }),
			newOrderRespType,
		});
	}
	return trader.call('placeOrder', {
		symbol,
		...terms,
		clientOrderId,
		newOrderRespType,
		...fundTerms(draft),
	});
}

interface OutcomeProps {
	readonly outcome: Outcome | undefined;
	readonly market: Model<'Market'>;
}

function OutcomeNotice({ outcome, market }: OutcomeProps) {
	const say = useTexts(texts);
	if (outcome === undefined) return null;
	if (outcome.kind === 'placed') return <PlacedNotice placed={outcome.placed} market={market} />;
	if (!isOutcomeUnknown(outcome.fault)) return <Failure fault={outcome.fault} />;
	return (
		<Notice kind="bad" title={say('It is not known whether the order was accepted.')}>
			<p>{say('Press the button again: it is the same order then, and is placed once.')}</p>
		</Notice>
	);
}

const orderWords: Readonly<Partial<Record<string, TextName>>> = {
	NEW: 'The order is in the book.',
	PENDING_NEW: 'The order is accepted and waits for its turn.',
	PARTIALLY_FILLED: 'The order has traded in part.',
	FILLED: 'The order has traded.',
	CANCELED: 'The order was cancelled.',
	REJECTED: 'The order was refused.',
	EXPIRED: 'The order has ended.',
	EXPIRED_IN_MATCH: 'The order has ended because it would have traded with your own order.',
};

const stopWaits = 'The order waits for its stop price.';

function PlacedNotice({
	placed,
	market,
}: {
	readonly placed: Placed;
	readonly market: Model<'Market'>;
}) {
	const say = useTexts(texts);
	const amountText = useAmountText();
	if (!('status' in placed)) {
		return <Notice kind="good" title={say('Both orders are placed; one cancels the other.')} />;
	}
	if (placed.status === 'PENDING_FUNDING') {
		return (
			<Notice kind="warn" title={say('The order waits for its deposit.')}>
				<p>
					{say.filled('What became of the transfer at the tracker is not known yet; see {part}.', {
						part: <em>{say('Transfers')}</em>,
					})}
				</p>
			</Notice>
		);
	}
	const { status, executedQty, avgPrice, reason } = placed;
	const words = orderWords[status];
	const waits = status === 'NEW' && isTriggered(placed.type);
	const isBad = status === 'REJECTED' || status === 'EXPIRED' || status === 'EXPIRED_IN_MATCH';
	return (
		<Notice
			kind={isBad ? 'warn' : 'good'}
			title={waits ? say(stopWaits) : words === undefined ? status : say(words)}
		>
			{(Number(executedQty) > 0 || reason !== undefined) && (
				<p>
					{Number(executedQty) > 0 &&
						say('{amount} {base} at {price} {quote}.', {
							amount: amountText(executedQty, decimalsOf(market.stepSize)),
							base: market.baseAsset,
							price: amountText(avgPrice, decimalsOf(market.tickSize)),
							quote: market.quoteAsset,
						})}{' '}
					{reason}
				</p>
			)}
		</Notice>
	);
}
