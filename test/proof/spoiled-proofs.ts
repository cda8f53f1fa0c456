/**
 * What can be wrong with a proof: a table of changes to one that holds (entry 2 of 5, two witnesses),
 * with the code a check answers and a word of its sentence. Every verifier must refuse them all.
 */
import { toBase64, utf8 } from '../../proof/bytes';
import { parseProofFile } from '../../proof/proof-file';

type Spoil = (proof: string) => string;

const hash = toBase64(new Uint8Array(32));
const extra = (proof: string) => Buffer.from(parseProofFile(proof).extra ?? []).toString();
const withExtra = (proof: string, text: string) =>
	proof.replace(/extra .*/, `extra ${toBase64(utf8(text))}`);
const withLine = (text: string, place: number, line: string) =>
	text.split('\n').toSpliced(place, 0, line).join('\n');
const withoutLine = (text: string, place: number) =>
	text.split('\n').toSpliced(place, 1).join('\n');

/** What is done to a proof that holds, and what the check then says. */
export const spoiled: readonly (readonly [string, Spoil, string, RegExp])[] = [
	[
		'another index',
		(proof) => proof.replace('index 2', 'index 3'),
		'not-included',
		/index 3 .* of 5/,
	],
	['an index with a zero', (proof) => proof.replace('index 2', 'index 02'), 'malformed', /"index"/],
	[
		'a huge index',
		(proof) => proof.replace('index 2', `index ${2n ** 64n}`),
		'malformed',
		/"index"/,
	],
	['no index', (proof) => proof.replace('index 2\n', ''), 'malformed', /"index"/],
	['another first line', (proof) => proof.replace('@v1', '@v2'), 'malformed', /tlog-proof@v1/],
	['lines of Windows', (proof) => proof.replaceAll('\n', '\r\n'), 'malformed', /empty line/],
	['no empty line', (proof) => proof.replaceAll('\n\n', '\n'), 'malformed', /empty line/],
	['a hash less', (proof) => withoutLine(proof, 3), 'not-included', /signed/],
	['a hash too many', (proof) => withLine(proof, 3, hash), 'not-included', /signed/],
	['a hash that is short', (proof) => withLine(proof, 3, 'AAAA'), 'malformed', /hash 1/],
	[
		'64 hashes',
		(proof) => withLine(proof, 3, `${hash}\n`.repeat(63) + hash),
		'malformed',
		/63 hashes/,
	],
	['no extra data', (proof) => withoutLine(proof, 1), 'malformed', /extra data/],
	['extra data cut', (proof) => proof.replace(/extra .{4}/, 'extra '), 'malformed', /no entry/],
	[
		'extra data of another form',
		(proof) => withExtra(proof, `{ "entry": 1 }`),
		'malformed',
		/no entry/,
	],
	[
		'blanks in extra data',
		(proof) => withExtra(proof, extra(proof).replace(':', ': ')),
		'malformed',
		/RFC 8785/,
	],
	[
		'more in extra data',
		(proof) => withExtra(proof, extra(proof).replace(/}$/, ',"z":1}')),
		'malformed',
		/more/,
	],
	[
		'a name twice',
		(proof) => withExtra(proof, extra(proof).replace('"salt"', '"salt":"","salt"')),
		'malformed',
		/more/,
	],
	['deep extra data', (proof) => withExtra(proof, '['.repeat(100_000)), 'malformed', /no entry/],
	[
		'a payload alone',
		(proof) => withExtra(proof, extra(proof).replace(/,"salt":"\w+"/, '')),
		'malformed',
		/more/,
	],
	[
		'a short salt',
		(proof) => withExtra(proof, extra(proof).replace('"salt":"00', '"salt":"')),
		'malformed',
		/salt/,
	],
	[
		'another salt',
		(proof) => withExtra(proof, extra(proof).replace('"salt":"00', '"salt":"ff')),
		'other-payload',
		/entered/,
	],
	[
		'another payload',
		(proof) => withExtra(proof, extra(proof).replace('\\"ab', '\\"cd')),
		'other-payload',
		/entered/,
	],
	[
		'another entry',
		(proof) => withExtra(proof, extra(proof).replace('"kind":"f', '"kind":"g')),
		'not-included',
		/signed/,
	],
	['another size', (proof) => proof.replace('\n5\n', '\n6\n'), 'bad-signature', /log.example/],
	['a size with a zero', (proof) => proof.replace('\n5\n', '\n05\n'), 'malformed', /size/],
	[
		'no signature of the log',
		(proof) => proof.replace(/— log.*\n/, ''),
		'other-log',
		/no signature/,
	],
	['another name', (proof) => proof.replace('— log.', '— lag.'), 'other-log', /no signature/],
	['no witness', (proof) => proof.replace(/— witness.*\n/g, ''), 'too-few-witnesses', /^0 of 2/],
	['a megabyte too many', (proof) => proof + '\n'.repeat(1024 * 1024), 'malformed', /longer/],
	['nothing', () => '', 'malformed', /empty line/],
];
