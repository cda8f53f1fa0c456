/**
 * Compares ZIP archives entry by entry. The given `compareEntry` compares two entries by their type;
 * nested archives are compared here again, within one budget for all.
 */
import { comparedKinds } from '../../../api/comparison/kinds';
import {
	countsOf,
	type Change,
	type Comparer,
	type Outline,
	type Side,
} from '../../core/comparison';
import {
	comparerOf,
	ReadFault,
	type Both,
	type MatchResult,
	type MatchTask,
} from '../../core/format-comparer';
import type { CompareEntry } from '../../core/format';
import { classesOf } from '../../core/classes';
import { archiveReport } from './archive-report';
import {
	type ComparedEntry,
	type EntryPair,
	type HashedEntry,
	hashEntries,
	nameOf,
	pairEntries,
} from './entries';
import { openZip, type Zip } from './zip-reading';

const { countsAt } = classesOf(comparedKinds.archive.classes);

/** The remaining budget of all nested archives. */
interface Nesting {
	readonly depth: number;
	readonly budget: { bytes: number };
}

const depthMax = 3;
const nestedBytesMax = 512 * 1024 * 1024;

/** Larger entries are compared by hash only. */
const comparedBytesMax = 64 * 1024 * 1024;

/** Most entries whose differences are in the report. */
const shownEntriesMax = 100;

export function archiveComparer(compareEntry: CompareEntry): Comparer {
	return comparerAt(compareEntry, { depth: 1, budget: { bytes: nestedBytesMax } });
}

function comparerAt(compareEntry: CompareEntry, nesting: Nesting): Comparer {
	return comparerOf<ReadArchive>('archive', () => ({
		read: ({ bytes }, { onProgress }) => readArchive(bytes, onProgress),
		match: (both, task) => new ArchiveComparison(task, compareEntry, nesting).match(both),
		outline: outlineOf,
	}));
}

class ArchiveComparison {
	constructor(
		readonly task: MatchTask,
		readonly compareEntry: CompareEntry,
		readonly nesting: Nesting,
	) {}

	async match({ kept, sent }: Both<ReadArchive>): Promise<MatchResult> {
		if (!this.#affords(kept.entries) || !this.#affords(sent.entries)) {
			throw new ReadFault('Archives inside of archives are too large to be unpacked.');
		}
		const pairs = pairEntries(kept.entries, sent.entries);
		const entries: ComparedEntry[] = [];
		for (const pair of pairs) {
			entries.push(await this.#compared(pair, kept.zip, sent.zip, entries));
			this.task.onProgress(entries.length / pairs.length);
		}
		return this.#found(entries);
	}

	/** The outermost archive has limits of its own. */
	#affords(entries: readonly HashedEntry[]): boolean {
		if (this.nesting.depth === 1) return true;
		const { budget } = this.nesting;
		budget.bytes -= entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
		return budget.bytes >= 0;
	}

