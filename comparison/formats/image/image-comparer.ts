/**
 * Compares PNG, JPEG, WebP, TIFF and GIF by pixels, page by page or frame by frame; the level
 * decides which classes of difference count.
 */
import { at } from '../../../server/at';
import { countsOf, type Change, type Outline, type OutlineRow } from '../../core/comparison';
import {
	comparerOf,
	ReadFault,
	type Both,
	type MatchResult,
	type MatchTask,
} from '../../core/format-comparer';
import type { Level } from '../../core/level';
import type { CompareRules, Region } from '../../core/rules';
import { comparedSize, openPicture, reasonOf, type PictureFile } from './decoding';
import { ImageReport } from './image-report';
import { findingsOf, countsAt, type DifferenceClass, type PageFindings } from './page-findings';
import type { Pair } from '../../align/pairing';
import { pagePairs } from './page-pairs';
import { outlineRows, withoutRegions } from './picture-outline';

export const imageComparer = comparerOf<Opened>('picture', () => ({
	read: ({ bytes }) => opened(bytes),
	match: matchPictures,
	outline: ({ file }, { ruled }) => outlineOf(file, ruled.rules),
}));

async function matchPictures({ kept, sent }: Both<Opened>, task: MatchTask): Promise<MatchResult> {
	const isSinglePage = kept.thumbnails.length === 1 && sent.thumbnails.length === 1;
	const pairs = isSinglePage
		? [{ kept: 0, sent: 0, isMoved: false }]
		: pagePairs(kept.thumbnails, sent.thumbnails);
	const report = new ImageReport(task.sent.fileName);
	const changes: Change[] = [];
	const notes: string[] = [];
	let [differing, total] = [0, 0];
	for (const [index, pair] of pairs.entries()) {
		const regions = regionsOn(pair, task.rules.ignoreRegions);
		const findings = await findingsOf({ kept: kept.file, sent: sent.file }, pair, regions);
		const counted = findings.changes
			.filter((one) => countsAt(task.level, one.class))
			.map(({ change }) => change);
		changes.push(...counted);
		notes.push(...findings.notes);
		differing += weightOf(findings, task.level);
		total += findings.totalPixels;
		for (const [place, pixels] of findings.ignoredPixels.entries()) {
			const region = at(regions, place);
			task.hits.side('kept').countRegion(region, pixels);
			task.hits.side('sent').countRegion(region, pixels);
		}
		// Added at once, since the pictures of all pages do not fit into memory.
		if (task.isReported) await report.add(findings, counted);
		task.onProgress((index + 1) / pairs.length);
	}
	const [before, after] = [kept.file.format, sent.file.format];
	const form = before === after ? [] : [`The kept file is ${before}, and the sent one ${after}.`];
	return {
		method: 'pixels',
		weights: { differing, total },
		unit: 'region',
		counts: countsOf(changes),
		changes,
		notes: [...form, ...notes.slice(0, notesMax)],
		show: () => report.body(changes),
	};
}

const notesMax = 20;

function weightOf({ weights }: PageFindings, level: Level): number {
	const classes = Object.keys(weights) as DifferenceClass[];
	return classes.reduce((sum, one) => sum + (countsAt(level, one) ? weights[one] : 0), 0);
}

interface Opened {
	readonly file: PictureFile;
	readonly thumbnails: readonly Uint8Array[];
}

/** Decodes each page once, because a truncated file may have valid first pages. */
async function opened(bytes: Uint8Array): Promise<Opened> {
	const file = await openPicture(bytes);
	if (typeof file === 'string') throw new ReadFault(file);
	try {
		const thumbnails: Uint8Array[] = [];
		for (const page of file.pages.keys()) thumbnails.push(await file.thumbnail(page));
		return { file, thumbnails };
	} catch (error) {
		throw new ReadFault(reasonOf(error));
	}
}

function regionsOn({ kept, sent }: Pair, regions: readonly Region[] = []): readonly Region[] {
	const isOn = (page: number) => page - 1 === kept || page - 1 === sent;
	return regions.filter(({ page }) => page === undefined || isOn(page));
}

/** Reduces pages to rows of areas, each with the hash of its pixels. */
async function outlineOf(
	file: PictureFile,
	{ ignoreRegions = [] }: CompareRules,
): Promise<Outline> {
	const rows: OutlineRow[] = [];
	for (const [page, size] of file.pages.entries()) {
		const whole = await file.decode(page, comparedSize(size));
		rows.push(...outlineRows(withoutRegions(whole, page + 1, ignoreRegions), page + 1));
	}
	return { isReadable: true, unit: 'row', rows };
}
