/**
 * Checksum of the best prices of a book, with which a reader verifies its own: CRC-32 of the ten
 * best asks and then bids, each price and quantity without point and leading zeros. Pure.
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
