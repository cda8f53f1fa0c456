/**
 * The report of two picture files: every differing page side by side with boxes, as overlay,
 * blinking and with a slider, and each difference enlarged. Without CSS the pictures are below each
 * other; no script is needed.
 */
import sharp from 'sharp';
import { present } from '../../../server/at';
import { markup, type Markup } from '../../../server/html/markup';
import { changesMax, type Change, type ReportBody } from '../../core/comparison';
import { nameBeside, type ReportFile } from '../../core/report-file';
import type { Box } from '../../../api/comparison/place';
import { changeAnchor } from '../../report/anchors';
import { moreNote } from '../../report/parts';
import { changeSigns } from '../../report/signs';
import { imageReportStyle } from './image-report-style';
import { boxed, overlay, partAround } from './marking';
import type { PageFindings } from './page-findings';
import type { Picture } from './picture';

/** Limit for all pictures of a report; further differences have only their place. */
const picturesBytesMax = 12 * 1024 * 1024;

/** Largest size of a shown page. */
const shownMax = { width: 1000, height: 1400 };
const partMax = { width: 480, height: 320 };

const overlaysMax = 20;

interface ShownChange {
	readonly change: Change;
	readonly kept?: string;
	readonly sent?: string;
}

interface ShownPage {
	readonly title: string;
	readonly views: ReadonlyArray<readonly [name: string, url: string]>;
	readonly changes: readonly ShownChange[];
}

export class ImageReport {
	private readonly pages: ShownPage[] = [];
	private readonly files: ReportFile[] = [];
	private bytes = 0;
	private listed = 0;

	/** The sent file's name, from which the names of the files derive. */
	constructor(private readonly fileName: string) {}

	/** Adds a page with its counted changes; pages without any are not shown. */
	async add(findings: PageFindings, counted: readonly Change[]): Promise<void> {
		if (counted.length === 0) return;
		const changes: ShownChange[] = [];
		const views = await this.views(findings, counted);
		for (const change of counted) {
			if (this.listed === changesMax) break;
			this.listed += 1;
			changes.push({
				change,
				kept: await this.part(findings.kept, change.kept?.box),
				sent: await this.part(findings.sent, change.sent?.box),
			});
		}
		this.pages.push({ title: titleOf(findings), views, changes });
	}

	/** `all`: the changes of all pages; those without a page come last. */
	body(all: readonly Change[]): ReportBody {
		const ofPages = this.pages.reduce((sum, { changes }) => sum + changes.length, 0);
		const count = Math.min(all.length, changesMax);
		const rest = all.slice(ofPages, count).map((change) => ({ change }));
		let number = 0;
		const sections = this.pages.map((page, at) => {
			const base = number + 1;
			number += page.changes.length;
			return pageSection(page, at, base, count);
		});
		return {
			style: imageReportStyle,
			content: markup`${sections}${changeList(rest, number + 1, count)}${moreNote(all.length - count)}`,
			files: this.files,
		};
	}

	private async views(
		findings: PageFindings,
		counted: readonly Change[],
	): Promise<ShownPage['views']> {
		const views: Array<readonly [string, string]> = [];
		const { kept, sent, comparison } = findings;
		const show = async (name: string, picture: Picture, boxes: readonly Box[]) => {
			const url = this.url(await shown(picture, boxes));
			if (url !== undefined) views.push([name, url]);
		};
		if (kept !== undefined) await show('Kept', kept, boxesOf(counted, 'kept'));
		if (sent !== undefined) await show('Sent', sent, boxesOf(counted, 'sent'));
		if (kept === undefined || sent === undefined || comparison === undefined) return views;
		const isFaint = counted.some((one) => one.kind === 'formatted');
		const laid = overlay(comparison, isFaint);
		await show('Overlay', laid, []);
		if (this.files.length < overlaysMax)
			this.files.push(await overlayFile(this.fileName, findings, laid));
		return views;
	}

	private async part(
		picture: Picture | undefined,
		box: Box | undefined,
	): Promise<string | undefined> {
		if (picture === undefined || box === undefined || (box.width === 1 && box.height === 1)) {
			return undefined;
		}
		const margin = Math.round(Math.max(picture.width, picture.height) / 50) + 8;
		return this.url(await png(partAround(picture, box, margin), partMax));
	}

	/** Undefined if the report is full. */
	private url({ mediaType, bytes }: Encoded): string | undefined {
		if (this.bytes + bytes.length > picturesBytesMax) return undefined;
		this.bytes += bytes.length;
		return `data:${mediaType};base64,${bytes.toString('base64')}`;
	}
}

interface Encoded {
	readonly mediaType: string;
	readonly bytes: Buffer;
}

