/**
 * A file beside a report, and what it is called: by the name of the file it is about, so that whoever saves
 * several knows them apart, and in a form that ends an address.
 */
import type { ReportFileKind } from '../../api/comparison/report-files';

export interface ReportFile {
	readonly kind: ReportFileKind;
	/** In plain words, as the text of a link: `Unified diff`. */
	readonly label: string;
	readonly fileName: string;
	readonly mediaType: string;
	readonly bytes: Uint8Array;
}

/** `answer.json` and `patch.json` give `answer.patch.json`. */
export function nameBeside(fileName: string, ending: string): string {
	return `${fileName.replace(/(?<=.)\.\w{1,10}$/u, '')}.${ending}`;
}

/** `address` is that of the report. */
export function addressBeside(address: string, fileName: string): string {
	return `${address}/${encodeURIComponent(fileName)}`;
}

const charactersMax = 150;

/** The files that hold something, each under a name of its own that is one step of an address. */
export function namedApart(files: readonly ReportFile[]): readonly ReportFile[] {
	const taken = new Set<string>();
	return files
		.filter(({ bytes }) => bytes.length > 0)
		.map((file) => {
			const plain = plainName(file.fileName);
			let fileName = plain;
			for (let number = 2; taken.has(fileName); number += 1) fileName = `${number}-${plain}`;
			taken.add(fileName);
			return { ...file, fileName };
		});
}

/** Of a long one the end stays, which says what it is. */
function plainName(fileName: string): string {
	const plain = fileName.toWellFormed().replace(/[/\\\p{C}]|^\.+/gu, '_');
	return [...plain].slice(-charactersMax).join('');
}
