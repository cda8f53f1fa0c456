/** The layouts of slides with their masters: where placeholders stand. */
import { remembered } from '../../../core/remembered';
import type { Zip } from '../../archive/zip-reading';
import { partsOf, relationshipsOf, treeOf } from '../../package/parts';
import { attribute, child, type XmlElement } from '../../package/xml';
import { namedOf, type Placeholder } from './places';
import { shapesIn } from './shapes';

export interface Layout {
	readonly name: string;
	/** True if layout or master show something that is no placeholder. */
	readonly hasOwn: boolean;
	frameOf(placeholder: Placeholder): XmlElement | undefined;
}

export class Layouts {
	readonly #layouts = new Map<string, Promise<Layout>>();
	readonly #masters = new Map<string, Promise<Layout>>();

	constructor(readonly zip: Zip) {}

	/** Without a part a layout that prepares nothing. */
	async of(part = ''): Promise<Layout> {
		return remembered(this.#layouts, part, async () => {
			const own = layoutOf(await treeOf(this.zip, part));
			const [masterPart = ''] = partsOf(await relationshipsOf(this.zip, part), 'slideMaster');
			const master = await remembered(this.#masters, masterPart, async () =>
				layoutOf(await treeOf(this.zip, masterPart)),
			);
			return {
				name: own.name,
				hasOwn: own.hasOwn || master.hasOwn,
				frameOf: (placeholder: Placeholder) =>
					own.frameOf(placeholder) ?? master.frameOf(placeholder),
			};
		});
	}
}

/** What a layout or a master prepares by itself. */
function layoutOf(root: XmlElement | undefined): Layout {
	const content = child(root, 'p:cSld');
	const shapes = shapesIn(child(content, 'p:spTree')).map(namedOf);
	const frames = new Map<string, XmlElement>();
	for (const { placeholder, frame } of shapes) {
		if (placeholder === undefined || frame === undefined) continue;
		const { type, index } = placeholder;
		if (index !== undefined) frames.set(`at ${index}`, frame);
		if (!frames.has(baseType(type))) frames.set(baseType(type), frame);
	}
	return {
		name: attribute(content, 'name') ?? '',
		hasOwn: shapes.some(({ placeholder }) => placeholder === undefined),
		frameOf: ({ type, index }) => frames.get(`at ${index}`) ?? frames.get(baseType(type)),
	};
}

/** Kinds of placeholders that stand in for each other. */
function baseType(type: string): string {
	if (type === 'ctrTitle') return 'title';
	return type === 'subTitle' || type === 'obj' ? 'body' : type;
}
