/**
 * Lays out the path of a batch: holders in columns by the number of transfers from the issue, and
 * one band for all transfers between two of them. Only the largest holders of a column are drawn
 * separately, so the drawing stays readable; the table beside it has all.
 */

export interface FlowMovement {
	/** Undefined: the issue. */
	readonly from: string | undefined;
	readonly to: string;
	readonly amount: number | bigint;
}

export interface FlowNode {
	/** Undefined: the issue. */
	readonly name: string | undefined;
	/** Number of merged holders. */
	readonly holders: number;
	readonly received: bigint;
	readonly given: bigint;
	readonly x: number;
	readonly y: number;
	readonly height: number;
}

export interface FlowBand {
	readonly from: FlowNode;
	readonly to: FlowNode;
	readonly amount: bigint;
	readonly movements: number;
	/** The SVG path of its middle line. */
	readonly path: string;
	readonly width: number;
	/** True if it goes to a holder in the same or an earlier column. */
	readonly isBack: boolean;
}

export interface Flow {
	readonly nodes: readonly FlowNode[];
	readonly bands: readonly FlowBand[];
	readonly width: number;
	readonly height: number;
}

export const nodeWidth = 12;
const columnWidth = 230;
const columnHeight = 420;
const labelHeight = 40;
const nodeHeightMin = 4;
const bandWidthMin = 1.5;
const backWidth = 2;
const bendWidth = 70;
const ownNodesPerColumnMax = 12;

/** The key of the issue, which is no holder. */
const issued = '';
type Key = string;

interface Draft {
	readonly key: Key;
	readonly column: number;
	holders: number;
	received: bigint;
	given: bigint;
}

interface DraftBand {
	readonly from: Draft;
	readonly to: Draft;
	amount: bigint;
	movements: number;
}

export function layOutFlow(movements: readonly FlowMovement[]): Flow {
	const columns = columnsOf(movements);
	const drafts = mergeSmall(draftsOf(movements, columns));
	const bands = bandsOf(movements, drafts);
	return layOutNodes([...new Set(drafts.values())], bands);
}

/** Number of transfers before each holder first received it. */
function columnsOf(movements: readonly FlowMovement[]): ReadonlyMap<Key, number> {
	const receivers = new Map<Key, Set<Key>>();
	const received = new Set(movements.map(({ to }) => to));
	for (const { from = issued, to } of movements) {
		const of = receivers.get(from) ?? new Set();
		receivers.set(from, of.add(to));
	}
	const columns = new Map<Key, number>();
	const reach = (key: Key, column: number) => {
		if (!columns.has(key)) columns.set(key, column);
	};
	// Senders that never received are first: the list may begin in the middle of a history.
	for (const key of receivers.keys()) if (!received.has(key)) reach(key, 0);
	// Breadth-first: a Map iterates over entries added during the loop.
	for (const [key, column] of columns) {
		for (const to of receivers.get(key) ?? []) reach(to, column + 1);
	}
	// The rest forms a cycle.
	for (const key of received) reach(key, 0);
	return columns;
}

function draftsOf(
	movements: readonly FlowMovement[],
	columns: ReadonlyMap<Key, number>,
): Map<Key, Draft> {
	const drafts = new Map<Key, Draft>();
	for (const [key, column] of columns) {
		drafts.set(key, { key, column, holders: 1, received: 0n, given: 0n });
	}
	for (const { from = issued, to, amount } of movements) {
		const [giver, recipient] = [drafts.get(from), drafts.get(to)];
		if (giver !== undefined) giver.given += BigInt(amount);
		if (recipient !== undefined) recipient.received += BigInt(amount);
	}
	return drafts;
}

/** Merges the small holders of each column into one draft. */
function mergeSmall(drafts: Map<Key, Draft>): Map<Key, Draft> {
	for (const column of groupedByColumn([...drafts.values()])) {
		const small = column
			.sort((one, other) => compare(throughput(other), throughput(one)))
			.slice(ownNodesPerColumnMax - 1);
		const [first] = small;
		if (first === undefined || small.length === 1) continue;
		const merged: Draft = {
			key: first.key,
			column: first.column,
			holders: small.length,
			received: sum(small.map(({ received }) => received)),
			given: sum(small.map(({ given }) => given)),
		};
		for (const { key } of small) drafts.set(key, merged);
	}
	return drafts;
}

