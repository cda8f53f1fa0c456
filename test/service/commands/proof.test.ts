/** The offline command, which has nothing but files and keys. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { blake2bHex } from 'blakejs';
import { cosignatureType, ed25519Type } from '../../../proof/verifier-key';
import { runCommandLine } from '../../../server/commands/shell';
import { proof } from '../../../service/commands/proof';
import { proofOf, Signer } from '../../proof/small-log';
import { TextTerminal } from '../../support/programs/text-terminal';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-proof-'));
const inFolder = (name: string) => path.join(folder, name);
const file = inFolder('agreement.pdf');
const bytes = Buffer.alloc(200_000, 'agreed. ');

let log: Signer;
let witness: Signer;
let text: string;

beforeAll(async () => {
	log = await Signer.of('log.example/one', ed25519Type, 1);
	witness = await Signer.of('witness.example/one', cosignatureType, 2);
	text = proofOf({ log, witnesses: [witness] }, { hash: blake2bHex(bytes, undefined, 32) });
	fs.writeFileSync(file, bytes);
	fs.writeFileSync(`${file}.tlog-proof`, text);
	fs.writeFileSync(inFolder('other.pdf'), 'something else');
	fs.writeFileSync(inFolder('log.vkey'), `${log.vkey}\n`);
	fs.writeFileSync(inFolder('witnesses'), `${witness.vkey}\n\n`);
	fs.writeFileSync(inFolder('spoiled'), text.replace('index 2', 'index 3'));
});

afterAll(() => fs.rmSync(folder, { recursive: true }));

async function run(...options: readonly string[]) {
	const terminal = new TextTerminal();
	const edges = { environment: {}, terminal };
	const code = await runCommandLine(proof, ['verify', ...options], edges);
	return { code, answer: terminal.output, warned: terminal.complaint };
}

test('a file is proven by the proof beside it, and what is proven is shown', async () => {
	const { code, answer } = await run('--file', file, '--key', log.vkey);
	expect([code, JSON.parse(answer)]).toMatchObject([
		0,
		{ valid: true, index: 2, entry: { kind: 'file', id: 'r2' }, payload: { id: 'r2' } },
	]);
});

test('keys may lie in files, and witnesses are asked for', async () => {
	const keys = ['--key', inFolder('log.vkey'), '--witnesses', inFolder('witnesses')];
	const { code, answer } = await run('--proof', `${file}.tlog-proof`, ...keys);
	expect([code, JSON.parse(answer)]).toMatchObject([
		0,
		{ valid: true, witnesses: [{ name: 'witness.example/one' }] },
	]);
});

test.each([
	[
		'another file',
		() => ['--file', inFolder('other.pdf'), '--proof', `${file}.tlog-proof`],
		'other-file',
	],
	['a spoiled proof', () => ['--proof', inFolder('spoiled')], 'not-included'],
	['what is no proof', () => ['--proof', file], 'malformed'],
] as const)('%s ends with 1 and says what does not hold', async (_, options, code) => {
	const answered = await run(...options(), '--key', log.vkey);
	expect([answered.code, JSON.parse(answered.answer)]).toMatchObject([1, { valid: false, code }]);
});

test.each([
	['no file', () => ['--key', log.vkey], /--file or --proof/],
	['a file that is not there', () => ['--file', 'none', '--key', log.vkey], /no such file/],
	['a key that is none', () => ['--file', file, '--key', 'a+00000000+b'], /is not of the form/],
	['no key', () => ['--file', file], /--key/],
	[
		'a number that is none',
		() => ['--file', file, '--key', log.vkey, '--witnesses-min', 'x'],
		/min/,
	],
	[
		'more than are known',
		() => ['--file', file, '--key', log.vkey, '--witnesses-min', '1'],
		/1 of 0/,
	],
] as const)('%s ends with 2, for nothing was checked', async (_, options, words) => {
	const { code, answer, warned } = await run(...options());
	expect([code, answer]).toEqual([2, '']);
	expect(warned).toMatch(words);
});
