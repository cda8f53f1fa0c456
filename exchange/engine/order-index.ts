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
	size: number;
}

export function createIndex(): OrderIndex {
	return { buckets: new Array<Order | null>(BUCKET_COUNT_MIN).fill(null), size: 0 };
}

/** The order of this id, or null. */
export function findInIndex(index: OrderIndex, orderId: number): Order | null {
	const { buckets } = index;
	let order = buckets[bucketOf(orderId, buckets.length)] ?? null;
	while (order !== null && order.orderId !== orderId) order = order.nextInBucket;
	return order;
}

/** The caller has made sure that the id is new. */
export function addToIndex(index: OrderIndex, order: Order): void {
	index.size += 1;
	if (index.size * 4 > index.buckets.length) doubleBuckets(index);
	pushToBucket(index.buckets, order);
}

export function removeFromIndex(index: OrderIndex, order: Order): void {
	const { buckets } = index;
	const bucket = bucketOf(order.orderId, buckets.length);
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
function bucketOf(orderId: number, bucketCount: number): number {
	const high = Math.imul((orderId / bucketCount) | 0, 0x9e3779b1);
	return ((orderId | 0) ^ high ^ (high >>> 16)) & (bucketCount - 1);
}

function pushToBucket(buckets: (Order | null)[], order: Order): void {
	const bucket = bucketOf(order.orderId, buckets.length);
	order.nextInBucket = buckets[bucket] ?? null;
	buckets[bucket] = order;
}

function doubleBuckets(index: OrderIndex): void {
	const buckets = new Array<Order | null>(index.buckets.length * 2).fill(null);
	for (const first of index.buckets) {
		let order = first;
		while (order !== null) {
			const next = order.nextInBucket;
			pushToBucket(buckets, order);
			order = next;
		}
	}
	index.buckets = buckets;
}
