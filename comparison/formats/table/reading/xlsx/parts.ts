/** Reads what the parts of an XLSX file are, and where the sheets and what they share stand. */
import { ReadFault } from '../../../../core/format-comparer';
import { posix } from 'node:path';
import type { Zip } from '../../../archive/zip-reading';
import { walkXml } from '../xml-walk';

export interface SheetPart {
	readonly name: string;
	readonly part: string;
	readonly isHidden: boolean;
}

export interface SheetParts {
	readonly sheets: readonly SheetPart[];
	readonly strings?: string;
	readonly styles?: string;
	readonly isFrom1904: boolean;
}

export async function sheetParts(zip: Zip): Promise<SheetParts> {
	const roots = await relations(zip, '');
	const workbook = [...roots.values()].find(({ type }) => type === 'officeDocument');
	const part = workbook?.part ?? 'xl/workbook.xml';
	const related = await relations(zip, part);
	const listed: { readonly name: string; readonly id: string; readonly isHidden: boolean }[] = [];
	let isFrom1904 = false;
	walkXml(await wholePart(zip, part), {
		onOpen: (name, { name: title = '', id = '', state = 'visible', date1904 = '' }) => {
			if (name === 'sheet') listed.push({ name: title, id, isHidden: state !== 'visible' });
			if (name === 'workbookPr') isFrom1904 = date1904 === '1' || date1904 === 'true';
		},
	});
	const partOf = (type: string) =>
		[...related.values()].find((relation) => relation.type === type)?.part;
	const sheets = listed.flatMap(({ name, id, isHidden }) => {
		const relation = related.get(id);
		if (relation?.type !== 'worksheet' || relation.part === undefined) return [];
		return [{ name, part: relation.part, isHidden }];
	});
	const missing = sheets.find((sheet) => !zip.entries.some((entry) => entry.name === sheet.part));
	if (missing !== undefined)
		throw new ReadFault(`The sheet ${missing.name} is missing in the file.`);
	const [strings, styles] = [partOf('sharedStrings'), partOf('styles')];
	return { sheets, strings, styles, isFrom1904 };
}

interface Relation {
	/** Last segment of its type. */
	readonly type: string;
	/** Undefined if it leads out of the file. */
	readonly part: string | undefined;
	/** As the file has it. */
	readonly target: string;
}

/** The relations of a part, by id. */
export async function relations(zip: Zip, part: string): Promise<ReadonlyMap<string, Relation>> {
	const folder = part === '' ? '' : posix.dirname(part);
	const bytes = await zip.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
	const found = new Map<string, Relation>();
	if (bytes === undefined) return found;
	walkXml(bytes.toString('utf8'), {
		onOpen: (name, { Id = '', Type = '', Target = '', TargetMode = '' }) => {
			if (name !== 'Relationship') return;
			const inside = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
			const part = TargetMode === 'External' ? undefined : inside;
			found.set(Id, { type: posix.basename(Type), part, target: Target });
		},
	});
	return found;
}

export async function wholePart(zip: Zip, part: string): Promise<string> {
	const bytes = await zip.read(part);
	if (bytes === undefined) throw new ReadFault(`It has no part ${part}.`);
	return bytes.toString('utf8');
}
