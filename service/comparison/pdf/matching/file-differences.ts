/**
 * What two PDFs differ in that no reader sees on a page: their properties, and the bytes themselves. Such
 * a difference has no place on a page.
 */
import type { Difference, DifferenceSide } from './difference';
import type { OpenedPdf } from '../reading/pdf-document';

interface FileSide {
	readonly bytes: Uint8Array;
	readonly opened: OpenedPdf;
}

const propertiesMax = 50;

/** Properties that differ; else, of files that are not the same, where their bytes part. */
export async function fileDifferences(
	kept: FileSide,
	sent: FileSide,
): Promise<readonly Difference[]> {
	if (Buffer.compare(kept.bytes, sent.bytes) === 0) return [];
	const [olds, news] = [await propertiesOf(kept.opened), await propertiesOf(sent.opened)];
	const names = [...new Set([...olds.keys(), ...news.keys()])].sort().slice(0, propertiesMax);
	const differing = names.filter((name) => olds.get(name) !== news.get(name));
	if (differing.length > 0) {
		return differing.map((name) =>
			difference(`${name}: ${olds.get(name) ?? 'none'}`, `${name}: ${news.get(name) ?? 'none'}`),
		);
	}
	const at = kept.bytes.findIndex((byte, index) => byte !== sent.bytes[index]);
	const size = ({ bytes }: FileSide) => `${bytes.length} bytes`;
	const parting = `from byte ${at === -1 ? kept.bytes.length : at} on`;
	return [difference(`${size(kept)}, other ${parting}`, `${size(sent)}, other ${parting}`)];
}

function difference(old: string, fresh: string): Difference {
	return { class: 'file', kept: side(old), sent: side(fresh), weight: 1 };
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
