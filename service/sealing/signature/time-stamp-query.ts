/** Time stamp requests and responses (RFC 3161), without the token itself. */
import { derPart, derParts, readDer } from '../../../proof/der';
import { integer, nothing, octets, oid, sequence, smallInteger, tags, truth } from './der-writing';
import { sha256 } from './signed-data';

const sha256Id = '2.16.840.1.101.3.4.2.1';

/** A request for a signature that asks for the authority's certificate. */
export function timeStampQuery(signature: Uint8Array, nonce: Uint8Array): Buffer {
	const imprint = sequence(sequence(oid(sha256Id), nothing), octets(sha256(signature)));
	return sequence(smallInteger(1), imprint, integer(nonce), truth(true));
}

/** The content of a nonce's INTEGER. */
export function nonceContent(nonce: Uint8Array): Uint8Array {
	return readDer(integer(nonce)).content;
}

export type TimeStampAnswer =
	| { readonly token: Uint8Array }
	/** The authority's reason, if it gives no token. */
	| { readonly refusal: string };

/** Granted, and granted with changes. */
const granted: readonly number[] = [0, 1];

/** Throws a `DerFault` if the bytes are no answer. */
export function readAnswer(bytes: Uint8Array): TimeStampAnswer {
	const answer = readDer(bytes);
	const status = derPart(answer, 0, tags.sequence);
	const [code = 255] = derPart(status, 0, tags.integer).content;
	const token = derParts(answer)[1];
	if (granted.includes(code) && token !== undefined) return { token: token.whole };
	return { refusal: `it refused with status ${code}${saidIn(derParts(status)[1])}` };
}

/** Its texts, without control characters. */
function saidIn(texts: ReturnType<typeof derParts>[number] | undefined): string {
	if (texts?.tag !== tags.sequence) return '';
	const said = derParts(texts).map(({ content }) => Buffer.from(content).toString('utf8'));
	const text = said
		.join('; ')
		.replace(/[^\x20-\x7e]/g, '?')
		.slice(0, 200);
	return text === '' ? '' : `: ${text}`;
}
