/** Notices about the connection, a market that does not trade, and maintenance. */
import type { Model } from '../../../api/types';
import { useEffect, useRef } from 'preact/hooks';
import { useLoaded } from '../../parts/loading';
import { Notice } from '../../parts/states';
import { Time } from '../../parts/values';
import { publicClient } from '../live/exchange';
import type { FeedState } from '../live/feed';
import type { LiveMarket } from '../live/live-market';
import { useLive } from '../live/use-live';
import { ToldText } from '../../parts/told';
import { useTexts } from '../../parts/language/texts';
import { texts } from '../texts/texts';

const names = { connecting: 'Connecting…', live: 'Live', lost: 'Connection lost' } as const;
const kinds = { connecting: 'warn', live: 'good', lost: 'bad' } as const;

export function ConnectionBadge({ live }: { readonly live: LiveMarket }) {
	useLive(live, 'state');
	const say = useTexts(texts);
	const { kind } = live.state;
	return (
		<span class={`badge ${kinds[kind]}`} role="status">
			{say(names[kind])}
		</span>
	);
}

export function LostNotice({ state }: { readonly state: FeedState }) {
	const say = useTexts(texts);
	if (state.kind !== 'lost') return null;
	return (
		<Notice kind="warn" title={say('What is shown here stands still.')}>
			<p>
				{say.filled(
					'{why} The last that came is of {time}. It is tried again by itself, and nothing will be missing.',
					{ why: <ToldText fault={state.reason} />, time: <Time at={state.since} /> },
				)}
			</p>
		</Notice>
	);
}

const lookAgainMs = 5_000;

export interface MarketAndExchangeStatus {
	readonly market: Model<'Market'>;
	readonly status: Model<'ExchangeStatus'>;
}

/** The status of a market and the exchange, polled while the page is visible. */
export function useMarketStatus(symbol: string) {
	const last = useRef<
		{ readonly symbol: string; readonly standing: MarketAndExchangeStatus } | undefined
	>(undefined);
	const asked = useLoaded<MarketAndExchangeStatus>(symbol, async () => {
		try {
			const market = await publicClient.call('getMarket', { symbol });
			const status = await publicClient.call('exchangeStatus', {});
			last.current = { symbol, standing: { market, status } };
		} catch (fault) {
			// Keeps the last status; the connection notice reports the failure.
			if (last.current?.symbol !== symbol) throw fault;
		}
		return last.current.standing;
	});
	useEffect(() => {
		const timer = setInterval(() => {
			if (!document.hidden) asked.again();
		}, lookAgainMs);
		return () => clearInterval(timer);
	}, [symbol]);
	return asked;
}

const marketWords = {
	CANCEL_ONLY: {
		title: 'This market takes no new orders.',
		text: 'Orders can be cancelled, and nothing trades.',
	},
	HALT: {
		title: 'This market is halted.',
		text: 'No order is accepted, cancelled or matched until an administrator opens it again.',
	},
} as const;

export function StatusNotices({ market, status }: MarketAndExchangeStatus) {
	const say = useTexts(texts);
	const halt = market.status === 'TRADING' ? undefined : marketWords[market.status];
	return (
		<>
			{halt !== undefined && (
				<Notice kind="warn" title={say(halt.title)}>
					<p>
						{say(halt.text)}{' '}
						{market.pausedUntil !== undefined &&
							say.filled('It goes on by itself on {time}.', {
								time: <Time at={Number(market.pausedUntil)} />,
							})}
					</p>
				</Notice>
			)}
			<MaintenanceNotice status={status} />
		</>
	);
}

function MaintenanceNotice({ status }: Pick<MarketAndExchangeStatus, 'status'>) {
	const say = useTexts(texts);
	if (status.status !== 'MAINTENANCE') return null;
	return (
		<Notice kind="warn" title={say('The exchange is in maintenance.')}>
			<p>
				{say('Orders can be cancelled, and settlement goes on; nothing new is accepted.')}{' '}
				{status.reason !== undefined && say('Why: {why}', { why: status.reason })}{' '}
				{status.endsAt !== undefined &&
					say.filled('Announced end: {time}.', { time: <Time at={Number(status.endsAt)} /> })}
			</p>
		</Notice>
	);
}
