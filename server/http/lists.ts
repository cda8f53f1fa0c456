/**
 * Writes a long list as JSON a few records at a time, so that others are served in between. What a
 * record looks like is left to the serializer that is handed in.
 */
import { setImmediate as othersServed } from 'node:timers/promises';
import type { Values } from './checks';

/** As much text as is written in a few milliseconds, however long the records are. */
const charactersAtOnce = 256 * 1024;

/** The list as UTF-8. */
export async function listBytes(
	records: readonly Values[],
	serialise: (record: Values) => string,
): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let text = '[';
	for (const [index, record] of records.entries()) {
		text += (index === 0 ? '' : ',') + serialise(record);
		if (text.length < charactersAtOnce) continue;
		pieces.push(Buffer.from(text));
		text = '';
		await othersServed();
	}
	return Buffer.concat([...pieces, Buffer.from(`${text}]`)]);
}
