/** The comparer of each format, loaded on first use, because some are large. */
import type { ComparePieces, Comparer } from '../comparison';
import { compareEntry } from './entry-comparison';
import type { Format } from './formats';

type Load = () => Promise<Comparer>;

/** `undefined`: nothing reads the format. */
export const comparers: Readonly<Record<Format, Load | undefined>> = {
	html: async () => (await import('../web/html-comparer.js')).htmlComparer,
	text: async () => (await import('../text/text-comparer.js')).textComparer,
	csv: async () => (await import('../table/compare-tables.js')).csvComparer,
	xlsx: async () => (await import('../table/compare-tables.js')).xlsxComparer,
	ods: async () => (await import('../table/compare-tables.js')).odsComparer,
	json: async () => (await import('../tree/comparers.js')).jsonComparer,
	xml: async () => (await import('../tree/comparers.js')).xmlComparer,
	yaml: async () => (await import('../tree/comparers.js')).yamlComparer,
	docx: loadOffice,
	odt: loadOffice,
	zip: async () => {
		const { archiveComparer } = await import('../archive/archive-comparer.js');
		return archiveComparer((task, archives) => compareEntry(task, archives, loading));
	},
	image: async () => (await import('../image/image-comparer.js')).imageComparer,
	pdf: async () => (await import('../pdf/comparer.js')).pdfComparer,
	// Compared as pieces of bytes.
	other: undefined,
	// Unreadable; see common-format.ts.
	protected: undefined,
};

export const loadPieces = async (): Promise<ComparePieces> =>
	(await import('../pieces/compare-pieces.js')).comparePieces;

async function loadOffice(): Promise<Comparer> {
	return (await import('../office/comparer.js')).officeComparer;
}

/** For entries of archives, which are compared like files. */
const loading = { comparerOf: (format: Format) => comparers[format]?.(), pieces: loadPieces };
