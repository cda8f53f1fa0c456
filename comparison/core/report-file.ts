/**
 * Files beside a report. Their names derive from the compared file, so that saved ones can be told
 * apart, and can be part of an address.
 */
import type { ReportFileKind } from '../../api/comparison/report-files';

export interface ReportFile {
	readonly kind: ReportFileKind;
	/** The text of its link: `Unified diff`. */
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

/** The non-empty files, with unique names that are one segment of an address. */
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

/** Keeps the end of a long name, which has the extension. */
function plainName(fileName: string): string {
	const plain = fileName.toWellFormed().replace(/[/\\\p{C}]|^\.+/gu, '_');
	return [...plain].slice(-charactersMax).join('');
}
