/**
 * Tasks of a sealing thread: check whether a file can be sealed, seal it, verify a sealed one, extract
 * the text of a DOCX, and look into an office document. Tasks share no state.
 */
import { createPrivateKey } from 'node:crypto';
import { lookIntoOffice, type OfficeLook } from '../../../comparison/formats/office/outside-parts';
import { wordText, type WordText } from '../../../comparison/formats/office/word/text';
import { concat } from '../../../proof/bytes';
import { inMemory } from '../../../proof/sealed/file-in-hand';
import {
	checkSealedFile,
	type CheckedSeal,
	type TrustedSealers,
} from '../../../proof/sealed/sealed-file';
import { readPdf, type Reading, type WantedPlaces } from '../pdf/reading';
import { sealPdf, type OpenSeal, type PdfToSeal } from '../pdf/sealed-pdf';

/** A key in a form that can be sent to a thread. */
export interface PlainKey {
	/** PKCS #8, DER. */
	readonly privateKey: Uint8Array;
	readonly certificate: Uint8Array;
	readonly chain: readonly Uint8Array[];
}

export type SealingTask =
	| { readonly kind: 'read'; readonly bytes: Uint8Array; readonly wanted?: WantedPlaces }
	| { readonly kind: 'text' | 'office'; readonly bytes: Uint8Array }
	| {
			readonly kind: 'check';
			/** The file in shared memory blocks. */
			readonly blocks: readonly Uint8Array[];
			readonly trusted: TrustedSealers;
	  }
	| { readonly kind: 'seal'; readonly toSeal: PdfToSeal; readonly key: PlainKey };

export type SealingResult<Task extends SealingTask> = Task extends { kind: 'read' }
	? Reading
	: Task extends { kind: 'text' }
		? WordText
		: Task extends { kind: 'office' }
			? OfficeLook
			: Task extends { kind: 'check' }
				? CheckedSeal
				: OpenSeal;

export function runTask(
	task: SealingTask,
): Promise<Reading | WordText | OfficeLook | CheckedSeal | OpenSeal> {
	switch (task.kind) {
		case 'read':
			return readPdf(task.bytes, task.wanted);
		case 'text':
			return wordText(task.bytes);
		case 'office':
			return lookIntoOffice(task.bytes);
		case 'check':
			return checkSealedFile(inMemory(concat(task.blocks)), task.trusted);
		case 'seal':
			return seal(task);
	}
}

function seal({ toSeal, key }: Extract<SealingTask, { kind: 'seal' }>): Promise<OpenSeal> {
	const encoded = Buffer.from(key.privateKey);
	const privateKey = createPrivateKey({ key: encoded, type: 'pkcs8', format: 'der' });
	return sealPdf(toSeal, { ...key, privateKey });
}
