/** A page reduced to rows of areas: what is kept of a picture where only fingerprints are kept. */
import { createHash } from 'node:crypto';
import type { OutlineRow } from '../comparison';
import { boxOf, brightness, cropped, type Picture } from './picture';

const areaSize = 32;

/** Of an area that need not be exact only how bright it is counts, in steps of this much. */
const brightnessStep = 16;

export function outlineRows(picture: Picture, page: number, isExact: boolean): OutlineRow[] {
	const rows: OutlineRow[] = [];
	for (let y = 0; y < picture.height; y += areaSize) {
		const height = Math.min(areaSize, picture.height - y);
		const words: string[] = [];
		for (let x = 0; x < picture.width; x += areaSize) {
			const width = Math.min(areaSize, picture.width - x);
			const area = cropped(picture, { x, y, width, height });
			words.push(isExact ? hashOf(area) : brightnessOf(area));
		}
		const box = boxOf({ x: 0, y, width: picture.width, height }, picture);
		rows.push({ place: { page, box }, words });
	}
	return rows;
}

function hashOf({ data }: Picture): string {
	return createHash('sha256').update(data).digest('base64url');
}

function brightnessOf({ data }: Picture): string {
	let sum = 0;
	for (let at = 0; at < data.length; at += 4) sum += brightness(data, at);
	return String(Math.round(sum / (data.length / 4) / brightnessStep));
}
