/**
 * State of a query: loading, loaded or failed. An answer to an earlier question is never shown for
 * a later one.
 */
import { useCallback, useEffect, useState } from 'preact/hooks';

export type Loaded<Value> =
	| { readonly state: 'loading' }
	| { readonly state: 'loaded'; readonly value: Value }
	| { readonly state: 'failed'; readonly fault: Error };

export interface Query<Value> {
	readonly loaded: Loaded<Value>;
	/** Queries again; the current value stays until the new one arrives. */
	readonly again: () => void;
}

/** Loads whenever `question`, which identifies the query, changes. */
export function useLoaded<Value>(question: string, load: () => Promise<Value>): Query<Value> {
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
