/**
 * One side of a book as it is shown, best price first: what is at each price, and the best of them.
 * Prices are kept in order, so that the best are there without looking at all.
 */
import { present } from '../../server/at';

export class DepthSide {
	private readonly lotsAt = new Map<number, number>();
	/** Ascending by price times sign, so that the best stand at the end and change cheaply. */
	private readonly keys: number[] = [];
	private readonly sign: 1 | -1;

	constructor(side: 'BUY' | 'SELL') {
		this.sign = side === 'BUY' ? 1 : -1;
	}

	/** Sets what is at a price; 0 for nothing any more. */
	set(priceTicks: number, lots: number): void {
		const isThere = this.lotsAt.has(priceTicks);
		if (lots === 0) this.lotsAt.delete(priceTicks);
		else this.lotsAt.set(priceTicks, lots);
		if (isThere === lots > 0) return;
		const key = priceTicks * this.sign;
		const place = this.placeOf(key);
		if (isThere) this.keys.splice(place, 1);
		else this.keys.splice(place, 0, key);
	}

	/** How many prices there are. */
	get size(): number {
		return this.keys.length;
	}

	/** The best prices with what is at them. */
	best(count: number): (readonly [number, number])[] {
		const keys = this.keys.slice(-count).reverse();
		return keys.map((key) => {
			const priceTicks = key * this.sign;
			return [priceTicks, present(this.lotsAt.get(priceTicks), 'what is at a price')];
		});
	}

	/** Where the key stands, or would. */
	private placeOf(key: number): number {
		let [low, high] = [0, this.keys.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.keys[middle] ?? key) < key) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}
