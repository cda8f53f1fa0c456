/**
 * Compares PNG, JPEG, WebP, TIFF and GIF by pixels, page by page or frame by frame; the level
 * decides which classes of difference count.
 */
import {
	accuracyOf,
	changesMax,
	type Change,
	type Compared,
	type Comparer,
	type ComparisonTask,
	type Outline,
	type OutlineRow,
	type Side,
	type Unreadable,
	type Ignored,
	countsBytes,
} from '../../core/comparison';
import { countText } from '../../../server/html/markup';
import type { Level } from '../../core/level';
import type { CompareRules, Region } from '../../core/rules';
import { comparedSize, openPicture, reasonOf, type PictureFile } from './decoding';
import { ImageReport } from './image-report';
import {
	countedFrom,
	findingsOf,
	isCounted,
	type DifferenceClass,
	type PageFindings,
} from './page-findings';
import { pagePairs, type PagePair } from './page-pairs';
import { outlineRows, withoutRegions } from './picture-outline';

export const imageComparer: Comparer = { compare, outline };

async function compare(task: ComparisonTask): Promise<Compared | Unreadable> {
	const kept = await opened(task.kept.bytes);
	if (typeof kept === 'string') return { isReadable: false, side: 'kept', reason: kept };
	const sent = await opened(task.sent.bytes);
	if (typeof sent === 'string') return { isReadable: false, side: 'sent', reason: sent };
	const isSinglePage = kept.thumbnails.length === 1 && sent.thumbnails.length === 1;
	const pairs = isSinglePage
		? [{ kept: 0, sent: 0, isMoved: false }]
		: pagePairs(kept.thumbnails, sent.thumbnails);
	const totals = new Totals(task.level);
	const report = task.isReported ? new ImageReport(task.sent.fileName) : undefined;
	for (const [at, pair] of pairs.entries()) {
		const regions = regionsOn(pair, task.rules.ignoreRegions);
		const findings = await findingsOf({ kept: kept.file, sent: sent.file }, pair, regions);
		const counted = totals.take(findings);
		await report?.add(findings, counted);
		task.onProgress((at + 1) / pairs.length);
	}
	totals.takeForm(formOf(task.kept, kept), formOf(task.sent, sent), task);
	return { ...totals.compared(), report: report?.body(totals.changes) };
}

interface Opened {
	readonly file: PictureFile;
	readonly thumbnails: readonly Uint8Array[];
}

/** Decodes each page once, because a truncated file may have valid first pages. */
async function opened(bytes: Uint8Array): Promise<Opened | string> {
	const file = await openPicture(bytes);
	if (typeof file === 'string') return file;
	try {
		const thumbnails: Uint8Array[] = [];
		for (const page of file.pages.keys()) thumbnails.push(await file.thumbnail(page));
		return { file, thumbnails };
	} catch (error) {
		return reasonOf(error);
	}
}

function regionsOn({ kept, sent }: PagePair, regions: readonly Region[] = []): readonly Region[] {
	const isOn = (page: number) => page - 1 === kept || page - 1 === sent;
	return regions.filter(({ page }) => page === undefined || isOn(page));
}

function isSameBytes({ kept, sent }: ComparisonTask): boolean {
	return Buffer.compare(kept.bytes, sent.bytes) === 0;
}

/** `PNG, 12,345 bytes`. */
function formOf({ bytes }: Side, { file }: Opened): string {
	return `${file.format}, ${countText(bytes.length, 'byte')}`;
}

/** Sums the findings of all pages that count at the level. */
class Totals {
	readonly changes: Change[] = [];
	private readonly notes: string[] = [];
	private readonly counts = { added: 0, removed: 0, changed: 0, moved: 0 };
	private differing = 0;
	private total = 0;
	private ignored = 0;

	constructor(private readonly level: Level) {}

	/** Adds a page; returns its changes that count. */
	take(findings: PageFindings): readonly Change[] {
		const counted = findings.changes
			.filter((one) => isCounted(one.class, this.level))
			.map(({ change }) => change);
		this.changes.push(...counted);
		for (const { kind } of counted) if (kind !== 'formatted') this.counts[kind] += 1;
		this.differing += weightOf(findings, this.level);
		this.total += findings.totalPixels;
		this.ignored += findings.ignoredPixels / 2;
		this.notes.push(...findings.notes);
		return counted;
	}

	/** Files with equal pixels differ in form only, which counts at the finest level. */
	takeForm(kept: string, sent: string, task: ComparisonTask): void {
		if (isSameBytes(task) || this.differing > 0) return;
		if (!countsBytes(task, this.hidden())) {
			this.notes.push(`The files differ in their form alone: ${kept} and ${sent}.`);
			return;
		}
		this.differing = 1;
		this.changes.push({ kind: 'formatted', kept: {}, sent: {}, oldText: kept, newText: sent });
	}

	compared(): Compared {
		return {
			isReadable: true,
			method: 'pixels',
			accuracy: accuracyOf({ differing: this.differing, total: this.total }),
			unit: 'region',
			counts: this.counts,
			changes: this.changes.slice(0, changesMax),
			notes: this.notes.slice(0, notesMax),
			ignored: this.hidden(),
		};
	}

	private hidden(): readonly Ignored[] {
		const [kept, sent] = [this.ignored, this.ignored];
		return kept > 0 ? [{ rule: 'regions, in differing pixels', kept, sent }] : [];
	}
}

const notesMax = 20;

function weightOf({ weights }: PageFindings, level: Level): number {
	const classes = Object.keys(countedFrom) as DifferenceClass[];
	return classes.reduce((sum, one) => sum + (isCounted(one, level) ? weights[one] : 0), 0);
}

/** Reduces pages to rows of areas, each with the hash of its pixels. */
async function outline(
	side: Side,
	{ rules }: { readonly rules: CompareRules },
): Promise<Outline | Unreadable> {
	const found = await opened(side.bytes);
	if (typeof found === 'string') return { isReadable: false, side: 'sent', reason: found };
	const rows: OutlineRow[] = [];
	for (const [page, size] of found.file.pages.entries()) {
		const whole = await found.file.decode(page, comparedSize(size));
		const picture = withoutRegions(whole, page + 1, rules.ignoreRegions ?? []);
		rows.push(...outlineRows(picture, page + 1));
	}
	return { isReadable: true, unit: 'row', rows };
}
