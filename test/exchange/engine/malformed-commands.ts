/**
 * Random commands half of whose fields are no such values: what an untyped caller, a damaged text or
 * a program in another language could hand over. Some commands stay whole, so that there are orders
 * in the book that the others can be about.
 */
import fc from 'fast-check';
import type { Command } from '../../../exchange/engine/command';
import { seededRandom } from '../../bench/parts/order-stream';
import { commandLog } from './random-commands';
import { untyped } from './script';

const WRONG_VALUES: readonly unknown[] = [
	...[undefined, null, true, false, '', '5', 'BUY', 'ann', 'x'.repeat(200), '\u0000', '__proto__'],
	...[0, -0, -1, 1.5, NaN, Infinity, -Infinity, 2 ** 53, -(2 ** 53), 1e300, 2 ** 31, 2 ** 32],
	...[0n, 1n, 5n, -5n, 2n ** 160n, [], [1], ['ann'], {}, { orderId: 1 }, () => 1, Symbol('x')],
];

/** Of every three commands one stays whole. */
const WHOLE_SHARE = 1 / 3;
/** Of the others this much is wrong, which makes half of all fields. */
const WRONG_SHARE = 3 / 4;

/** The commands of a log, and how many of their fields there are and are wrong. */
export interface MalformedLog {
	readonly log: readonly Command[];
	readonly fieldCount: number;
	readonly wrongCount: number;
}

export function malformedLog(lengthMax: number): fc.Arbitrary<MalformedLog> {
	return fc.tuple(commandLog(lengthMax), fc.nat()).map(([log, seed]) => new Damage(seed).done(log));
}

class Damage {
	private readonly random: () => number;
	private fieldCount = 0;
	private wrongCount = 0;

	constructor(seed: number) {
		this.random = seededRandom(seed);
	}

	done(log: readonly Command[]): MalformedLog {
		const damaged = log.map((command) => {
			const share = this.random() < WHOLE_SHARE ? 0 : WRONG_SHARE;
			return untyped(this.damaged(command, share));
		});
		const { fieldCount, wrongCount } = this;
		return { log: damaged, fieldCount, wrongCount };
	}

	/** A copy with this share of its fields wrong; of records within it, too. */
	private damaged(record: object, share: number): object {
		const entries = Object.entries(record).map(([field, value]: [string, unknown]) => {
			// Without its kind a command says nothing that could be wrong.
			if (field === 'kind' && this.random() < 0.9) return [field, value];
			this.fieldCount += 1;
			const isWrong = this.random() < share;
			if (!isWrong && typeof value === 'object' && value !== null) {
				return [field, this.damaged(value, share)];
			}
			if (!isWrong) return [field, value];
			this.wrongCount += 1;
			return [field, WRONG_VALUES[Math.floor(this.random() * WRONG_VALUES.length)]];
		});
		return Object.fromEntries(entries) as object;
	}
}
