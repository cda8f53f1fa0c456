/**
 * What a page shows while it asks, when it has an answer and when there is none. An answer to an
 * earlier question is never shown as that to a later one.
 */
import { useCallback, useEffect, useState } from 'preact/hooks';

export type Loaded<Value> =
	| { readonly state: 'loading' }
	| { readonly state: 'loaded'; readonly value: Value }
	| { readonly state: 'failed'; readonly fault: Error };

export interface Asked<Value> {
	readonly loaded: Loaded<Value>;
	/** Asks again; what is there stays until the new answer comes. */
	readonly again: () => void;
}

/** Asks whenever `question` changes; what it is made of is up to the caller. */
export function useLoaded<Value>(question: string, load: () => Promise<Value>): Asked<Value> {
	const [shown, show] = useState<{ readonly question: string; readonly loaded: Loaded<Value> }>();
	const [round, setRound] = useState(0);
	useEffect(() => {
		let isWanted = true;
		const tell = (loaded: Loaded<Value>) => {
			if (isWanted) show({ question, loaded });
		};
		load().then(
			(value) => tell({ state: 'loaded', value }),
			(fault: unknown) => tell({ state: 'failed', fault: errorOf(fault) }),
		);
		return () => {
			isWanted = false;
		};
	}, [question, round]);
	const again = useCallback(() => setRound((before) => before + 1), []);
	return { loaded: shown?.question === question ? shown.loaded : { state: 'loading' }, again };
}

export function errorOf(fault: unknown): Error {
	return fault instanceof Error ? fault : new Error(String(fault));
}
