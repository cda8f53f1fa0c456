/** Replaces an open order: the cancellation and the new order both happen, or neither does. */
import { isTriggered } from '../../../api/exchange/language/order-types';
import type { Model } from '../../../api/types';
import { useState } from 'preact/hooks';
import { TextField } from '../../parts/forms/fields';
import { errorOf } from '../../parts/loading';
import { endsSession } from '../../parts/session/session';
import { Failure } from '../../parts/states';
import { useSession } from '../live/exchange';
import { amountFault, type OrderTerms } from './order-draft';
import { OrderPreview, useOrderPreview } from './order-preview';
import { useUnfitText } from './order-form-fields';
import { useTexts } from '../../parts/language/texts';
import { texts } from '../texts/texts';

interface ReplaceProps {
	readonly market: Model<'Market'>;
	readonly order: Model<'Order'>;
	readonly onEnd: () => void;
}

export function ReplaceForm({ market, order, onEnd }: ReplaceProps) {
	const say = useTexts(texts);
	const unfitText = useUnfitText();
	const { trader, end } = useSession();
	const [price, setPrice] = useState(order.price ?? '');
	const [quantity, setQuantity] = useState(order.leavesQty);
	const [fault, setFault] = useState<Error>();
	const { symbol, tickSize, stepSize, quoteAsset, baseAsset } = market;
	const faults = {
		price: order.price === undefined ? undefined : amountFault(price.trim(), tickSize),
		quantity: amountFault(quantity.trim(), stepSize),
	};
	const isComplete = faults.price === undefined && faults.quantity === undefined;
	const terms = isComplete ? changedTerms(order, price.trim(), quantity.trim()) : undefined;
	const { orderId } = order;
	const preview = useOrderPreview(symbol, terms && { ...terms, origOrderId: orderId });
	const replace = () => {
		if (terms === undefined) return;
		trader
			.call('replaceOrder', { orderId, ...terms, newOrderRespType: 'RESULT' })
			.then(onEnd, (why: unknown) => (endsSession(why) ? end(why) : setFault(errorOf(why))));
	};
	return (
		<form
			class="replace"
			aria-label={say('Replace {order}', { order: orderId })}
			onSubmit={(event) => {
				event.preventDefault();
				replace();
			}}
		>
			<h3>{say('Replace {order}', { order: orderId })}</h3>
			{order.price !== undefined && (
				<TextField
					label={say('New price in {asset}', { asset: quoteAsset })}
					value={price}
					onChange={setPrice}
					fault={unfitText(faults.price)}
					isNumber
				/>
			)}
			<TextField
				label={say('New quantity in {asset}', { asset: baseAsset })}
				value={quantity}
				onChange={setQuantity}
				fault={unfitText(faults.quantity)}
				isNumber
			/>
			<OrderPreview
				preview={preview}
				isComplete={isComplete}
				market={market}
				isStop={isTriggered(order.type)}
			/>
			{fault !== undefined && <Failure fault={fault} />}
			<div class="actions">
				<button type="submit" disabled={!isComplete || preview?.fault !== undefined}>
					{say('Replace the order')}
				</button>
				<button class="second" type="button" onClick={onEnd}>
					{say('Leave it')}
				</button>
			</div>
		</form>
	);
}

/** Copies all other fields of the order. */
function changedTerms(order: Model<'Order'>, price: string, quantity: string): OrderTerms {
	const { side, type, timeInForce, stopPrice, trailingDelta, expireTime, postOnly } = order;
	const { selfTradePreventionMode, icebergQty } = order;
	return {
		side,
		type,
		quantity,
		...(order.price !== undefined && { price, timeInForce }),
		...(stopPrice !== undefined && { stopPrice }),
		...(trailingDelta !== undefined && { trailingDelta: Number(trailingDelta) }),
		...(expireTime !== undefined && { expireTime: Number(expireTime) }),
		...(postOnly === true && { postOnly }),
		...(icebergQty !== undefined && { icebergQty }),
		...(selfTradePreventionMode !== undefined && { selfTradePreventionMode }),
	};
}
