import fc from 'fast-check';
import { formatCheckpoint, parseCheckpoint } from '../../proof/checkpoint';
import { formatNote, parseNote, verifiedSignatures } from '../../proof/signed-note';
import {
	cosignatureType,
	ed25519Type,
	formatVerifierKey,
	isKeyName,
	parseVerifierKey,
} from '../../proof/verifier-key';
import { Signer } from './small-log';

/** The key and the notes that Go's implementation is tested with. */
const peter = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const enoch = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop';
const text =
	'If you think cryptography is the answer to your problem,\n' +
	"then you don't know what your problem is.\n";
const peterLine =
	'— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const enochLine =
	'— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n';
const note = `${text}\n${peterLine}${enochLine}`;

const keysOf = (...vkeys: string[]) => Promise.all(vkeys.map(parseVerifierKey));

async function signersOf(signed: string, ...vkeys: string[]): Promise<string[]> {
	const signatures = await verifiedSignatures(parseNote(signed), await keysOf(...vkeys));
	return signatures.map(({ key }) => key.name);
}

describe('a verifier key', () => {
	test.each([peter, enoch, 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8'])(
		'%s is read and written as published',
		async (vkey) => {
			expect(formatVerifierKey(await parseVerifierKey(vkey))).toBe(vkey);
		},
	);

	test('is none when a part is cut off or a character is another', async () => {
		const cut = Array.from(peter, (_, index) => [peter.slice(index + 1), peter.slice(0, index)]);
		const changed = Array.from(
			peter,
			(character, index) =>
				peter.slice(0, index) +
				String.fromCharCode(character.charCodeAt(0) + 1) +
				peter.slice(index + 1),
		);
		for (const vkey of [...cut.flat(), ...changed]) {
			await expect(parseVerifierKey(vkey)).rejects.toMatchObject({ code: 'bad-key' });
		}
	});

	test.each([
		['PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==', 'holds|form'],
		['PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW', 'neither'],
		['PeterNeumann+C74F20A3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW', 'form'],
		['PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW', 'the id c74f20a3'],
		[`${peter}\n`, 'form'],
	])('%j is none, which is said in words', async (vkey, words) => {
		await expect(parseVerifierKey(vkey)).rejects.toThrow(new RegExp(words));
	});

	test.each(['', 'a b', 'a+b', 'a\u2003b', 'a\u0085b', 'a\tb', 'a\nb', '\ud800'])(
		'is not called %j',
		(name) => {
			expect(isKeyName(name)).toBe(false);
		},
	);
});

describe('a signed note', () => {
	test('is read and written as published', () => {
		expect(formatNote(parseNote(note))).toBe(note);
		expect(parseNote(note).text).toBe(text);
	});

	test('is signed by the known keys, each named once, and by no other', async () => {
		expect(await signersOf(note, peter)).toEqual(['PeterNeumann']);
		expect(await signersOf(note, enoch, peter)).toEqual(['PeterNeumann', 'EnochRoot']);
		expect(await signersOf(note)).toEqual([]);
		expect(await signersOf(`${text}\n${peterLine}${peterLine}`, peter)).toEqual(['PeterNeumann']);
	});

	test('is what Go signs with the same secret key', async () => {
		const seed = '810a1402d5146c8d84f2443330f54080ebf98ee17d9c74f6252fc5d5c7283173';
		const signer = await Signer.of('PeterNeumann', ed25519Type, seed);
		expect(signer.vkey).toBe(peter);
		const made = formatNote({ text, signatures: [signer.sign(text)] });
		expect(made).toBe(`${text}\n${peterLine}`);
	});

	test('of another text, or with another signature of a known key, is refused', async () => {
		const longer = peterLine.replace('gotpRZb', 'gotpABCDRZb');
		const wrong = peterLine.replace('gotpRZb', 'gotpRZc');
		for (const signed of [
			note.replace('cryptography', 'cartography'),
			`${text}\n${longer}`,
			`${text}\n${wrong}`,
			`${text}\n${peterLine}${wrong}`,
			`${text}\n\n${peterLine}`,
		]) {
			await expect(signersOf(signed, peter)).rejects.toMatchObject({ code: 'bad-signature' });
		}
	});

	test('keeps the empty lines of its text', () => {
		expect(parseNote(`a\n\nb\n\n${peterLine}`).text).toBe('a\n\nb\n');
		expect(parseNote(`\n\n${peterLine}`).text).toBe('\n');
	});

	const malformed = {
		'without a signature': text,
		'without a line of signatures': `${text}\n`,
		'without its last newline': `${text}\n${peterLine.slice(0, -1)}`,
		'with a control character': `\u0001${text}\n${peterLine}`,
		'with lines that end as those of Windows': note.replaceAll('\n', '\r\n'),
		'with half a character': `\ud800${text}\n${peterLine}`,
		'by a name with a blank': `${text}\n${peterLine.replace('PeterN', 'Peter N')}`,
		'by a name with a plus': `${text}\n${peterLine.replace('PeterN', 'Peter+N')}`,
		'by nobody': `${text}\n${peterLine.replace('PeterNeumann', '')}`,
		'with a hyphen for a dash': `${text}\n${peterLine.replace('—', '-')}`,
		'with a line that is no signature': `${text}\n${peterLine}and more\n`,
		'with an empty signature': `${text}\n— PeterNeumann x08gow==\n`,
		'with a signature that is not base64': `${text}\n${peterLine.replace('nAM=', 'nAM')}`,
		'with spare bits in its base64': `${text}\n${peterLine.replace('nAM=', 'nAN=')}`,
		'with 101 signatures': `${text}\n${peterLine.repeat(101)}`,
	};

	test.each(Object.entries(malformed))('%s is malformed', (_, signed) => {
		expect(() => parseNote(signed)).toThrow(expect.objectContaining({ code: 'malformed' }));
	});

	test('is taken with a hundred signatures', async () => {
		expect(await signersOf(`${text}\n${enochLine.repeat(99)}${peterLine}`, peter)).toEqual([
			'PeterNeumann',
		]);
	});
});

describe('a cosignature', () => {
	test('has the layout and the time of the published example', () => {
		const example =
			'— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n';
		const checkpoint =
			'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
		const [line] = parseNote(`${checkpoint}\n${example}`).signatures;
		expect(line).toMatchObject({ name: 'witness.example.com/w1', keyId: '8d66cf3f' });
		const time = Buffer.from(line?.signature ?? []).readBigUInt64BE();
		expect([line?.signature.length, time]).toEqual([72, 1_679_315_147n]);
		expect(formatCheckpoint(parseCheckpoint(checkpoint))).toBe(checkpoint);
	});

	test('is bound to its time, its text and its type', async () => {
		const witness = await Signer.of('witness.example/w1', cosignatureType, 3);
		const plain = await Signer.of('witness.example/w1', ed25519Type, 3);
		const line = witness.cosign(text, 1_679_315_147);
		const [key] = await keysOf(witness.vkey);
		const verified = await verifiedSignatures({ text, signatures: [line] }, key ? [key] : []);
		expect(verified).toEqual([{ key, timeSeconds: 1_679_315_147 }]);
		const later = { ...line, signature: Uint8Array.from(line.signature).with(7, 0) };
		const distant = { ...line, signature: Uint8Array.from(line.signature).with(0, 1) };
		const short = { ...line, signature: line.signature.slice(8) };
		const untimed = { ...line, signature: plain.sign(text).signature };
		for (const wrong of [later, distant, short, untimed]) {
			const signed = formatNote({ text, signatures: [wrong] });
			await expect(signersOf(signed, witness.vkey)).rejects.toMatchObject({
				code: 'bad-signature',
			});
		}
		expect(await signersOf(formatNote({ text, signatures: [line] }), plain.vkey)).toEqual([]);
	});
});

describe('a checkpoint', () => {
	const root = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';

	test('may have further lines', () => {
		expect(parseCheckpoint(`a b\n0\n${root}\none\ntwo\n`)).toMatchObject({
			...{ origin: 'a b', treeSize: 0, extensions: ['one', 'two'] },
		});
	});

	test.each([
		['', 'three lines'],
		[`a\n1\n${root}`, 'newline'],
		['a\n1\n', 'three lines'],
		[`\n1\n${root}\n`, 'empty'],
		[`a\n1\n${root}\n\nmore\n`, 'empty'],
		[`a\n01\n${root}\n`, 'size'],
		[`a\n-1\n${root}\n`, 'size'],
		[`a\n9007199254740992\n${root}\n`, 'size'],
		[`a\n99999999999999999999999999\n${root}\n`, 'size'],
		[`a\n1\n${root.replace('=', '')}\n`, 'SHA-256'],
		['a\n1\nAAAA\n', 'SHA-256'],
	])('%j is malformed, and says where', (checkpoint, words) => {
		expect(() => parseCheckpoint(checkpoint)).toThrow(words);
	});

	test('is read as it was written', () => {
		const origins = fc.string({ minLength: 1 }).filter((origin) => !/\n/.test(origin));
		fc.assert(
			fc.property(
				fc.record({
					origin: origins,
					treeSize: fc.maxSafeNat(),
					rootHash: fc.uint8Array({ minLength: 32, maxLength: 32 }),
				}),
				(checkpoint) => {
					expect(parseCheckpoint(formatCheckpoint(checkpoint))).toEqual({
						...checkpoint,
						rootHash: Uint8Array.from(checkpoint.rootHash),
						extensions: [],
					});
				},
			),
		);
	});
});
