/**
 * Aligns the units of two documents: blocks, the cells of a row, or the paragraphs of a cell.
 * Units with the same text anchor the alignment. Of the rest, units that the other side has
 * elsewhere are moved, and units that share most of their words are paired. Swapping the lists
 * gives the same result.
 */
import { at, present } from '../../../../server/at';
import { align } from '../../../align/align';
import { pairsByKey } from '../../../align/pairing';
import { matchesIn, numbered, type Run } from '../../../align/run';
import { likePairs, type Stretch, type Unit } from './unit-likeness';

/** Indexes of a unit on each side; a unit that only one side has lacks the other. */
export interface Pairing {
	readonly kept?: number;
	readonly sent?: number;
	/** For a moved unit: its index on the other side. */
	readonly movedWith?: number;
}

/** Shorter texts are too common to be recognised as moved. */
const movedLengthMin = 12;

/** In the order of both documents; between two pairs, removed units come before added ones. */
export function pairUnits(kept: readonly Unit[], sent: readonly Unit[]): readonly Pairing[] {
	if (!isTurned(kept, sent)) return inOrder(new UnitPairing(kept, sent).pair());
	const turned = new UnitPairing(sent, kept).pair();
	return inOrder(
		turned.map(({ kept: theirs, sent: ours, movedWith }) => ({
			...(ours === undefined ? {} : { kept: ours }),
			...(theirs === undefined ? {} : { sent: theirs }),
			...(movedWith === undefined ? {} : { movedWith }),
		})),
	);
}

function inOrder(pairings: readonly Pairing[]): readonly Pairing[] {
	const ordered: Pairing[] = [];
	const added: Pairing[] = [];
	for (const one of pairings) {
		if (one.kept === undefined) added.push(one);
		else {
			if (one.sent !== undefined) ordered.push(...added.splice(0));
			ordered.push(one);
		}
	}
	return [...ordered, ...added];
}

/**
 * True to swap the lists: a fixed order makes the result independent of which list is first.
 */
export function isTurned(kept: readonly Unit[], sent: readonly Unit[]): boolean {
	if (kept.length !== sent.length) return kept.length > sent.length;
	for (const [index, { key }] of kept.entries()) {
		const other = at(sent, index);
		if (key !== other.key) return key > other.key;
	}
	return false;
}

class UnitPairing {
	/** Equal numbers for equal keys. */
	readonly #keptNumbers: Int32Array;
	readonly #sentNumbers: Int32Array;
	readonly #keptMoves = new Map<number, number>();
	readonly #sentMoves = new Map<number, number>();
	readonly #pairings: Pairing[] = [];

	readonly kept: readonly Unit[];
	readonly sent: readonly Unit[];

	constructor(kept: readonly Unit[], sent: readonly Unit[]) {
		this.kept = kept;
		this.sent = sent;
		const keysOf = (units: readonly Unit[]) => units.map(({ key }) => key);
		const { base, other } = numbered(keysOf(kept), keysOf(sent));
		[this.#keptNumbers, this.#sentNumbers] = [base, other];
	}

	pair(): readonly Pairing[] {
		const { runs } = align(this.#keptNumbers, this.#sentNumbers);
		const held = runs.filter((run) => runs.length === 1 || this.#hasWords(run));
		this.#findMoves(held);
		let at = { kept: 0, sent: 0 };
		for (const { base, other, length } of held) {
			this.#pairBetween(rangeOf(at, { kept: base, sent: other }));
			for (let step = 0; step < length; step += 1) {
				this.#pairings.push({ kept: base + step, sent: other + step });
			}
			at = { kept: base + length, sent: other + length };
		}
		this.#pairBetween(rangeOf(at, { kept: this.kept.length, sent: this.sent.length }));
		return this.#pairings;
	}

	/** Empty units are no anchors. */
	#hasWords({ base, length }: Run): boolean {
		return this.kept.slice(base, base + length).some(({ text }) => /[\p{L}\p{N}]/u.test(text));
	}

	/** Finds equal units outside the runs, each with one partner. */
	#findMoves(runs: readonly Run[]): void {
		const held = [...matchesIn(runs)];
		const heldKept = new Set(held.map(([index]) => index));
		const heldSent = new Set(held.map(([, index]) => index));
		const keysOf = (units: readonly Unit[], held: ReadonlySet<number>) =>
			units.map((unit, index) => (held.has(index) || !isTelling(unit) ? undefined : unit.key));
		const moves = pairsByKey(keysOf(this.kept, heldKept), keysOf(this.sent, heldSent));
		for (const [index, partner] of moves) {
			this.#keptMoves.set(index, partner);
			this.#sentMoves.set(partner, index);
		}
	}

	#pairBetween(stretch: Stretch): void {
		const staying = {
			kept: stretch.kept.filter((index) => !this.#keptMoves.has(index)),
			sent: stretch.sent.filter((index) => !this.#sentMoves.has(index)),
		};
		const partners = this.#areRows(staying)
			? new Map(
					staying.kept.map((one, index) => [
						one,
						present(staying.sent[index], 'the row beside a row'),
					]),
				)
			: likePairs(this.kept, this.sent, staying);
		let at = { kept: 0, sent: 0 };
		const settle = (to: { readonly kept: number; readonly sent: number }) => {
			this.#pairSame({
				kept: stretch.kept.slice(at.kept, to.kept),
				sent: stretch.sent.slice(at.sent, to.sent),
			});
			at = { kept: to.kept + 1, sent: to.sent + 1 };
		};
		for (const [index, one] of stretch.kept.entries()) {
			const partner = partners.get(one);
			if (partner === undefined) continue;
			settle({ kept: index, sent: partner - present(stretch.sent[0], 'the first unit sent') });
			this.#pairings.push({ kept: one, sent: partner });
		}
		settle({ kept: stretch.kept.length, sent: stretch.sent.length });
	}

