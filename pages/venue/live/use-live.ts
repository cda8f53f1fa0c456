/** Redraws a component when a part of a market changes. */
import { useEffect, useState } from 'preact/hooks';
import type { LiveMarket, Part } from './live-market';

export function useLive(live: LiveMarket, ...parts: readonly Part[]): void {
	const [, setRound] = useState(0);
	useEffect(() => {
		const again = () => setRound((round) => round + 1);
		const ends = parts.map((part) => live.listen(part, again));
		// Catches changes between the first drawing and now.
		again();
		return () => ends.forEach((end) => end());
	}, [live]);
}
