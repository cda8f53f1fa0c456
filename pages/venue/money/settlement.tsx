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
import { useTexts } from '../../parts/language/texts';
import { texts } from '../texts/texts';

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
	const say = useTexts(texts);
	const received = trade.side === 'BUY' ? market.baseAsset : market.quoteAsset;
	const asked = useAsked(`${trade.tradeId} ${trade.side}`, (session) =>
		find(session, trade, received),
	);
	return (
		<section class="panel" aria-labelledby="settlement-title">
			<h2 id="settlement-title">
				{say('Settlement of trade {trade}', { trade: String(trade.tradeId) })}
			</h2>
			<WhenLoaded asked={asked}>
				{({ deposit, payout, mode }) => (
					<ol class="timeline">
						<li>
							<p>
								<strong>{say('Brought in')}</strong>
							</p>
							{deposit === undefined ? (
								<p>
									{say(
										'Your balance at the exchange paid for it; no deposit was made for this order.',
									)}
								</p>
							) : (
								<TransferFacts transfer={deposit} />
							)}
						</li>
						<li class="approval">
							<p>
								<strong>{say('Traded and booked')}</strong>
							</p>
							<p>
								{say.filled(
									'{time}: both sides changed hands in one entry of the exchange’s books, for good.',
									{ time: <Time at={Number(trade.time)} /> },
								)}
							</p>
						</li>
						<li>
							<p>
								<strong>{say('Paid out at the tracker')}</strong>
							</p>
							{payout === undefined ? (
								<p>
									{mode === 'AUTOMATIC'
										? say(
												'Not yet: {asset} leaves with the next settlement window, unless an order uses it before.',
												{ asset: received },
											)
										: say('Not yet: you withdraw {asset} yourself.', { asset: received })}
								</p>
							) : (
								<>
									<TransferFacts transfer={payout} />
									<p class="soft">
										{say(
											'The first payout of {asset} behind the trade, with what else was due by then.',
											{ asset: received },
										)}
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
	const say = useTexts(texts);
	const decimalsOf = useDecimals();
	const { asset, amount, status, trackerTransactionId, createdAt, endedAt } = transfer;
	return (
		<>
			<p>
				<Amount amount={amount} decimals={decimalsOf(asset)} asset={asset} />,{' '}
				{say(transferWords[status])}, <Time at={Number(endedAt ?? createdAt)} />
			</p>
			{trackerTransactionId !== undefined && (
				<p>
					{say.filled('Transaction of the tracker {id}', {
						id: <code>{trackerTransactionId}</code>,
					})}{' '}
					<Copy text={trackerTransactionId} what={say('the id of the transaction')} />
				</p>
			)}
		</>
	);
}
