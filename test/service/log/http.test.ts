/** The log over the wire, without a key: as existing tools read it, and as people do. */
import { createHash } from 'node:crypto';
import { parseCheckpoint } from '../../../proof/checkpoint';
import { verifyConsistency, verifyInclusion } from '../../../proof/merkle';
import { parseNote, verifiedSignatures } from '../../../proof/signed-note';
import { parseVerifierKey } from '../../../proof/verifier-key';
import { Tracker } from '../assets/tracker';
import { until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';

let running: RunningService;
let assetId: string;
const count = 300;

beforeAll(async () => {
	running = await startService();
	const { organisation, service } = running;
	const tracker = new Tracker(running, organisation.products.Tracker);
	assetId = await tracker.asset(organisation.admin);
	const issue = { assetId, recipientEmail: organisation.admin.email, amount: 1 };
	for (let made = 1; made < count; made += 10) {
		const several = Array.from({ length: Math.min(10, count - made) });
		await Promise.all(several.map(() => tracker.issue(organisation.admin, issue)));
	}
	await until(async () => {
		const last = await service.database
			.selectFrom('log_checkpoints')
			.select('tree_size')
			.where('tree_size', '=', count)
			.executeTakeFirst();
		return last && true;
	});
});

afterAll(() => running.close());

async function read(location: string) {
	const answer = await fetch(running.url + location);
	return {
		status: answer.status,
		headers: answer.headers,
		bytes: Buffer.from(await answer.arrayBuffer()),
	};
}

async function json<Body>(location: string): Promise<Body> {
	const { status, bytes } = await read(location);
	expect(status).toBe(200);
	return JSON.parse(bytes.toString()) as Body;
}

interface Entry {
	readonly index: number;
	readonly recordId: string;
	readonly kind: string;
	readonly leafHash: string;
}

const sha256 = (...parts: readonly Buffer[]) =>
	createHash('sha256').update(Buffer.concat(parts)).digest();

/** The entries of a bundle, each behind its length. */
function entriesOf(bundle: Buffer): Buffer[] {
	const entries: Buffer[] = [];
	for (let at = 0; at < bundle.length;) {
		const length = bundle.readUInt16BE(at);
		entries.push(bundle.subarray(at + 2, at + 2 + length));
		at += 2 + length;
	}
	return entries;
}

function hashesOf(tile: Buffer): Buffer[] {
	return Array.from({ length: tile.length / 32 }, (_, at) => tile.subarray(at * 32, at * 32 + 32));
}

function rootOf(hashes: readonly Buffer[]): Buffer {
	const [first = Buffer.alloc(0)] = hashes;
	if (hashes.length === 1) return first;
	const split = 2 ** Math.ceil(Math.log2(hashes.length) - 1);
	return sha256(Buffer.of(1), rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)));
}

test('a reader of tiles finds the signed root in them, and the leaves of the entries', async () => {
	const { vkey } = await json<{ vkey: string }>('/log');
	const checkpoint = await read('/log/checkpoint');
	expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8');
	const note = parseNote(checkpoint.bytes.toString());
	expect(await verifiedSignatures(note, [await parseVerifierKey(vkey)])).toHaveLength(1);
	const { treeSize, rootHash } = parseCheckpoint(note.text);
	expect(treeSize).toBe(count);

	const full = await read('/log/tile/0/000');
	expect(full.headers.get('content-type')).toBe('application/octet-stream');
	expect(full.headers.get('cache-control')).toContain('immutable');
	const open = await read('/log/tile/0/001.p/44');
	const leaves = [...hashesOf(full.bytes), ...hashesOf(open.bytes)];
	expect(rootOf(leaves)).toEqual(Buffer.from(rootHash));
	expect((await read('/log/tile/1/000.p/1')).bytes).toEqual(rootOf(hashesOf(full.bytes)));

	const bundles = [
		await read('/log/tile/entries/000'),
		await read('/log/tile/entries/001.p/44'),
	].flatMap(({ bytes }) => entriesOf(bytes));
	expect(bundles.map((entry) => sha256(Buffer.of(0), entry))).toEqual(leaves);
	const first: unknown = JSON.parse(bundles[0]?.toString() ?? '');
	expect(first).toMatchObject({ id: assetId, kind: 'asset' });
	expect(bundles.map(String).join()).not.toContain('first.test');
});

