/** Fees of a transaction (EIP-1559), never above the operator's cap; in wei for a unit of gas. */
export interface Fees {
	readonly maxFeePerGas: bigint;
	readonly maxPriorityFeePerGas: bigint;
}

/** Current prices of blocks. */
export interface FeeMarket {
	readonly baseFeePerGas: bigint;
	readonly priorityFeePerGas: bigint;
}

/**
 * Fees with room for the base fee to double, bounded by the cap; undefined if the next block costs
 * more than the cap.
 */
export function firstFees(market: FeeMarket, cap: bigint): Fees | undefined {
	const { baseFeePerGas, priorityFeePerGas } = market;
	if (baseFeePerGas + priorityFeePerGas > cap) return undefined;
	const wanted = 2n * baseFeePerGas + priorityFeePerGas;
	return { maxFeePerGas: lesser(wanted, cap), maxPriorityFeePerGas: priorityFeePerGas };
}

/**
 * Fees that replace an earlier transaction of the same nonce: nodes require a tenth more of both.
 * Undefined if the cap is lower.
 */
export function raisedFees(market: FeeMarket, before: Fees, cap: bigint): Fees | undefined {
	const least = raised(before.maxFeePerGas);
	if (least > cap) return undefined;
	const { baseFeePerGas, priorityFeePerGas } = market;
	const priority = greater(raised(before.maxPriorityFeePerGas), priorityFeePerGas);
	const maxFeePerGas = lesser(greater(least, 2n * baseFeePerGas + priority), cap);
	return { maxFeePerGas, maxPriorityFeePerGas: lesser(priority, maxFeePerGas) };
}

/** An eighth more, and more in any case. */
function raised(fee: bigint): bigint {
	return fee + fee / 8n + 1n;
}

function lesser(one: bigint, other: bigint): bigint {
	return one < other ? one : other;
}

function greater(one: bigint, other: bigint): bigint {
	return one > other ? one : other;
}

const weiPerGwei = 1_000_000_000n;

export function weiOf(gwei: number): bigint {
	return BigInt(gwei) * weiPerGwei;
}

/** For messages, to a thousandth. */
export function gweiOf(wei: bigint): string {
	const thousandths = wei / (weiPerGwei / 1000n);
	return (Number(thousandths) / 1000).toString();
}
