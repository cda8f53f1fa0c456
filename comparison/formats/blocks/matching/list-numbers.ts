/** Which numbers of paired paragraphs differ other than by counting the paragraphs before them. */
import type { Both } from '../../../core/format-comparer';
import type { ListNumber } from '../../package/list-numbers';

/**
 * Compares the numbers of one part in order. A number that is higher because a paragraph was put in
 * before it is the same; one that begins elsewhere, is counted anew or is written otherwise is not.
 */
export class NumberComparison {
	/** The run on the other side with which a run was paired first. */
	readonly #keptRuns = new Map<number, number>();
	readonly #sentRuns = new Map<number, number>();

	compare(kept: ListNumber | undefined, sent: ListNumber | undefined): Both<string> | undefined {
		const told = { kept: kept?.label ?? '', sent: sent?.label ?? '' };
		if (kept === undefined || sent === undefined) return told.kept === told.sent ? undefined : told;
		const isOneRun = this.#areOne(kept.run, sent.run);
		if (told.kept === told.sent) return undefined;
		return isOneRun && kept.counted === sent.counted ? undefined : told;
	}

	#areOne(kept: number, sent: number): boolean {
		const [partner, back] = [this.#keptRuns.get(kept), this.#sentRuns.get(sent)];
		if (partner === undefined) this.#keptRuns.set(kept, sent);
		if (back === undefined) this.#sentRuns.set(sent, kept);
		return (partner ?? sent) === sent && (back ?? kept) === kept;
	}
}
