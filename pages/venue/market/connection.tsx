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

const names = { connecting: 'Connecting…', live: 'Live', lost: 'Connection lost' } as const;
const kinds = { connecting: 'warn', live: 'good', lost: 'bad' } as const;

export function ConnectionBadge({ live }: { readonly live: LiveMarket }) {
	useLive(live, 'state');
	const { kind } = live.state;
	return (
		<span class={`badge ${kinds[kind]}`} role="status">
			{names[kind]}
		</span>
	);
}

export function LostNotice({ state }: { readonly state: FeedState }) {
	if (state.kind !== 'lost') return null;
	return (
		<Notice kind="warn" title="What is shown here stands still.">
			<p>
				{state.reason} The last that came is of <Time at={state.since} />. It is tried again by
				itself, and nothing will be missing.
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
	const halt = market.status === 'TRADING' ? undefined : marketWords[market.status];
	return (
		<>
			{halt !== undefined && (
				<Notice kind="warn" title={halt.title}>
					<p>
						{halt.text}
						{market.pausedUntil !== undefined && (
							<>
								{' '}
								It goes on by itself on <Time at={Number(market.pausedUntil)} />.
							</>
						)}
					</p>
				</Notice>
			)}
			<MaintenanceNotice status={status} />
		</>
	);
}

function MaintenanceNotice({ status }: Pick<MarketAndExchangeStatus, 'status'>) {
	if (status.status !== 'MAINTENANCE') return null;
	return (
		<Notice kind="warn" title="The exchange is in maintenance.">
			<p>
				Orders can be cancelled, and settlement goes on; nothing new is accepted.
				{status.reason !== undefined && ` Why: ${status.reason}`}
				{status.endsAt !== undefined && (
					<>
						{' '}
						Announced end: <Time at={Number(status.endsAt)} />.
					</>
				)}
			</p>
		</Notice>
	);
}