test('a growing tile is given in any width so far, and the full one in none of them less', async () => {
	const full = (await read('/log/tile/0/000')).bytes;
	expect((await read('/log/tile/0/000.p/7')).bytes).toEqual(full.subarray(0, 7 * 32));
	expect((await read('/log/tile/0/001.p/45')).status).toBe(404);
	expect((await read('/log/tile/0/001')).status).toBe(404);
	expect((await read('/log/tile/0/1')).status).toBe(404);
	expect((await read('/log/tile/7/000.p/1')).status).toBe(404);
});

test('inclusion and consistency are proven for any size so far', async () => {
	const { recordId, leafHash } = await json<Entry>('/log/entries/260');
	const [found] = await json<Entry[]>(`/log/entries?recordId=${recordId}`);
	expect(found).toMatchObject({ index: 260, kind: 'issue' });
	const inclusion = await json<{ hashes: string[]; rootHash: string }>(
		'/log/inclusion?index=260&treeSize=299',
	);
	const hash = (text: string) => Buffer.from(text, 'hex');
	const rootHash = hash(inclusion.rootHash);
	const path = inclusion.hashes.map(hash);
	const proof = { leafHash: hash(leafHash), index: 260, treeSize: 299, path, rootHash };
	expect(await verifyInclusion(proof)).toBe(true);
	const grown = await json<{ fromRootHash: string; toRootHash: string; hashes: string[] }>(
		'/log/consistency?from=299&to=300',
	);
	expect(grown.fromRootHash).toBe(inclusion.rootHash);
	const from = { treeSize: 299, rootHash: hash(grown.fromRootHash) };
	const to = { treeSize: 300, rootHash: hash(grown.toRootHash) };
	expect(await verifyConsistency(from, to, grown.hashes.map(hash))).toBe(true);
});

test('lists are read by the page: entries from the first on, checkpoints from the newest', async () => {
	const indexes = async (query: string) =>
		(await json<Entry[]>(`/log/entries?${query}`)).map(({ index }) => index);
	expect(await indexes('limit=3')).toEqual([0, 1, 2]);
	expect(await indexes('limit=3&offset=298')).toEqual([298, 299]);
	expect((await read('/log/entries?limit=3')).headers.get('link')).toContain('offset=3');
	const [newest, before] = await json<{ treeSize: number }[]>('/log/checkpoints?limit=2');
	expect(newest?.treeSize).toBe(count);
	expect(before?.treeSize).toBeLessThan(count);
});

test.each([
	['/log/entries/300', 'entry 300'],
	['/log/inclusion?index=0&treeSize=301', 'tree of 301 entries'],
	['/log/inclusion?index=10&treeSize=10', 'entry 10 below 10'],
	['/log/consistency?from=2&to=1', 'tree of 2 below 1'],
	['/log/consistency?from=1&to=301', 'tree of 301 entries'],
])('%s is not found', async (location, what) => {
	const { status, bytes } = await read(location);
	expect(status).toBe(404);
	expect(JSON.parse(bytes.toString())).toMatchObject({
		errorCode: 'Log_NotFound',
		arguments: [what],
	});
});

test('what the log shows holds no address, no name and no content', async () => {
	const { bytes } = await read('/log/entries');
	const { admin, products } = running.organisation;
	for (const secret of [admin.email, 'Wind energy', products.Tracker, 'salt']) {
		expect(bytes.toString()).not.toContain(secret);
	}
});
