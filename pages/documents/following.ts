/** Polls while something is in progress, and until an unreachable server answers again. */
import { useEffect } from 'preact/hooks';
import { CallFault } from '../parts/client';
import type { Query, Loaded } from '../parts/loading';

const pauseMs = 1_000;

export function useFollowing<Value>(
	{ loaded, again }: Query<Value>,
	isUnderWay: (value: Value) => boolean,
): void {
	useEffect(() => {
		if (!isToBeAsked(loaded, isUnderWay)) return undefined;
		const timer = setTimeout(again, pauseMs);
		return () => clearTimeout(timer);
	}, [loaded]);
}

function isToBeAsked<Value>(loaded: Loaded<Value>, isUnderWay: (value: Value) => boolean): boolean {
	if (loaded.state === 'loading') return false;
	if (loaded.state === 'loaded') return isUnderWay(loaded.value);
	return loaded.fault instanceof CallFault && loaded.fault.code === 'unreachable';
}
