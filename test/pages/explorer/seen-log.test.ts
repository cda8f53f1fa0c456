/** Whether a log goes on from what a browser saw of it, in every way it can or cannot. */
import { continuityOf, type ShownLog } from '../../../pages/explorer/seen-log';
import { formatCheckpoint } from '../../../proof/checkpoint';
import { formatNote } from '../../../proof/signed-note';
import { ed25519Type } from '../../../proof/verifier-key';
import { Signer, Tree } from '../../proof/small-log';

const origin = 'log.example/one';
const treeOf = (words: readonly string[]) => new Tree(words.map((word) => Buffer.from(word)));
const words = Array.from({ length: 20 }, (_, index) => `entry ${index}`);
const tree = treeOf(words);
const other = treeOf(words.with(3, 'changed'));

let log: Signer;
let thief: Signer;

beforeAll(async () => {
	log = await Signer.of(origin, ed25519Type, 1);
	thief = await Signer.of(origin, ed25519Type, 2);
});

function shown(treeSize: number, of = tree, signer = log, vkey = signer.vkey): ShownLog {
	const text = formatCheckpoint({ origin, treeSize, rootHash: of.root(treeSize) });
	return { vkey, note: formatNote({ text, signatures: [signer.sign(text)] }) };
}

const consistency = (of: Tree) => (from: number, to: number) =>
	Promise.resolve(of.consistency(from, to));

async function kindOf(seen: ShownLog | undefined, now: ShownLog, of = tree): Promise<string> {
	return (await continuityOf(seen, now, consistency(of))).kind;
}

test('a log that is seen for the first time, or again, or grown, goes on', async () => {
	expect(await kindOf(undefined, shown(7))).toBe('first');
	expect(await kindOf(shown(7), shown(7))).toBe('same');
	for (let from = 0; from < 20; from += 1)
		expect(await kindOf(shown(from), shown(20))).toBe('grown');
});

test('a log with fewer entries than were seen was rolled back', async () => {
	const continuity = await continuityOf(shown(12), shown(7), consistency(tree));
	expect(continuity).toEqual({
		kind: 'rolled-back',
		message: 'The log was rolled back: it had 12 entries and has 7 now.',
	});
});

test('a log whose seen entries have changed was forked, at the same size and when it has grown', async () => {
	expect(await kindOf(shown(7), shown(7, other))).toBe('forked');
	expect(await kindOf(shown(7), shown(20, other), other)).toBe('forked');
	expect(await kindOf(shown(7), shown(20, other), tree)).toBe('forked');
});

test('another key, and a signature by another key, are no continuation', async () => {
	expect(await kindOf(shown(7), shown(8, tree, thief))).toBe('other-key');
	expect(await kindOf(shown(7), shown(8, tree, thief, log.vkey))).toBe('unsigned');
	expect(await kindOf(shown(7), { ...shown(8), note: 'nothing' })).toBe('unsigned');
});
