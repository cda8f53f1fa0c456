/** Differences that no page shows: how often a pattern matched, and properties. */
import { countText } from '../../../../server/html/markup';
import type { Both } from '../../../core/format-comparer';
import type { Ignored } from '../../../core/comparison';
import type { Difference, DifferenceSide } from './difference';
import type { OpenedPdf } from '../reading/pdf-document';
import type { ReadSide } from '../reading/reading';

const propertiesMax = 50;

/** The properties that differ. */
export async function fileDifferences({
	kept,
	sent,
}: Both<ReadSide>): Promise<readonly Difference[]> {
	const [ours, theirs] = [await propertiesOf(kept.opened), await propertiesOf(sent.opened)];
	const names = [...new Set([...ours.keys(), ...theirs.keys()])].sort().slice(0, propertiesMax);
	const differing = names.filter((name) => ours.get(name) !== theirs.get(name));
	return differing.map((name) =>
		difference(`${name}: ${ours.get(name) ?? 'none'}`, `${name}: ${theirs.get(name) ?? 'none'}`),
	);
}

/** What a pattern matches is taken for the same; what one file alone has of it is not. */
export function unevenDifferences(uneven: readonly Ignored[]): readonly Difference[] {
	return uneven.map(({ rule, kept, sent }) => ({
		...difference(`${rule}: ${countText(kept, 'hit')}`, `${rule}: ${countText(sent, 'hit')}`),
		class: 'words',
		weight: Math.abs(kept - sent),
	}));
}

function difference(base: string, other: string): Difference {
	return { class: 'file', kept: side(base), sent: side(other), weight: 1 };
}

function side(text: string): DifferenceSide {
	return { page: -1, words: [], boxes: [], text };
}

async function propertiesOf({ document }: OpenedPdf): Promise<ReadonlyMap<string, string>> {
	const { info } = await document.getMetadata().catch(() => ({ info: {} }));
	return new Map(
		Object.entries(info).flatMap(([name, value]): readonly [string, string][] =>
			typeof value === 'string' || typeof value === 'boolean' ? [[name, String(value)]] : [],
		),
	);
}
