/**
 * The settlement of a trade: the deposit for it, the booking, and the payout of its proceeds, with
 * the tracker's transactions.
 */
import type { Model } from '../../../api/types';
import { Amount } from '../../parts/amounts';
import { WhenLoaded } from '../../parts/states';
import { transferWords } from '../../parts/transfer-words';
import { Copy, Time } from '../../parts/values';
import { useDecimals } from './balances';
import { useAsked, type Session } from '../live/exchange';

type Trade = Model<'AccountTrade'>;
type Transfer = Pick<
	Model<'Payout'>,
	'asset' | 'amount' | 'status' | 'trackerTransactionId' | 'createdAt' | 'endedAt'
>;

interface TradeTransfers {
	readonly deposit: Model<'Deposit'> | undefined;
	/** The first payout of the received asset after the trade. */
	readonly payout: Model<'Payout'> | undefined;
	readonly mode: Model<'Account'>['payouts'];
}

const transfersLooked = 1_000;

async function find({ trader }: Session, trade: Trade, received: string): Promise<TradeTransfers> {
	const since = { startTime: Number(trade.time), limit: transfersLooked, offset: 0 };
	const [order, { payouts: mode }, payouts] = await Promise.all([
		trader.call('getOrder', { orderId: trade.orderId }),
		trader.call('account', {}),
		trader.call('listPayouts', since),
	]);
	const deposits = await trader.call('listDeposits', {
		startTime: 0,
		endTime: Number(trade.time),
		limit: transfersLooked,
		offset: 0,
	});
	return {
		deposit: deposits.find(({ clientOrderId }) => clientOrderId === order.clientOrderId),
		payout: payouts.findLast(({ asset, status }) => asset === received && status !== 'REFUSED'),
		mode,
	};
}

interface SettlementProps {
	readonly trade: Trade;
	readonly market: Model<'Market'>;
}

export function Settlement({ trade, market }: SettlementProps) {
	const received = trade.side === 'BUY' ? market.baseAsset : market.quoteAsset;
	const asked = useAsked(`${trade.tradeId} ${trade.side}`, (session) =>
		find(session, trade, received),
	);
	return (
		<section class="panel" aria-labelledby="settlement-title">
			<h2 id="settlement-title">Settlement of trade {String(trade.tradeId)}</h2>
			<WhenLoaded asked={asked}>
				{({ deposit, payout, mode }) => (
					<ol class="timeline">
						<li>
							<p>
								<strong>Brought in</strong>
							</p>
							{deposit === undefined ? (
								<p>Your balance at the exchange paid for it; no deposit was made for this order.</p>
							) : (
								<TransferFacts transfer={deposit} />
							)}
						</li>
						<li class="approval">
							<p>
								<strong>Traded and booked</strong>
							</p>
							<p>
								<Time at={Number(trade.time)} />: both sides changed hands in one entry of the
								exchange's books, for good.
							</p>
						</li>
						<li>
							<p>
								<strong>Paid out at the tracker</strong>
							</p>
							{payout === undefined ? (
								<p>
									{mode === 'AUTOMATIC'
										? `Not yet: ${received} leaves with the next settlement window, unless an order uses it before.`
										: `Not yet: you withdraw ${received} yourself.`}
								</p>
							) : (
								<>
									<TransferFacts transfer={payout} />
									<p class="soft">
										The first payout of {received} behind the trade, with what else was due by then.
									</p>
								</>
							)}
						</li>
					</ol>
				)}
			</WhenLoaded>
		</section>
	);
}

function TransferFacts({ transfer }: { readonly transfer: Transfer }) {
	const decimalsOf = useDecimals();
	const { asset, amount, status, trackerTransactionId, createdAt, endedAt } = transfer;
	return (
		<>
			<p>
				<Amount amount={amount} decimals={decimalsOf(asset)} asset={asset} />,{' '}
				{transferWords[status].toLowerCase()}, <Time at={Number(endedAt ?? createdAt)} />
			</p>
			{trackerTransactionId !== undefined && (
				<p>
					Transaction of the tracker <code>{trackerTransactionId}</code>{' '}
					<Copy text={trackerTransactionId} what="the id of the transaction" />
				</p>
			)}
		</>
	);
}
