/** Parses amounts of a request into smallest units; a refusal names the field. */
import { refuse } from '../../server/refusal';
import { parseDecimal } from '../../server/decimal';
import type { HandlerParts } from './handler';

export function decimalField(field: string, text: string, decimals: number): bigint {
	const amount = parseDecimal(text, decimals);
	if (amount !== null) return amount;
	const fault = `must be a decimal string with at most ${decimals} digits behind the point`;
	throw refuse('Request_Invalid', field, fault);
}

/** Decimal places of an asset; refuses an unknown one. */
export async function decimalsOf(
	{ markets }: Pick<HandlerParts, 'markets'>,
	asset: string,
): Promise<number> {
	const decimals = await markets.decimalsOf(asset);
	if (decimals === undefined) throw refuse('Exchange_AssetNotFound', asset.slice(0, 100));
	return decimals;
}