	async #compared(
		pair: EntryPair,
		keptZip: Zip,
		sentZip: Zip,
		before: readonly ComparedEntry[],
	): Promise<ComparedEntry> {
		const { kind, kept, sent } = pair;
		if (kind === 'same') return { ...pair, isCounted: false };
		if (kind === 'moved') return { ...pair, isCounted: countsAt(this.task.level, 'moved') };
		if (kept === undefined || sent === undefined) return { ...pair, isCounted: true };
		if (Math.max(kept.sizeBytes, sent.sizeBytes) > comparedBytesMax) {
			return { ...pair, isCounted: true };
		}
		const shown = before.filter((entry) => entry.compared?.report !== undefined).length;
		const task = {
			...this.task,
			kept: await sideOf(keptZip, kept),
			sent: await sideOf(sentZip, sent),
			isReported: this.task.isReported && shown < shownEntriesMax,
			onProgress: () => undefined,
		};
		const compared = await this.compareEntry(task, this.#archives());
		return { ...pair, compared, isCounted: compared.accuracy < 1 };
	}

	#archives(): Comparer | undefined {
		const { depth, budget } = this.nesting;
		return depth < depthMax
			? comparerAt(this.compareEntry, { depth: depth + 1, budget })
			: undefined;
	}

	#countIgnored(entries: readonly ComparedEntry[]): void {
		const { hits } = this.task;
		for (const { rule, kept, sent } of entries.flatMap((entry) => entry.compared?.ignored ?? [])) {
			hits.add(rule, 'kept', kept);
			hits.add(rule, 'sent', sent);
		}
	}

	#found(entries: readonly ComparedEntry[]): MatchResult {
		this.#countIgnored(entries);
		const counted = entries.filter(({ isCounted }) => isCounted);
		return {
			method: 'entries, each by its type',
			weights: { differing: sum(counted.map(differingOf)), total: sum(entries.map(totalOf)) },
			unit: 'file',
			counts: countsOf(counted),
			changes: counted.flatMap(changesOf),
			notes: notesOf(entries),
			show: () => archiveReport(counted, entries.length),
		};
	}
}

interface ReadArchive {
	readonly zip: Zip;
	readonly entries: readonly HashedEntry[];
}

async function readArchive(
	bytes: Uint8Array,
	onProgress: (share: number) => void,
): Promise<ReadArchive> {
	const zip = await openZip(bytes);
	const entries = await hashEntries(zip, onProgress);
	if (entries.length === 0) throw new ReadFault('The archive holds no files.');
	return { zip, entries };
}

async function sideOf(zip: Zip, { name }: HashedEntry): Promise<Side> {
	const bytes = await zip.read(name);
	if (bytes === undefined) throw new Error('an entry of the directory is not there');
	return { bytes, fileName: name.split('/').at(-1) ?? name };
}

/** Size of both sides; one byte more, so that an empty entry counts. */
function totalOf({ kept, sent }: EntryPair): number {
	return sum([kept, sent].map((entry) => (entry === undefined ? 0 : entry.sizeBytes + 1)));
}

function differingOf(entry: ComparedEntry): number {
	if (entry.kind === 'moved') return totalOf(entry) / 2;
	return totalOf(entry) * (1 - (entry.compared?.accuracy ?? 0));
}

function changesOf(entry: ComparedEntry): readonly Change[] {
	const { kind, kept, sent, compared } = entry;
	const inside = compared?.changes ?? [];
	if (kind === 'changed' && inside.length > 0)
		return inside.map((one) => inEntry(one, nameOf(entry)));
	if (kind === 'same') return [];
	return [
		{
			kind,
			kept: kept && { entry: kept.name },
			sent: sent && { entry: sent.name },
		},
	];
}

/** The path of a nested archive's entry leads through both. */
function inEntry(change: Change, name: string): Change {
	const within = (place: Change['kept']) =>
		place === undefined
			? undefined
			: { ...place, entry: place.entry === undefined ? name : `${name}/${place.entry}` };
	return { ...change, kept: within(change.kept), sent: within(change.sent) };
}

const notesMax = 20;

function notesOf(entries: readonly ComparedEntry[]): readonly string[] {
	const notes = entries.flatMap((entry) => [
		...(entry.kind === 'changed' && entry.compared === undefined
			? [`${nameOf(entry)}: too large to be compared inside; its bytes differ.`]
			: []),
		...(entry.compared?.notes ?? []).map((note) => `${nameOf(entry)}: ${note}`),
	]);
	if (notes.length <= notesMax) return notes;
	return [...notes.slice(0, notesMax), `And ${notes.length - notesMax} more notes on entries.`];
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

/** Reduces each entry to a row of its name and hash. */
function outlineOf(archive: ReadArchive): Outline {
	const entries = archive.entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
	const rows = entries.map(({ name, hash }) => ({ place: { entry: name }, words: [name, hash] }));
	return { isReadable: true, unit: 'file', rows };
}
