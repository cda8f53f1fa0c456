/**
 * Watches the log as long as the page is open: asks for its newest checkpoint now and then, and
 * compares it with the one this browser saw last.
 */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { timeNow } from '../parts/clock';
import { errorOf } from '../parts/loading';
import { whyNoChecking, type Hindrance } from '../parts/checking-here';
import { readConsistency, readLog, type LogState } from './log';
import { checkpointOf, continuityOf, type Continuity, type ShownLog } from './seen-log';
import { clearStore, readStore, writeStore, type SeenStore } from './seen-store';

/** How what is shown stands to what this browser saw. */
export interface Standing extends SeenStore {
	/** Entries that were seen before this visit, and when; undefined on the first one. */
	readonly before: SeenStore['seen'];
	/** Entries of the checkpoint that was checked last. */
	readonly treeSize: number;
}

export interface Watched {
	/** Undefined until the server has answered once. */
	readonly state: LogState | undefined;
	/** Undefined where nothing can be compared: no block yet, or a browser that cannot check. */
	readonly standing: Standing | undefined;
	readonly hindrance: Hindrance | undefined;
	/** Why the last answer did not come; what is shown is older then. */
	readonly fault: Error | undefined;
	readonly again: () => void;
	/** Takes what was seen away, so that the log as it is now counts as the first. */
	readonly forget: () => void;
}

type Found = Pick<Watched, 'state' | 'standing' | 'hindrance'>;

const pauseMs = 10_000;
const nothing: Found = { state: undefined, standing: undefined, hindrance: undefined };

export function useWatchedLog(): Watched {
	const [found, setFound] = useState(nothing);
	const [fault, setFault] = useState<Error>();
	const [round, setRound] = useState(0);
	useEffect(() => {
		let isWanted = true;
		const ended = (newFound: Found | undefined, newFault: Error | undefined) => {
			if (!isWanted) return;
			if (newFound !== undefined) setFound(newFound);
			setFault(newFault);
		};
		const look = () =>
			lookOnce().then(
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

/** What was seen before the page was opened: what it sees itself is nothing to compare with. */
let atOpening: SeenStore | undefined;

async function lookOnce(): Promise<Found> {
	const hindrance = await whyNoChecking();
	const state = await readLog();
	const { vkey, note } = state;
	if (hindrance !== undefined || note === undefined) {
		return { state, hindrance, standing: undefined };
	}
	const store = readStore(localStorage);
	atOpening ??= store;
	const shown = { vkey, note };
	const continuity = await continuityOf(store.seen, shown, readConsistency);
	const after = await rememberedAfter(store, shown, continuity);
	if (after !== store) writeStore(localStorage, after);
	const standing = { ...after, before: atOpening.seen, treeSize: after.seen?.treeSize ?? 0 };
	return { state, hindrance, standing };
}

/** What the browser keeps from now on. The first contradiction stays; what follows it proves no more. */
async function rememberedAfter(
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
