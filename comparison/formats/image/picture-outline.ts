/** Reduces a page to rows of hashed areas, for fingerprints. */
import { createHash } from 'node:crypto';
import type { OutlineRow } from '../../core/comparison';
import type { Region } from '../../core/rules';
import { boxOf, cropped, filled, type Picture, rectangleOf } from './picture';

const areaSize = 32;

export function outlineRows(picture: Picture, page: number): OutlineRow[] {
	const rows: OutlineRow[] = [];
	for (let y = 0; y < picture.height; y += areaSize) {
		const height = Math.min(areaSize, picture.height - y);
		const words: string[] = [];
		for (let x = 0; x < picture.width; x += areaSize) {
			const width = Math.min(areaSize, picture.width - x);
			const area = cropped(picture, { x, y, width, height });
			words.push(hashOf(area));
		}
		const box = boxOf({ x: 0, y, width: picture.width, height }, picture);
		rows.push({ place: { page, box }, words });
	}
	return rows;
}

/** Blanks ignored regions, so that they are equal on all pictures of the size. */
export function withoutRegions(
	picture: Picture,
	page: number,
	regions: readonly Region[],
): Picture {
	const hidden = regions.filter((region) => region.page === undefined || region.page === page);
	return filled(
		picture,
		hidden.map((region) => rectangleOf(region, picture)),
		0,
	);
}

/** The colour of what is fully transparent is not seen. */
function hashOf({ data }: Picture): string {
	for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 0) data.fill(0, at, at + 3);
	return createHash('sha256').update(data).digest('base64url');
}
