/** The verifier in Python, which shares no line with ours, comes to the same verdicts. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { blake2bHex } from 'blakejs';
import { checkProof, readTrust } from '../../proof/check-proof';
import { cosignatureType, ed25519Type } from '../../proof/verifier-key';
import { at } from '../../server/at';
import { randomOf } from '../server/http/fuzz';
import { payloadOf, proofOf, Signer } from './small-log';
import { spoiled } from './spoiled-proofs';

const script = path.join(__dirname, '../../docs/verify-proof.py');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-proof-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

let files = 0;
function fileOf(content: string | Uint8Array): string {
	files += 1;
	const file = path.join(folder, String(files));
	fs.writeFileSync(file, content);
	return file;
}

interface Answer {
	readonly code: number;
	readonly said: string;
}

function python(...args: readonly string[]): Promise<Answer> {
	return new Promise((resolve) => {
		const child = execFile('/usr/bin/python3', [script, ...args], (_, stdout, stderr) =>
			resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
		);
	});
}

let log: Signer;
let witnesses: readonly Signer[];
let keys: readonly string[];

beforeAll(async () => {
	log = await Signer.of('log.example/one', ed25519Type, 1);
	witnesses = await Promise.all(
		[2, 3].map((seed) => Signer.of(`witness.example/${seed}`, cosignatureType, seed)),
	);
	keys = ['--key', log.vkey, ...witnesses.flatMap(({ vkey }) => ['--witness', vkey])];
});

test('says of proofs that hold what ours says', async () => {
	const vkeys = { log: log.vkey, witnesses: witnesses.map(({ vkey }) => vkey) };
	const trust = await readTrust(vkeys);
	const terms = [
		{ index: 0, treeSize: 1 },
		{ index: 4, treeSize: 5 },
		{ index: 69, treeSize: 100, opening: false },
	];
	for (const options of terms) {
		const proof = proofOf({ log, witnesses }, options);
		const ours = await checkProof(proof, trust);
		const { code, said } = await python(fileOf(proof), ...keys);
		const theirs = JSON.parse(said) as { readonly payload: string | null };
		const { index, treeSize } = options;
		const payload = options.opening === false ? null : payloadOf(index);
		expect([code, theirs]).toMatchObject([0, { valid: true, index, payload }]);
		expect(ours).toMatchObject({ valid: true, index, checkpoint: { treeSize } });
		const both = ['entry', 'checkpoint'].map((part) =>
			[ours, theirs].map((one) => one[part as never]),
		);
		for (const [one, other] of both) expect(one).toEqual(other);
	}
});

test('refuses every proof that was spoiled', async () => {
	const proof = proofOf({ log, witnesses });
	const proofs = spoiled.map(([, spoil]) => fileOf(spoil(proof)));
	const { code, said } = await python(...proofs, ...keys);
	const verdicts = said
		.trim()
		.split('\n')
		.map((line): unknown => JSON.parse(line));
	expect([code, verdicts]).toMatchObject([1, spoiled.map(() => ({ valid: false }))]);
});

test('compares a file, and takes no key that is none', async () => {
	const file = Buffer.from('the stored bytes');
	const proof = fileOf(proofOf({ log, witnesses }, { hash: blake2bHex(file, undefined, 32) }));
	const answers = await Promise.all([
		python(proof, ...keys, '--file', fileOf(file)),
		python(proof, ...keys, '--file', fileOf('other bytes')),
		python(proof, '--key', log.vkey),
		python(proof, '--key', log.vkey.replace('log.', 'lag.')),
		python(proof, '--key', witnesses[0]?.vkey ?? ''),
		python(proof, '--key', log.vkey, '--witnesses-min', '1'),
	]);
	expect(answers.map(({ code }) => code)).toEqual([0, 1, 0, 2, 2, 2]);
});

const strange = [
	'',
	'\n',
	'\n\n',
	'\r',
	'\t',
	'\0',
	' ',
	'+',
	'=',
	'0',
	'A',
	'\u00a0',
	'\u3000',
	'\u2014',
	'\u{1f600}',
];

/** One to three small changes at any place. */
function mutated(proof: string, random: (below: number) => number): string {
	let text = proof;
	for (let changes = 1 + random(3); changes > 0; changes -= 1) {
		const lines = text.split('\n');
		const [line, other] = [random(lines.length), random(lines.length)];
		const from = random(text.length);
		const kinds = [
			() =>
				text.slice(0, from) + at(strange, random(strange.length)) + text.slice(from + random(2)),
			() => lines.toSpliced(line, 1).join('\n'),
			() => lines.toSpliced(line, 0, at(lines, other)).join('\n'),
			() => lines.with(line, at(lines, other)).with(other, at(lines, line)).join('\n'),
			() => text.slice(0, from),
		];
		text = at(kinds, Math.max(0, random(12) - 7))();
	}
	return text;
}

test('both say the same of small changes to a proof, whatever they are', async () => {
	const next = randomOf(7);
	const random = (below: number) => Math.floor(next() * below);
	const trust = await readTrust({ log: log.vkey, witnesses: [] });
	const proof = proofOf({ log, witnesses: [] }, { index: 4, treeSize: 5 });
	const mutants = Array.from({ length: 2_000 }, () => mutated(proof, random));
	const { said } = await python(...mutants.map(fileOf), '--key', log.vkey);
	const theirs = said.trim().split('\n');
	const different: unknown[] = [];
	for (const [index, mutant] of mutants.entries()) {
		const ours = await checkProof(mutant, trust);
		const their = JSON.parse(at(theirs, index)) as { readonly valid: boolean };
		if (ours.valid !== their.valid) different.push({ mutant, ours, their });
	}
	expect(different).toEqual([]);
});
