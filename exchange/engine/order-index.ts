/**
 * Open orders by id: a hash table that grows by a bucket or two at a time (linear hashing), so that
 * no order waits for a full rehash. Ids are consecutive integers, so 64 ids in a row have
 * neighbouring buckets in memory. Orders of one bucket are linked through `nextInBucket`.
 */
import type { Order } from './order';

const PAGE_BITS = 10;
const PAGE_BUCKETS = 1 << PAGE_BITS;
const BUCKETS_PER_ORDER = 2;
/** Ids of one group differ in these low bits alone. */
const GROUP_LENGTH = 64;

export interface OrderIndex {
	/** The buckets, in pages that are never moved. */
	readonly pages: (Order | null)[][];
	bucketCount: number;
	/**
	 * All ones: the smallest mask that covers every bucket. A value beyond the last bucket belongs to
	 * the bucket with half the mask.
	 */
	mask: number;
	size: number;
}

export function createIndex(): OrderIndex {
	return { pages: [newPage()], bucketCount: GROUP_LENGTH, mask: GROUP_LENGTH - 1, size: 0 };
}

export function findInIndex(index: OrderIndex, orderId: number): Order | null {
	let order = firstIn(index, bucketOf(index, orderId));
	while (order !== null && order.orderId !== orderId) order = order.nextInBucket;
	return order;
}

/** The caller guarantees that the id is new. */
export function addToIndex(index: OrderIndex, order: Order): void {
	index.size += 1;
	while (index.bucketCount < index.size * BUCKETS_PER_ORDER) addBucket(index);
	pushToBucket(index, order);
}

export function removeFromIndex(index: OrderIndex, order: Order): void {
	const bucket = bucketOf(index, order.orderId);
	let before = firstIn(index, bucket);
	if (before === order) setFirst(index, bucket, order.nextInBucket);
	else {
		while (before !== null && before.nextInBucket !== order) before = before.nextInBucket;
		if (before === null) throw new Error(`order ${order.orderId} is not in the index`);
		before.nextInBucket = order.nextInBucket;
	}
	order.nextInBucket = null;
	index.size -= 1;
}

/** Yields all orders, unordered. */
export function* ordersIn(index: OrderIndex): Generator<Order> {
	for (let bucket = 0; bucket < index.bucketCount; bucket += 1) {
		for (let order = firstIn(index, bucket); order !== null; order = order.nextInBucket)
			yield order;
	}
}

function bucketOf({ bucketCount, mask }: OrderIndex, orderId: number): number {
	const bucket = hashOf(orderId) & mask;
	return bucket < bucketCount ? bucket : bucket & (mask >>> 1);
}

/** Uses every bit of an id, so that ids with a common factor spread as well. */
function hashOf(orderId: number): number {
	const group = orderId / GROUP_LENGTH;
	const folded = (group | 0) ^ Math.imul((group / 2 ** 32) | 0, 0x85ebca6b);
	const mixed = Math.imul(folded ^ (folded >>> 15), 0x9e3779b1);
	return mixed ^ (mixed >>> 15) ^ (orderId & (GROUP_LENGTH - 1));
}

/** Adds one bucket and moves the orders that belong there from the bucket at half the mask. */
function addBucket(index: OrderIndex): void {
	const added = index.bucketCount;
	if (added > index.mask) index.mask = index.mask * 2 + 1;
	if (added % PAGE_BUCKETS === 0) index.pages.push(newPage());
	index.bucketCount += 1;
	const half = added & (index.mask >>> 1);
	let order = firstIn(index, half);
	setFirst(index, half, null);
	while (order !== null) {
		const next = order.nextInBucket;
		pushToBucket(index, order);
		order = next;
	}
}

function pushToBucket(index: OrderIndex, order: Order): void {
	const bucket = bucketOf(index, order.orderId);
	order.nextInBucket = firstIn(index, bucket);
	setFirst(index, bucket, order);
}

function firstIn({ pages }: OrderIndex, bucket: number): Order | null {
	return pages[bucket >>> PAGE_BITS]?.[bucket & (PAGE_BUCKETS - 1)] ?? null;
}

function setFirst({ pages }: OrderIndex, bucket: number, order: Order | null): void {
	const page = pages[bucket >>> PAGE_BITS];
	if (page === undefined) throw new Error(`there is no bucket ${bucket}`);
	page[bucket & (PAGE_BUCKETS - 1)] = order;
}

function newPage(): (Order | null)[] {
	return new Array<Order | null>(PAGE_BUCKETS).fill(null);
}