function titleOf({ pair }: PageFindings): string {
	const name = (page: number | undefined) => (page === undefined ? 'none' : String(page + 1));
	return pair.kept === pair.sent
		? `Page ${name(pair.kept)}`
		: `Page ${name(pair.kept)} of the kept file, page ${name(pair.sent)} of the sent one`;
}

function boxesOf(changes: readonly Change[], side: 'kept' | 'sent'): Box[] {
	return changes.flatMap((change) => change[side]?.box ?? []);
}

function encoder({ data, width, height }: Picture) {
	return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
}

/** Scales down first, so that the boxes stay visible. */
async function shown(picture: Picture, boxes: readonly Box[]): Promise<Encoded> {
	const { data, info } = await encoder(picture)
		.resize({ ...shownMax, fit: 'inside', withoutEnlargement: true })
		.ensureAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	const small = boxed({ width: info.width, height: info.height, data }, boxes);
	return { mediaType: 'image/jpeg', bytes: await encoder(small).jpeg({ quality: 78 }).toBuffer() };
}

async function png(picture: Picture, within: typeof partMax): Promise<Encoded> {
	const sized = encoder(picture).resize({ ...within, fit: 'inside', withoutEnlargement: true });
	return { mediaType: 'image/png', bytes: await sized.png({ compressionLevel: 6 }).toBuffer() };
}

async function overlayFile(
	fileName: string,
	{ pair }: PageFindings,
	laid: Picture,
): Promise<ReportFile> {
	const page = present(pair.kept, 'the kept page of a pair') + 1;
	return {
		kind: 'overlay',
		label: `Overlay of page ${page}`,
		fileName: nameBeside(fileName, `overlay-${page}.png`),
		mediaType: 'image/png',
		bytes: await encoder(laid).png({ compressionLevel: 2 }).toBuffer(),
	};
}

function pageSection(
	{ title, views, changes }: ShownPage,
	at: number,
	base: number,
	count: number,
): Markup {
	return markup`<section class="pictures">
<h2>${title}</h2>
${views.length === 3 ? viewSwitch(at) : ''}<div class="stage">
${views.map(([name, url]) => markup`<figure class="view-${name.toLowerCase()}"><figcaption>${name}</figcaption><div class="frame"><img src="${url}" alt="${name}: ${title}"></div></figure>\n`)}</div>
${changeList(changes, base, count)}</section>
`;
}

const viewNames = [
	['side', 'Side by side'],
	['overlay', 'Overlay'],
	['blink', 'Blink'],
	['slider', 'Slider'],
] as const;

/** Radio buttons; CSS lays out the pictures by the chosen one. */
function viewSwitch(at: number): Markup {
	return markup`${viewNames.map(
		([view, name], place) =>
			markup`<input type="radio" class="by by-${view}" name="view-${at}" id="view-${at}-${view}"${place === 0 ? markup` checked` : ''}><label for="view-${at}-${view}">${name}</label> `,
	)}<p class="hint by-colour">In the overlay <strong class="was">bright red</strong> is on the kept picture only, <strong class="is">dark red</strong> on the sent one only, yellow paper a page that was shifted or turned.</p><p class="hint by-slider-hint">Draw the lower right corner of the upper picture to move the edge between sent and kept.</p>
`;
}

function changeList(changes: readonly ShownChange[], base: number, count: number): Markup {
	if (changes.length === 0) return markup``;
	return markup`<ol class="parts" start="${base}">
${changes.map((shownChange, at) => changeItem(shownChange, base + at, count))}</ol>
`;
}

const names = {
	added: 'added',
	removed: 'removed',
	changed: 'changed',
	moved: 'moved',
	formatted: 'in form:',
};

function changeItem({ change, kept, sent }: ShownChange, number: number, count: number): Markup {
	const { kind, oldText = '', newText = '' } = change;
	const texts = [oldText, newText].filter((text) => text !== '').join(', now ');
	const part = (name: string, url: string | undefined) =>
		url === undefined
			? ''
			: markup`<figure><figcaption>${name}</figcaption><img src="${url}" alt="${name}"></figure>`;
	return markup`<li>${changeAnchor(number, count)} <span class="key ${kind}">${changeSigns[kind]}</span>${names[kind]} ${texts} <span class="place">${placeText(change)}</span>
<div class="enlarged">${part('Kept', kept)}${part('Sent', sent)}</div></li>
`;
}

function placeText({ kept, sent }: Change): string {
	const box = (kept ?? sent)?.box;
	if (box === undefined) return '';
	const percent = (share: number) => `${Math.round(share * 100)} %`;
	return `${percent(box.x)} from the left, ${percent(box.y)} from the top`;
}
