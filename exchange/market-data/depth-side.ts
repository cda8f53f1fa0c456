/**
 * One side of the public book, sorted by price, so that the best levels are found without a scan.
 */
import { present } from '../../server/at';

export class DepthSide {
	private readonly lotsAt = new Map<number, number>();
	/** Ascending by price times sign: the best are at the end, where changes are cheap. */
	private readonly keys: number[] = [];
	private readonly sign: 1 | -1;

	constructor(side: 'BUY' | 'SELL') {
		this.sign = side === 'BUY' ? 1 : -1;
	}

	/** Sets the lots at a price; 0 removes it. */
	set(priceTicks: number, lots: number): void {
		const isThere = this.lotsAt.has(priceTicks);
		if (lots === 0) this.lotsAt.delete(priceTicks);
		else this.lotsAt.set(priceTicks, lots);
		if (isThere === lots > 0) return;
		const key = priceTicks * this.sign;
		const place = this.indexOf(key);
		if (isThere) this.keys.splice(place, 1);
		else this.keys.splice(place, 0, key);
	}

	get size(): number {
		return this.keys.length;
	}

	/** Returns the best prices with their lots. */
	best(count: number): (readonly [number, number])[] {
		const keys = this.keys.slice(-count).reverse();
		return keys.map((key) => {
			const priceTicks = key * this.sign;
			return [priceTicks, present(this.lotsAt.get(priceTicks), 'what is at a price')];
		});
	}

	/** Index of the key, or where it would be inserted. */
	private indexOf(key: number): number {
		let [low, high] = [0, this.keys.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.keys[middle] ?? key) < key) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}
