/** Amounts as whole numbers of the millionth part of one, so that sums of decimals are exact. */
import type { TrackerAsset } from '../support/settling';

const decimals = 6;

export function amountOf(text: string): bigint {
	const [whole = '', part = ''] = text.split('.');
	if (!/^-?\d+$/.test(whole) || !/^\d*$/.test(part) || part.length > decimals) {
		throw new Error(`'${text}' is no amount`);
	}
	return BigInt(whole + part.padEnd(decimals, '0'));
}

/** What one unit of the tracker is of each asset: a whole credit, and a cent. */
export const unitAmounts: Readonly<Record<TrackerAsset, bigint>> = {
	CREDIT: amountOf('1'),
	EUR: amountOf('0.01'),
};
