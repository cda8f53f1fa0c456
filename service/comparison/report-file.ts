/**
 * A further file of a report. It is named after the compared file, so that several saved files can
 * be told apart, and its name can be the last segment of a URL.
 */
import type { ReportFileKind } from '../../api/comparison/report-files';

export interface ReportFile {
	readonly kind: ReportFileKind;
	/** Link text in plain words, such as `Unified diff`. */
	readonly label: string;
	readonly fileName: string;
	readonly mediaType: string;
	readonly bytes: Uint8Array;
}

/** `answer.json` and `patch.json` give `answer.patch.json`. */
export function nameBeside(fileName: string, ending: string): string {
	return `${fileName.replace(/(?<=.)\.\w{1,10}$/u, '')}.${ending}`;
}

/** `address` is the report's address. */
export function addressBeside(address: string, fileName: string): string {
	return `${address}/${encodeURIComponent(fileName)}`;
}

const charactersMax = 150;

/** The files that are not empty, each with a unique name that is a valid URL segment. */
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

/** A long name keeps its end, which tells the type of the file. */
function plainName(fileName: string): string {
	const plain = fileName.toWellFormed().replace(/[/\\\p{C}]|^\.+/gu, '_');
	return [...plain].slice(-charactersMax).join('');
}
