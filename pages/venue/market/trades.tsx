import type { Model } from '../../../api/types';
import { useAmountText } from '../../parts/amounts';
import { decimalsOf } from '../../parts/decimal';
import { Empty } from '../../parts/states';
import type { LiveMarket } from '../live/live-market';
import { useLive } from '../live/use-live';
import { useLanguage } from '../../parts/language/language';
import { useTexts } from '../../parts/language/texts';
import { texts } from '../texts/texts';

const tradesShown = 24;

interface TradesProps {
	readonly live: LiveMarket;
	readonly market: Model<'Market'>;
}

export function Trades({ live, market }: TradesProps) {
	useLive(live, 'trades', 'state');
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const amountText = useAmountText();
	const timeForm = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
	const { tickSize, stepSize, baseAsset, quoteAsset } = market;
	const trades = live.trades.slice(0, tradesShown);
	return (
		<section class="panel trades" aria-labelledby="trades-title">
			<h2 id="trades-title">{say('Trades')}</h2>
			{trades.length === 0 && live.state.kind === 'live' && (
				<Empty>{say('Nothing traded yet.')}</Empty>
			)}
			{trades.length > 0 && (
				<table>
					<caption class="hidden">{say('The newest trades first')}</caption>
					<thead>
						<tr>
							<th scope="col">{say('Price in {asset}', { asset: quoteAsset })}</th>
							<th scope="col" class="number">
								{baseAsset}
							</th>
							<th scope="col" class="number">
								{say('Time')}
							</th>
						</tr>
					</thead>
					<tbody>
						{trades.map(({ tradeId, price, quantity, takerSide, time }) => (
							<tr key={tradeId}>
								<td class={takerSide === 'BUY' ? 'up arrow' : 'down arrow'}>
									<span class="hidden">{takerSide === 'BUY' ? say('bought') : say('sold')} </span>
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
