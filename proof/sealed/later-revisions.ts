/**
 * Says in words what was appended to a sealed PDF. Objects that the appended revisions hold in plain
 * form are named by what they do; packed ones are counted as packed.
 */
import { indexOf, latin1, utf8 } from '../bytes';

/** More than anybody reads of what was appended. */
const readBytesMax = 4 * 1024 * 1024;
const headBytes = 300;
/** Each is searched in the whole file. */
const objectsMax = 32;

/** A clause such as `812 bytes were appended after it was sealed: 1 revision; replacing a page`. */
export function appendedText(bytes: Uint8Array, sealedBytes: number): string {
	const appended = latin1(bytes.subarray(sealedBytes, sealedBytes + readBytesMax));
	const before = bytes.subarray(0, sealedBytes);
	const objects = [...appended.matchAll(/(?<!\d)(\d{1,9}) \d{1,5} obj\b/g)];
	const replaced: (string | undefined)[] = [];
	const added: (string | undefined)[] = [];
	for (const { 1: number = '', index } of objects.slice(0, objectsMax)) {
		const isKnown = indexOf(before, utf8(`\n${number} 0 obj`), 0) !== -1;
		const name = nameOf(appended.slice(index, index + headBytes), number, before);
		(isKnown ? replaced : added).push(name);
	}
	const revisions = appended.split('startxref').length - 1;
	const parts = [
		...(revisions === 0 ? [] : [revisions === 1 ? '1 revision' : `${revisions} revisions`]),
		...(replaced.length === 0 ? [] : [`replacing ${listed(replaced)}`]),
		...(added.length === 0 ? [] : [`adding ${listed(added)}`]),
	];
	const what = `${bytes.length - sealedBytes} bytes were appended after it was sealed`;
	return parts.length === 0 ? what : `${what}: ${parts.join('; ')}`;
}

const namesOfTypes: Readonly<Record<string, string>> = {
	Annot: 'a field or a comment',
	ObjStm: 'packed objects',
	Page: 'a page',
	Sig: 'a signature',
};

/** Undefined for an object that says nothing to a person. */
function nameOf(head: string, number: string, before: Uint8Array): string | undefined {
	const words = ['/Contents ', '/Contents [', '/Contents [ '].map((word) => `${word}${number} 0 R`);
	if (words.some((word) => indexOf(before, utf8(word), 0) !== -1)) return 'what a page shows';
	const [, type = ''] = /\/Type\s*\/(\w+)/.exec(head) ?? [];
	return namesOfTypes[type];
}

function listed(names: readonly (string | undefined)[]): string {
	const said = [...new Set(names)].filter((name) => name !== undefined);
	const others = names.filter((name) => name === undefined).length;
	const objects = others === 1 ? '1 other object' : `${others} other objects`;
	return [...said, ...(others === 0 ? [] : [objects])].join(', ');
}
