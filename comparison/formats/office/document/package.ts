/** The package of an office file: relationships between parts, and the parts' text, with limits. */
import { ReadFault } from '../../../core/format-comparer';
import { posix } from 'node:path';
import type { Zip } from '../../archive/zip-reading';
import { attribute, decodeXml, elementsOf, parseXml } from './xml';

/** Longer parts are not read; a thousand pages of text take about 10 MB. */
const partBytesMax = 64 * 1024 * 1024;

export async function readPart(zip: Zip, name: string | undefined): Promise<string | undefined> {
	const entry = zip.entries.find((one) => one.name === name);
	if (entry === undefined) return undefined;
	if (entry.sizeBytes > partBytesMax) {
		throw new ReadFault(`The document is too long: ${entry.name} has more than 64 MiB.`);
	}
	const bytes = await zip.read(entry.name);
	return bytes === undefined ? undefined : decodeXml(bytes);
}

export interface Relationship {
	/** Last word of its URI: `image`, `footnotes`. */
	readonly type: string;
	/** Undefined if it leads out of the file. */
	readonly part: string | undefined;
	/** As the file has it. */
	readonly target: string;
}

export class Relationships {
	readonly ids: ReadonlyMap<string, Relationship>;

	constructor(ids: ReadonlyMap<string, Relationship>) {
		this.ids = ids;
	}

	get all(): readonly Relationship[] {
		return [...this.ids.values()];
	}

	byId(id: string): Relationship | undefined {
		return this.ids.get(id);
	}

	firstOf(type: string): Relationship | undefined {
		return this.all.find((one) => one.type === type && one.part !== undefined);
	}
}

/** Relationships of a part, or with an empty name of the package. */
export async function relationshipsOf(zip: Zip, part: string): Promise<Relationships> {
	const folder = posix.dirname(part);
	const xml = await readPart(zip, posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
	const ids = new Map<string, Relationship>();
	if (xml === undefined) return new Relationships(ids);
	for (const one of elementsOf(parseXml(xml, `the list of relationships of ${part}`))) {
		const target = attribute(one, 'Target') ?? '';
		const isOutside = attribute(one, 'TargetMode') === 'External';
		ids.set(attribute(one, 'Id') ?? '', {
			target,
			type: (attribute(one, 'Type') ?? '').split('/').at(-1) ?? '',
			part: isOutside ? undefined : posix.resolve('/', folder, target).slice(1),
		});
	}
	return new Relationships(ids);
}
