/** The layouts of slides with their masters: where placeholders stand. */
import { remembered } from '../../../core/remembered';
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
	readonly #layouts = new Map<string, Promise<Layout>>();
	readonly #known = new Map<string, Promise<Prepared | undefined>>();

	constructor(readonly zip: Zip) {}

	async of(part: string | undefined): Promise<Layout> {
		if (part === undefined) return noLayout;
		return remembered(this.#layouts, part, async () => this.#read(part));
	}

	async #read(part: string): Promise<Layout> {
		const own = await this.#prepared(part);
		const [masterPart] = partsOf(await relationshipsOf(this.zip, part), 'slideMaster');
		const master = await this.#prepared(masterPart);
		return {
			name: own?.name ?? '',
			hasOwn: own?.hasOwn === true || master?.hasOwn === true,
			frameOf: (placeholder) => own?.frameOf(placeholder) ?? master?.frameOf(placeholder),
		};
	}

	async #prepared(part = ''): Promise<Prepared | undefined> {
		return remembered(this.#known, part, async () => {
			const root = await treeOf(this.zip, part);
			const tree = child(child(root, 'p:cSld'), 'p:spTree');
			return root && new Prepared(root, shapesIn(tree));
		});
	}
}
