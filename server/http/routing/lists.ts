/** Serialises long lists in parts, so that other requests are served in between. */
import { setImmediate as othersServed } from 'node:timers/promises';
import type { Values } from './checks';

/** Text that is written in a millisecond or two. */
const charactersAtOnce = 64 * 1024;

const recordsAtOnce = 100;

/** Maps a list in parts. */
export async function inParts<From, To>(
	list: readonly From[],
	change: (from: From) => To | Promise<To>,
): Promise<To[]> {
	const changed: To[] = [];
	for (const [index, each] of list.entries()) {
		if (index > 0 && index % recordsAtOnce === 0) await othersServed();
		changed.push(await change(each));
	}
	return changed;
}

/** The list as JSON in UTF-8. */
export async function listBytes(
	records: readonly Values[],
	serialise: (record: Values) => string = JSON.stringify,
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
