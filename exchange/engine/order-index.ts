/**
 * Open orders by id. Ids count up, so 16 neighbouring ones share a row of slots, and 4,096 rows a
 * shelf; a row without an order is freed, and so is a shelf without a row. An order far from all
 * others takes one row.
 *
 *   id = shelf * 2^16 + row * 2^4 + place
 */
import { Links, Slots } from './slots';

const ROW_BITS = 4;
const ROW_IDS = 1 << ROW_BITS;
const SHELF_ROWS = 4_096;
const SHELF_IDS = SHELF_ROWS * ROW_IDS;

interface Shelf {
	/** Rows by number; 0: none of its ids is open. */
	readonly rows: Int32Array;
	rowCount: number;
}

export class OrderIndex {
	/** Slots of orders by row and place; 0: not open. */
	private readonly orders = new Links(ROW_IDS);
	/** By row. */
	private readonly freeRows = new Links();
	private readonly rows = new Slots([this.orders, this.freeRows], this.freeRows);
	private readonly shelves = new Map<number, Shelf>();
	/** The shelf looked for last, and its number. */
	private shelf: Shelf | undefined;
	private shelfNumber = -1;
	/** No id above it was ever added, so none is looked up. */
	private highestId = 0;

	/** Returns 0 if no such order is open. */
	find(orderId: number): number {
		if (orderId > this.highestId) return 0;
		const row = this.shelfOf(orderId)?.rows[rowOf(orderId)] ?? 0;
		return this.orders.at(placeOf(row, orderId));
	}

	/** The caller guarantees that the id is new. */
	add(orderId: number, slot: number): void {
		if (orderId > this.highestId) this.highestId = orderId;
		const shelf = this.shelfOf(orderId) ?? this.addShelf();
		const row = shelf.rows[rowOf(orderId)] || this.addRow(shelf, orderId);
		this.orders.set(placeOf(row, orderId), slot);
	}

	remove(orderId: number): void {
		const shelf = this.shelfOf(orderId);
		const row = shelf?.rows[rowOf(orderId)] ?? 0;
		if (shelf === undefined || this.orders.at(placeOf(row, orderId)) === 0)
			throw new Error(`order ${orderId} is not in the index`);
		this.orders.set(placeOf(row, orderId), 0);
		if (this.isEmpty(row)) this.removeRow(shelf, orderId);
	}

	/** Yields the slots of all orders, unordered. */
	*slots(): Generator<number> {
		for (const { rows } of this.shelves.values()) {
			for (const row of rows) {
				for (let place = 0; row !== 0 && place < ROW_IDS; place += 1) {
					const slot = this.orders.at(placeOf(row, place));
					if (slot !== 0) yield slot;
				}
			}
		}
	}

	private isEmpty(row: number): boolean {
		for (let place = 0; place < ROW_IDS; place += 1) {
			if (this.orders.at(placeOf(row, place)) !== 0) return false;
		}
		return true;
	}

	private shelfOf(orderId: number): Shelf | undefined {
		const number = Math.floor(orderId / SHELF_IDS);
		if (number !== this.shelfNumber) {
			this.shelfNumber = number;
			this.shelf = this.shelves.get(number);
		}
		return this.shelf;
	}

	/** Adds the shelf that was looked for last. */
	private addShelf(): Shelf {
		const shelf = { rows: new Int32Array(SHELF_ROWS), rowCount: 0 };
		this.shelf = shelf;
		this.shelves.set(this.shelfNumber, shelf);
		return shelf;
	}

	private addRow(shelf: Shelf, orderId: number): number {
		const row = this.rows.take();
		shelf.rows[rowOf(orderId)] = row;
		shelf.rowCount += 1;
		return row;
	}

	private removeRow(shelf: Shelf, orderId: number): void {
		this.rows.free(shelf.rows[rowOf(orderId)] ?? 0);
		shelf.rows[rowOf(orderId)] = 0;
		shelf.rowCount -= 1;
		if (shelf.rowCount > 0) return;
		this.shelves.delete(this.shelfNumber);
		this.shelf = undefined;
	}
}

/** 32-bit arithmetic keeps the low bits of an id, whatever its size. */
function rowOf(orderId: number): number {
	return (orderId >>> ROW_BITS) & (SHELF_ROWS - 1);
}

function placeOf(row: number, orderId: number): number {
	return row * ROW_IDS + (orderId & (ROW_IDS - 1));
}
