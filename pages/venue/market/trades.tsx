import type { Model } from '../../../api/types';
import { amountText } from '../../parts/amounts';
import { decimalsOf } from '../../parts/decimal';
import { Empty } from '../../parts/states';
import type { LiveMarket } from '../live/live-market';
import { useLive } from '../live/use-live';

const tradesShown = 24;
const timeForm = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

interface TradesProps {
	readonly live: LiveMarket;
	readonly market: Model<'Market'>;
}

export function Trades({ live, market }: TradesProps) {
	useLive(live, 'trades', 'state');
	const { tickSize, stepSize, baseAsset, quoteAsset } = market;
	const trades = live.trades.slice(0, tradesShown);
	return (
		<section class="panel trades" aria-labelledby="trades-title">
			<h2 id="trades-title">Trades</h2>
			{trades.length === 0 && live.state.kind === 'live' && <Empty>Nothing traded yet.</Empty>}
			{trades.length > 0 && (
				<table>
					<caption class="hidden">The newest trades first</caption>
					<thead>
						<tr>
							<th scope="col">Price in {quoteAsset}</th>
							<th scope="col" class="number">
								{baseAsset}
							</th>
							<th scope="col" class="number">
								Time
							</th>
						</tr>
					</thead>
					<tbody>
						{trades.map(({ tradeId, price, quantity, takerSide, time }) => (
							<tr key={tradeId}>
								<td class={takerSide === 'BUY' ? 'up arrow' : 'down arrow'}>
									<span class="hidden">{takerSide === 'BUY' ? 'bought ' : 'sold '}</span>
									{amountText(price, decimalsOf(tickSize))}
								</td>
								<td class="number">{amountText(quantity, decimalsOf(stepSize))}</td>
								<td class="number">
									<time
										dateTime={new Date(Number(time)).toISOString()}
										title={new Date(Number(time)).toISOString()}
									>
										{timeForm.format(Number(time))}
									</time>
								</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
		</section>
	);
}
