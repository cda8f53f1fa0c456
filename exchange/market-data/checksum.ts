/**
 * The checksum of the best prices of a book, by which a reader knows that theirs is the same: CRC-32
 * of the asks and then the bids, best first and ten of each, every price and quantity without its
 * point and without zeros at its beginning. Pure.
 */
import { crc32 } from 'node:zlib';

export const checkedLevels = 10;

type LevelText = readonly [string, string];

export function depthChecksum(bids: readonly LevelText[], asks: readonly LevelText[]): number {
	const best = [...asks.slice(0, checkedLevels), ...bids.slice(0, checkedLevels)];
	return crc32(best.flat().map(digitsOf).join(''));
}

function digitsOf(decimal: string): string {
	return decimal.replace('.', '').replace(/^0+/, '');
}
