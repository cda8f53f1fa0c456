/** The code of a page: lines of scripts and styles, and the attributes that tell programs alone. */
import { createHash } from 'node:crypto';
import type { RuledSide } from '../../core/rule-hits';
import type { Block } from '../blocks/document/document';
import { blockText, weightOfBlocks } from '../blocks/matching/comparing';
import { blocksWithout } from '../blocks/matching/ignoring';
import { Nearness } from '../blocks/matching/nearness';
import { block, plainLook } from './page-blocks';

export interface Code {
	/** Equal for pages with the same code. */
	readonly hash: string;
	/** Of all its lines. */
	readonly weight: number;
	/** The lines, if they are kept: a page has more of them than paragraphs. */
	readonly blocks: readonly Block[];
}

export class CodeReading {
	private readonly blocks: Block[] = [];
	private readonly hash = createHash('sha256');
	private readonly nearness: Nearness;
	private weight = 0;

	constructor(
		private readonly ruled: RuledSide,
		private readonly isKept: boolean,
	) {
		this.nearness = new Nearness(ruled.rules);
	}

	add(path: string, text: string): void {
		const line = block(path, [{ ...plainLook, text }], 'appearance');
		const lines = blocksWithout([line], this.ruled);
		for (const one of lines) this.hash.update(`${this.nearness.keyOf(blockText(one))}\n`);
		this.weight += weightOfBlocks(lines);
		if (this.isKept) this.blocks.push(...lines);
	}

	read(): Code {
		return { hash: this.hash.digest('hex'), weight: this.weight, blocks: this.blocks };
	}
}