function groupedByColumn(drafts: readonly Draft[]): Draft[][] {
	const columns: Draft[][] = [];
	for (const draft of drafts) (columns[draft.column] ??= []).push(draft);
	return columns;
}

/** The larger of received and given, which decides the size. */
function throughput({ received, given }: Draft): bigint {
	return received > given ? received : given;
}

/** One band per pair of sender and recipient; transfers among merged holders are not drawn. */
function bandsOf(movements: readonly FlowMovement[], drafts: Map<Key, Draft>): DraftBand[] {
	const bands = new Map<Draft, Map<Draft, DraftBand>>();
	for (const movement of movements) {
		const from = drafts.get(movement.from ?? issued);
		const to = drafts.get(movement.to);
		if (from === undefined || to === undefined || from === to) continue;
		const others = bands.get(from) ?? new Map<Draft, DraftBand>();
		const band = others.get(to) ?? { from, to, amount: 0n, movements: 0 };
		band.amount += BigInt(movement.amount);
		band.movements += 1;
		bands.set(from, others.set(to, band));
	}
	return [...bands.values()].flatMap((others) => [...others.values()]);
}

function layOutNodes(drafts: readonly Draft[], bands: readonly DraftBand[]): Flow {
	const columns = groupedByColumn(drafts);
	const scale = Math.min(...columns.map(unitsToPixels));
	const nodes = new Map<Draft, FlowNode>();
	for (const [index, column] of columns.entries()) {
		let y = labelHeight;
		for (const draft of column.sort(bySize)) {
			const height = Math.max(nodeHeightMin, Number(throughput(draft)) * scale);
			const { key, holders, received, given } = draft;
			const name = key === issued ? undefined : key;
			nodes.set(draft, { name, holders, received, given, x: index * columnWidth, y, height });
			y += height + labelHeight;
		}
	}
	const all = [...nodes.values()];
	return {
		nodes: all,
		bands: layOutBands(bands, nodes, scale),
		width: Math.max(1, columns.length) * columnWidth,
		height: Math.max(0, ...all.map(({ y, height }) => y + height)) + labelHeight / 2,
	};
}

/** The largest first, merged holders last. */
function bySize(one: Draft, other: Draft): number {
	return (
		Math.min(one.holders, 2) - Math.min(other.holders, 2) ||
		compare(throughput(other), throughput(one))
	);
}

/** Scale at which a column fits its height. */
function unitsToPixels(column: readonly Draft[]): number {
	const total = Number(sum(column.map(throughput)));
	return total === 0 ? 1 : columnHeight / total;
}

/** Bands leave and arrive one below the other, in the order of the list. */
function layOutBands(
	bands: readonly DraftBand[],
	nodes: ReadonlyMap<Draft, FlowNode>,
	scale: number,
): FlowBand[] {
	const left = new Map<FlowNode, number>();
	const arrived = new Map<FlowNode, number>();
	const next = (places: Map<FlowNode, number>, node: FlowNode, width: number): number => {
		const offset = places.get(node) ?? 0;
		places.set(node, offset + width);
		return node.y + Math.min(node.height, offset + width / 2);
	};
	return bands.flatMap(({ from: giver, to: recipient, amount, movements }) => {
		const [from, to] = [nodes.get(giver), nodes.get(recipient)];
		if (from === undefined || to === undefined) return [];
		const exact = Number(amount) * scale;
		const [startX, startY] = [from.x + nodeWidth, next(left, from, exact)];
		// A band back arrives on the right side, as a thin line that does not hide others.
		const isBack = to.x <= from.x;
		const [endX, endY] = [isBack ? to.x + nodeWidth : to.x, next(arrived, to, exact)];
		const points = [
			[startX + bendWidth, startY],
			[isBack ? endX + bendWidth : endX - bendWidth, endY],
			[endX, endY],
		];
		const path = `M${text(startX)} ${text(startY)}C${points.flat().map(text).join(' ')}`;
		const width = isBack ? backWidth : Math.max(bandWidthMin, exact);
		return [{ from, to, amount, movements, path, width, isBack }];
	});
}

/** Rounds pixels to hundredths. */
function text(pixels: number): string {
	return String(Math.round(pixels * 100) / 100);
}

function sum(amounts: readonly bigint[]): bigint {
	return amounts.reduce((total, amount) => total + amount, 0n);
}

function compare(one: bigint, other: bigint): number {
	return one < other ? -1 : one > other ? 1 : 0;
}
