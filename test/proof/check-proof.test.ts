import fc from 'fast-check';
import { utf8 } from '../../proof/bytes';
import { checkProof, readTrust, type Trust } from '../../proof/check-proof';
import { formatProofFile, parseProofFile } from '../../proof/proof-file';
import { cosignatureType, ed25519Type } from '../../proof/verifier-key';
import { entryOf, payloadOf, proofOf, Signer } from './small-log';
import { spoiled } from './spoiled-proofs';

const origin = 'log.example/one';
let log: Signer;
let witnesses: readonly [Signer, Signer];
let stranger: Signer;
let trust: Trust;

beforeAll(async () => {
	log = await Signer.of(origin, ed25519Type, 1);
	const [first, second] = ['witness.example/one', 'witness.example/two'];
	witnesses = [
		await Signer.of(first, cosignatureType, 2),
		await Signer.of(second, cosignatureType, 3),
	];
	stranger = await Signer.of('witness.example/stranger', cosignatureType, 4);
	trust = await readTrust({ log: log.vkey, witnesses: witnesses.map(({ vkey }) => vkey) });
});

const proof = (options?: Parameters<typeof proofOf>[1]) => proofOf({ log, witnesses }, options);

test('a proof says what was entered, where, in which tree, and who saw it', async () => {
	expect(await checkProof(proof(), trust)).toEqual({
		valid: true,
		index: 2,
		entry: entryOf('r2', payloadOf(2)),
		payload: payloadOf(2),
		checkpoint: { origin, treeSize: 5, rootHash: expect.any(String) as string },
		witnesses: [
			{ name: 'witness.example/one', time: '2023-11-14T22:13:20.000Z' },
			{ name: 'witness.example/two', time: '2023-11-14T22:13:21.000Z' },
		],
	});
});

test('every entry of trees of 1 to 20 entries is proven', async () => {
	for (let treeSize = 1; treeSize <= 20; treeSize += 1) {
		for (let index = 0; index < treeSize; index += 1) {
			const verdict = await checkProof(utf8(proof({ index, treeSize })), trust);
			expect(verdict).toMatchObject({ valid: true, index, payload: payloadOf(index) });
		}
	}
});

test('an entry whose salt was erased is proven without a payload', async () => {
	const verdict = await checkProof(proof({ opening: false }), trust);
	expect(verdict).toMatchObject({ valid: true, payload: undefined });
});

test('a file is written as it was read', () => {
	for (const file of [proof(), proof({ treeSize: 1, index: 0 })]) {
		expect(formatProofFile(parseProofFile(file))).toBe(file);
	}
	const bare = { extra: undefined, index: 0, path: [], checkpoint: 'a\n' };
	expect(formatProofFile(bare)).toBe('c2sp.org/tlog-proof@v1\nindex 0\n\na\n');
});

test('no byte of a proof can be another without the proof failing', async () => {
	const bytes = utf8(proof());
	const places = fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }));
	await fc.assert(
		fc.asyncProperty(places, async ([place, change]) => {
			const changed = bytes.with(place, (bytes[place] ?? 0) ^ change);
			expect(await checkProof(changed, trust)).toMatchObject({ valid: false });
		}),
		{ numRuns: 300 },
	);
});

test('no byte can be missing and none can be added', async () => {
	const bytes = utf8(proof());
	const places = fc.tuple(fc.nat({ max: bytes.length }), fc.nat({ max: 255 }));
	await fc.assert(
		fc.asyncProperty(places, async ([place, added]) => {
			const [before, after] = [bytes.slice(0, place), bytes.slice(place)];
			const longer = Uint8Array.from([...before, added, ...after]);
			const shorter = Uint8Array.from([...before, ...after.slice(1)]);
			expect(await checkProof(longer, trust)).toMatchObject({ valid: false });
			if (place < bytes.length) {
				expect(await checkProof(shorter, trust)).toMatchObject({ valid: false });
			}
		}),
		{ numRuns: 200 },
	);
});

test('what a stranger signed is passed over, whatever it says', async () => {
	const file = proofOf({ log, witnesses: [...witnesses, stranger] });
	const line = file.slice(file.lastIndexOf('—'));
	const wrong = line.replace(/.{8}\n$/, 'AAAAAAA=\n');
	for (const other of [line, wrong, line + wrong, '']) {
		expect(await checkProof(file.replace(line, other), trust)).toMatchObject({
			valid: true,
			witnesses: [{ name: 'witness.example/one' }, { name: 'witness.example/two' }],
		});
	}
});

test('a witness counts once, however often it signed', async () => {
	const file = proofOf({ log, witnesses: [witnesses[0], witnesses[0]] });
	expect(await checkProof(file, { ...trust, witnessesMin: 1 })).toMatchObject({
		valid: true,
		witnesses: [{ name: 'witness.example/one' }],
	});
	expect(await checkProof(file, trust)).toEqual({
		valid: false,
		code: 'too-few-witnesses',
		message: '1 of 2 known witnesses have signed the checkpoint; 2 are asked for',
	});
});

test.each(spoiled)(
	'a proof with %s does not hold, and why is said',
	async (_, spoil, code, words) => {
		const verdict = await checkProof(spoil(proof()), trust);
		expect(verdict).toMatchObject({ valid: false, code });
		expect(verdict).toHaveProperty('message', expect.stringMatching(words));
	},
);

test('a proof of another origin does not hold, though the key signed it', async () => {
	const verdict = await checkProof(proof({ origin: 'log.example/two' }), trust);
	expect(verdict).toMatchObject({ valid: false, code: 'other-log' });
	expect(verdict).toHaveProperty('message', expect.stringContaining('log.example/two'));
});

test('bytes that are no text are no proof', async () => {
	expect(await checkProof(Uint8Array.of(0xff, 0xfe), trust)).toMatchObject({ code: 'malformed' });
});

test('a proof of one log does not hold for the key of another, nor of a key with its name', async () => {
	const other = await readTrust({ log: (await Signer.of('log.example/two', ed25519Type, 1)).vkey });
	const namesake = await readTrust({ log: (await Signer.of(origin, ed25519Type, 9)).vkey });
	expect(await checkProof(proof(), other)).toMatchObject({ code: 'other-log' });
	expect(await checkProof(proof(), namesake)).toMatchObject({ code: 'other-log' });
});

describe('keys are refused to check with', () => {
	const refused: Readonly<Record<string, () => Parameters<typeof readTrust>[0]>> = {
		'when the log has that of a witness': () => ({ log: stranger.vkey }),
		'when a witness has that of a log': () => ({ log: log.vkey, witnesses: [log.vkey] }),
		'when one is given twice': () => ({
			...{ log: log.vkey, witnesses: [stranger.vkey, stranger.vkey] },
		}),
		'when more witnesses are asked for than are known': () => ({
			...{ log: log.vkey, witnesses: [stranger.vkey], witnessesMin: 2 },
		}),
		'when the number of witnesses is none': () => ({ log: log.vkey, witnessesMin: Number.NaN }),
		'when it is less than nothing': () => ({ log: log.vkey, witnessesMin: -1 }),
		'when they are none': () => ({ log: 'log.example' }),
	};

	test.each(Object.entries(refused))('%s', async (_, vkeys) => {
		await expect(readTrust(vkeys())).rejects.toMatchObject({ code: 'bad-key' });
	});

	test('when one secret key signs as the log and as a witness', async () => {
		const twin = await Signer.of('twin.example', cosignatureType, 1);
		const vkeys = { log: log.vkey, witnesses: [twin.vkey] };
		await expect(readTrust(vkeys)).rejects.toThrow('One key was given twice');
	});
});
