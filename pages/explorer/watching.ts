/**
 * Polls the log while the page is open, and compares its newest checkpoint with the one this
 * browser saw last.
 */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { timeNow } from '../parts/clock';
import { errorOf } from '../parts/loading';
import { checkObstacle, type CheckObstacle } from '../parts/checking-here';
import { checkedCheckpoint, type CheckedCheckpoint } from './checked-checkpoint';
import { readConsistency, readLog, type LogState } from './log';
import { checkpointOf, continuityOf, type Continuity, type ShownLog } from './seen-log';
import { clearStore, readStore, writeStore, type SeenStore } from './seen-store';

/** The comparison of the log with what this browser saw. */
export interface LogComparison extends SeenStore {
	/** What was seen before this visit; undefined on the first one. */
	readonly before: SeenStore['seen'];
	/** Tree size of the last checked checkpoint. */
	readonly treeSize: number;
}

export interface Watched {
	/** Undefined until the server has answered once. */
	readonly state: LogState | undefined;
	/** Undefined if nothing can be compared: no block yet, or a browser that cannot check. */
	readonly standing: LogComparison | undefined;
	readonly hindrance: CheckObstacle | undefined;
	/** The newest checkpoint; undefined if it was not checked, or does not hold. */
	readonly checked: CheckedCheckpoint | undefined;
	/** Why the last call failed; the page then shows older data. */
	readonly fault: Error | undefined;
	readonly again: () => void;
	/** Forgets what was seen, so that the log as it is now counts as the first. */
	readonly forget: () => void;
}

type WatchResult = Pick<Watched, 'state' | 'standing' | 'hindrance' | 'checked'>;

const pauseMs = 10_000;
const nothing: WatchResult = {
	state: undefined,
	standing: undefined,
	hindrance: undefined,
	checked: undefined,
};

export function useWatchedLog(): Watched {
	const [found, setFound] = useState(nothing);
	const [fault, setFault] = useState<Error>();
	const [round, setRound] = useState(0);
	useEffect(() => {
		let isWanted = true;
		const ended = (newFound: WatchResult | undefined, newFault: Error | undefined) => {
			if (!isWanted) return;
			if (newFound !== undefined) setFound(newFound);
			setFault(newFault);
		};
		const look = () =>
			checkOnce().then(
				(value) => ended(value, undefined),
				(problem: unknown) => ended(undefined, errorOf(problem)),
			);
		void look();
		const timer = setInterval(() => {
			if (document.visibilityState === 'visible') void look();
		}, pauseMs);
		return () => {
			isWanted = false;
			clearInterval(timer);
		};
	}, [round]);
	const again = useCallback(() => setRound((before) => before + 1), []);
	const forget = useCallback(() => {
		clearStore(localStorage);
		atOpening = undefined;
		again();
	}, []);
	return { ...found, fault, again, forget };
}

/** What was stored before the page was opened; the page must not compare with its own visit. */
let atOpening: SeenStore | undefined;

async function checkOnce(): Promise<WatchResult> {
	const hindrance = await checkObstacle();
	const state = await readLog();
	const { vkey, note } = state;
	if (hindrance !== undefined || note === undefined) {
		return { ...nothing, state, hindrance };
	}
	const store = readStore(localStorage);
	atOpening ??= store;
	const shown = { vkey, note };
	const continuity = await continuityOf(store.seen, shown, readConsistency);
	const after = await storeAfter(store, shown, continuity);
	if (after !== store) writeStore(localStorage, after);
	const standing = { ...after, before: atOpening.seen, treeSize: after.seen?.treeSize ?? 0 };
	return { state, hindrance, standing, checked: await checkedCheckpoint(note, state) };
}

/**
 * What the browser stores from now on. The first contradiction stays; later ones prove nothing
 * more.
 */
async function storeAfter(
	store: SeenStore,
	shown: ShownLog,
	continuity: Continuity,
): Promise<SeenStore> {
	const seenAt = timeNow();
	switch (continuity.kind) {
		case 'same':
			return store;
		case 'first':
		case 'grown': {
			const { treeSize } = await checkpointOf(shown);
			return { ...store, seen: { ...shown, treeSize, seenAt } };
		}
		case 'rolled-back':
		case 'forked':
		case 'other-key':
		case 'unsigned': {
			const evidence = { ...shown, contradiction: continuity, seenAt };
			return { ...store, evidence: store.evidence ?? evidence };
		}
	}
}
