/** The parts of a package: their text, with limits, and the relationships between them. */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { ReadFault } from '../../core/format-comparer';
import type { Zip } from '../archive/zip-reading';
import { attribute, elementsOf, parseXml, type XmlElement, type XmlVisitor, XmlWalk } from './xml';

/** Longer parts are not read as a whole; a thousand pages of text take about 10 MB. */
const partBytesMax = 64 * 1024 * 1024;

export function hasPart({ entries }: Zip, part: string): boolean {
	return entries.some(({ name }) => name === part);
}

/** Decodes a part piece by piece: UTF-8, or UTF-16 if it has that byte order mark. */
async function* partText(zip: Zip, part: string): AsyncGenerator<string> {
	let decoder: InstanceType<typeof TextDecoder> | undefined;
	for await (const chunk of zip.chunks(part)) {
		const mark = Buffer.from(chunk.subarray(0, 2)).toString('hex');
		decoder ??= new TextDecoder(encodings.get(mark));
		yield decoder.decode(chunk, { stream: true });
	}
}

const encodings: ReadonlyMap<string, string> = new Map([
	['fffe', 'utf-16le'],
	['feff', 'utf-16be'],
]);

/** Undefined if there is no part of this name. */
export async function readPart(zip: Zip, part: string | undefined): Promise<string | undefined> {
	const entry = zip.entries.find(({ name }) => name === part);
	if (entry === undefined) return undefined;
	if (entry.sizeBytes > partBytesMax) {
		throw new ReadFault(`The document is too long: ${entry.name} has more than 64 MiB.`);
	}
	let text = '';
	for await (const piece of partText(zip, entry.name)) text += piece;
	return text;
}

/** A part as a whole; undefined if there is none of this name. */
export async function treeOf(zip: Zip, part: string | undefined): Promise<XmlElement | undefined> {
	const xml = await readPart(zip, part);
	return xml === undefined ? undefined : parseXml(xml, part ?? '');
}

/** The same of a part that another one names. */
export async function namedTree(zip: Zip, part: string): Promise<XmlElement> {
	const root = await treeOf(zip, part);
	if (root !== undefined) return root;
	throw new ReadFault(`The file is broken: it names a part ${part} that it does not hold.`);
}

/** Walks a part as it is unpacked. */
export async function walkPart(
	zip: Zip,
	{ part, containers }: { readonly part: string; readonly containers: ReadonlySet<string> },
	visitor: XmlVisitor,
): Promise<void> {
	const walk = new XmlWalk(part, containers, visitor);
	for await (const piece of partText(zip, part)) walk.write(piece);
	walk.end();
}

/** Equal for equal content; of a part that is not there, that of an empty one. */
export async function hashOf(zip: Zip, part: string): Promise<string> {
	const hash = createHash('sha256');
	if (hasPart(zip, part)) for await (const chunk of zip.chunks(part)) hash.update(chunk);
	return hash.digest('hex').slice(0, 8);
}

export interface Relationship {
	/** Last word of its URI: `image`, `footnotes`. */
	readonly type: string;
	/** Undefined if it leads out of the file. */
	readonly part: string | undefined;
	/** As the file has it. */
	readonly target: string;
}

/** By id. */
export type Relationships = ReadonlyMap<string, Relationship>;

/** Relationships of a part, or with an empty name of the package. */
export async function relationshipsOf(zip: Zip, part: string): Promise<Relationships> {
	const folder = posix.dirname(part);
	const list = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
	return new Map(
		elementsOf(await treeOf(zip, list)).map((one) => {
			const [target, type] = [attribute(one, 'Target') ?? '', attribute(one, 'Type') ?? ''];
			const isOutside = attribute(one, 'TargetMode') === 'External';
			const inside = isOutside ? undefined : posix.resolve('/', folder, target).slice(1);
			const relationship = { type: posix.basename(type), part: inside, target };
			return [attribute(one, 'Id') ?? '', relationship] as const;
		}),
	);
}

/** The parts to which relationships of a type lead. */
export function partsOf(relationships: Relationships, type: string): readonly string[] {
	return [...relationships.values()].flatMap((one) =>
		one.type === type && one.part !== undefined ? [one.part] : [],
	);
}
