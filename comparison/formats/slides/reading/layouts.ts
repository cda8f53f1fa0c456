/** The layouts of slides with their masters: where placeholders stand. */
import type { Zip } from '../../archive/zip-reading';
import { partsOf, relationshipsOf, treeOf } from '../../package/parts';
import { child, type XmlElement } from '../../package/xml';
import { type Placeholder, Prepared } from './places';
import { shapesIn } from './shapes';

export interface Layout {
	readonly name: string;
	/** True if layout or master show something that is no placeholder. */
	readonly hasOwn: boolean;
	frameOf(placeholder: Placeholder): XmlElement | undefined;
}

const noLayout: Layout = { name: '', hasOwn: false, frameOf: () => undefined };

export class Layouts {
	readonly #layouts = new Map<string, Layout>();
	readonly #prepared = new Map<string, Prepared | undefined>();

	constructor(readonly zip: Zip) {}

	async of(part: string | undefined): Promise<Layout> {
		if (part === undefined) return noLayout;
		const known = this.#layouts.get(part);
		if (known !== undefined) return known;
		const layout = await this.#read(part);
		this.#layouts.set(part, layout);
		return layout;
	}

	async #read(part: string): Promise<Layout> {
		const own = await this.#preparedIn(part);
		const [masterPart] = partsOf(await relationshipsOf(this.zip, part), 'slideMaster');
		const master = masterPart === undefined ? undefined : await this.#preparedIn(masterPart);
		return {
			name: own?.name ?? '',
			hasOwn: own?.hasOwn === true || master?.hasOwn === true,
			frameOf: (placeholder) => own?.frameOf(placeholder) ?? master?.frameOf(placeholder),
		};
	}

	async #preparedIn(part: string): Promise<Prepared | undefined> {
		if (this.#prepared.has(part)) return this.#prepared.get(part);
		const root = await treeOf(this.zip, part);
		const tree = child(child(root, 'p:cSld'), 'p:spTree');
		const prepared = root && new Prepared(root, shapesIn(tree));
		this.#prepared.set(part, prepared);
		return prepared;
	}
}