	/**
	 * True if both sides have equally many rows between equal rows; these are then paired in order,
	 * whatever changed.
	 */
	#areRows({ kept, sent }: Stretch): boolean {
		if (kept.length === 0 || kept.length !== sent.length) return false;
		return (
			kept.every((index) => this.kept[index]?.isRow === true) &&
			sent.every((index) => this.sent[index]?.isRow === true)
		);
	}

	/** Pairs units that are equal although they share no words, such as empty ones. */
	#pairSame({ kept, sent }: Stretch): void {
		const waiting = new PlaceQueue();
		for (const [position, index] of sent.entries()) {
			if (!this.#sentMoves.has(index))
				waiting.add(present(this.#sentNumbers[index], 'the number of a unit'), position);
		}
		let at = 0;
		const add = (to: number) => {
			for (const index of sent.slice(at, to)) {
				this.#pairings.push({ sent: index, ...movedTo(this.#sentMoves.get(index)) });
			}
			at = to;
		};
		for (const index of kept) {
			const isMoved = this.#keptMoves.has(index);
			const same = isMoved
				? undefined
				: waiting.take(present(this.#keptNumbers[index], 'the number of a unit'), at);
			if (same === undefined) {
				this.#pairings.push({ kept: index, ...movedTo(this.#keptMoves.get(index)) });
				continue;
			}
			add(same);
			this.#pairings.push({ kept: index, sent: present(sent[same], 'a unit') });
			at = same + 1;
		}
		add(sent.length);
	}
}

/** Positions by number, taken in order. */
class PlaceQueue {
	readonly #places = new Map<number, { readonly list: number[]; next: number }>();

	add(number: number, place: number): void {
		const places = this.#places.get(number);
		if (places === undefined) this.#places.set(number, { list: [place], next: 0 });
		else places.list.push(place);
	}

	/** The next position that is at least `from`. */
	take(number: number, from: number): number | undefined {
		const places = this.#places.get(number);
		if (places === undefined) return undefined;
		while ((places.list[places.next] ?? from) < from) places.next += 1;
		const place = places.list[places.next];
		places.next += 1;
		return place;
	}
}

/** True for a text by which a unit is recognised wherever it stands. */
export function isTelling({ text }: Pick<Unit, 'text'>): boolean {
	return text.trim().length >= movedLengthMin;
}

function movedTo(place: number | undefined): Pick<Pairing, 'movedWith'> {
	return place === undefined ? {} : { movedWith: place };
}

function rangeOf(
	from: { readonly kept: number; readonly sent: number },
	to: { readonly kept: number; readonly sent: number },
): Stretch {
	return { kept: range(from.kept, to.kept), sent: range(from.sent, to.sent) };
}

function range(from: number, to: number): readonly number[] {
	return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
