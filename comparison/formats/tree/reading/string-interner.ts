/**
 * Gives equal texts equal numbers. It stores ranges of texts that are in memory anyway, not copies,
 * and compares them exactly, so a hash collision is harmless and a value costs a few bytes.
 */
import { at, present } from '../../../../server/at';

/** Mixes a number into a 32-bit hash. */
export function mix(hash: number, value: number): number {
	const mixed = Math.imul(hash ^ value, 0x5bd1e995);
	return mixed ^ (mixed >>> 13);
}

/** Final mixing, so that the low bits depend on all input. */
export function finished(hash: number): number {
	const mixed = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
	return mixed ^ (mixed >>> 13);
}

function spanHash(source: string, start: number, stop: number): number {
	let hash = stop - start;
	for (let at = start; at < stop; at++) hash = mix(hash, source.charCodeAt(at));
	return finished(hash);
}

export function widened(old: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
	const wide = new Int32Array(capacity);
	wide.set(old);
	return wide;
}

/**
 * A hash index of numbers from 0: probe from `first(hash)` through `after(slot)` until `idAt(slot)`
 * is the wanted one, or `free`, where `put` may store it.
 */
export class HashSlots {
	size = 0;
	private hashes = new Int32Array(256);
	/** Open addressing; a slot has a number plus one, 0 is free. */
	private slots = new Int32Array(1024);

	first(hash: number): number {
		return hash & (this.slots.length - 1);
	}

	after(slot: number): number {
		return (slot + 1) & (this.slots.length - 1);
	}

	idAt(slot: number): number {
		return present(this.slots[slot], 'a slot') - 1;
	}

	hasHash(id: number, hash: number): boolean {
		return this.hashes[id] === hash;
	}

	put(slot: number, hash: number): number {
		const id = this.size++;
		if (id === this.hashes.length) this.hashes = widened(this.hashes, id * 2);
		this.hashes[id] = hash;
		this.slots[slot] = id + 1;
		if (this.size * 2 > this.slots.length) this.spread();
		return id;
	}

	private spread(): void {
		this.slots = new Int32Array(this.slots.length * 2);
		for (let id = 0; id < this.size; id++) {
			let slot = this.first(present(this.hashes[id], 'a hash'));
			while (this.slots[slot]) slot = this.after(slot);
			this.slots[slot] = id + 1;
		}
	}
}

export const free = -1;

export class StringInterner {
	private readonly index = new HashSlots();
	private readonly sources: string[] = [];
	private starts = new Int32Array(256);
	private stops = new Int32Array(256);

	idOf(source: string, start: number, stop: number): number {
		const hash = spanHash(source, start, stop);
		let slot = this.index.first(hash);
		for (let id = this.index.idAt(slot); id !== free; id = this.index.idAt(slot)) {
			if (this.index.hasHash(id, hash) && this.isSame(id, source, start, stop)) return id;
			slot = this.index.after(slot);
		}
		return this.add(this.index.put(slot, hash), source, start, stop);
	}

	textOf(id: number): string {
		return at(this.sources, id).slice(this.starts[id], this.stops[id]);
	}

	private isSame(id: number, source: string, start: number, stop: number): boolean {
		const from = present(this.starts[id], 'the start of a text');
		const to = present(this.stops[id], 'the end of a text');
		if (to - from !== stop - start) return false;
		const known = present(this.sources[id], 'the source of a text');
		for (let at = start; at < stop; at++) {
			if (known.charCodeAt(from + at - start) !== source.charCodeAt(at)) return false;
		}
		return true;
	}

	private add(id: number, source: string, start: number, stop: number): number {
		if (id === this.starts.length) {
			this.starts = widened(this.starts, id * 2);
			this.stops = widened(this.stops, id * 2);
		}
		this.sources.push(source);
		this.starts[id] = start;
		this.stops[id] = stop;
		return id;
	}
}
