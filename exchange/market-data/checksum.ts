/**
 * Checksum of the best prices of a book, with which a reader verifies its own: CRC-32 of the ten
 * best asks, a semicolon and the ten best bids, prices and quantities as they are sent, with commas
 * between. Pure.
 */
import { crc32 } from 'node:zlib';

export const checkedLevels = 10;

type LevelText = readonly [string, string];

export function depthChecksum(bids: readonly LevelText[], asks: readonly LevelText[]): number {
	return crc32([asks, bids].map((side) => side.slice(0, checkedLevels).join(',')).join(';'));
}
