/**
 * Open orders by id. Ids are whole numbers an exchange counts up, so the low bits of an id are its
 * bucket: neighbours in time are neighbours in memory, and a lookup reads the order itself and
 * little else. Orders of one bucket are linked through `nextInBucket`.
 */
import type { Order } from './order';

const BUCKET_COUNT_MIN = 16;

export interface OrderIndex {
	/** Their number is a power of two and at least four times the orders, so few hold two. */
	buckets: (Order | null)[];
	/** 1 divided by their number: exact, and cheaper to multiply by than the number to divide by. */
	perBucket: number;
	size: number;
}

export function createIndex(): OrderIndex {
	const buckets = new Array<Order | null>(BUCKET_COUNT_MIN).fill(null);
	return { buckets, perBucket: 1 / BUCKET_COUNT_MIN, size: 0 };
}

/** The order of this id, or null. */
export function findInIndex(index: OrderIndex, orderId: number): Order | null {
	let order = index.buckets[bucketOf(index, orderId)] ?? null;
	while (order !== null && order.orderId !== orderId) order = order.nextInBucket;
	return order;
}

/** The caller has made sure that the id is new. */
export function addToIndex(index: OrderIndex, order: Order): void {
	index.size += 1;
	if (index.size * 4 > index.buckets.length) doubleBuckets(index);
	pushToBucket(index, order);
}

export function removeFromIndex(index: OrderIndex, order: Order): void {
	const { buckets } = index;
	const bucket = bucketOf(index, order.orderId);
	let before = buckets[bucket] ?? null;
	if (before === order) buckets[bucket] = order.nextInBucket;
	else {
		while (before !== null && before.nextInBucket !== order) before = before.nextInBucket;
		if (before === null) throw new Error(`order ${order.orderId} is not in the index`);
		before.nextInBucket = order.nextInBucket;
	}
	order.nextInBucket = null;
	index.size -= 1;
}

/** Every order, in no order. */
export function* ordersIn(index: OrderIndex): Generator<Order> {
	for (const first of index.buckets) {
		for (let order = first; order !== null; order = order.nextInBucket) yield order;
	}
}

/** The high bits count too, so ids that are all multiples of a great number are spread as well. */
function bucketOf(index: OrderIndex, orderId: number): number {
	const high = Math.imul((orderId * index.perBucket) | 0, 0x9e3779b1);
	return ((orderId | 0) ^ high ^ (high >>> 16)) & (index.buckets.length - 1);
}

function pushToBucket(index: OrderIndex, order: Order): void {
	const { buckets } = index;
	const bucket = bucketOf(index, order.orderId);
	order.nextInBucket = buckets[bucket] ?? null;
	buckets[bucket] = order;
}

function doubleBuckets(index: OrderIndex): void {
	const { buckets } = index;
	index.buckets = new Array<Order | null>(buckets.length * 2).fill(null);
	index.perBucket /= 2;
	for (const first of buckets) {
		let order = first;
		while (order !== null) {
			const next = order.nextInBucket;
			pushToBucket(index, order);
			order = next;
		}
	}
}
