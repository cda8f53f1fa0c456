import { Amount } from '../../parts/amounts';
import { Link } from '../../parts/router';
import { Empty, Notice, WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { useLoaded } from '../../parts/loading';
import { publicClient, useAsked } from '../live/exchange';
import { useAgain } from '../orders/own-orders';
import { useTexts } from '../../parts/language/texts';
import { texts } from '../texts/texts';

/** Decimal places of each asset, from the markets. */
export function useDecimals(): (asset: string) => number {
	const { loaded } = useLoaded('decimals', () => publicClient.call('listMarkets', {}));
	const known = new Map<string, number>();
	for (const market of loaded.state === 'loaded' ? loaded.value : []) {
		known.set(market.baseAsset, Number(market.baseAssetPrecision));
		known.set(market.quoteAsset, Number(market.quoteAssetPrecision));
	}
	return (asset) => known.get(asset) ?? 0;
}

interface BalancesProps {
	/** Reloads when it changes. */
	readonly change: unknown;
}

export function Balances({ change }: BalancesProps) {
	const say = useTexts(texts);
	const asked = useAsked('account', ({ trader }) => trader.call('account', {}));
	const decimalsOf = useDecimals();
	useAgain(change, asked.again);
	return (
		<section class="panel balances" aria-labelledby="balances-title">
			<h2 id="balances-title">{say('Balances at the exchange')}</h2>
			<WhenLoaded asked={asked}>
				{({ balances, status, frozenReason }) => (
					<>
						{status === 'FROZEN' && (
							<Notice kind="warn" title={say('Your account is frozen.')}>
								<p>
									{say('Orders can be cancelled and everything read. {why}', {
										why: frozenReason ?? '',
									})}
								</p>
							</Notice>
						)}
						{balances.length === 0 ? (
							<Empty>{say('Nothing is deposited yet.')}</Empty>
						) : (
							<Table
								caption={say('What can be used, and what orders hold')}
								rows={balances}
								keyOf={({ asset }) => asset}
								columns={[
									{ name: say('Asset'), cell: ({ asset }) => asset },
									{
										name: say('Available'),
										isNumber: true,
										cell: ({ available, asset }) => (
											<Amount amount={available} decimals={decimalsOf(asset)} asset={asset} />
										),
									},
									{
										name: say('Held'),
										isNumber: true,
										cell: ({ held, asset }) => (
											<Amount amount={held} decimals={decimalsOf(asset)} asset={asset} />
										),
									},
								]}
							/>
						)}
						<p>
							<Link to="/venue/transfers">{say('Deposit and withdraw')}</Link>
						</p>
					</>
				)}
			</WhenLoaded>
		</section>
	);
}
