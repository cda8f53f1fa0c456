/**
 * The service as a process anchors its log on a real chain: set up by command, killed, its node ended
 * and reorganised in the middle, and put back from an older copy, which it tells.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { verifyInclusion } from '../../../proof/merkle';
import { admin } from '../../../service/commands/admin';
import { openDatabase } from '../../../service/database/database';
import { testPort } from '../../support/run/ports';
import { fundedKey, startEvmChain, type EvmChain } from '../../support/servers/evm';
import { ProgramProcess } from '../../support/programs/program-process';
import { send, until } from '../../support/clients/requests';
import { runCommand } from '../../support/programs/run-command';

const formatPage = path.join(__dirname, '../../../docs/anchor.md');

let evm: EvmChain;
let folder: string;
let environment: Record<string, string>;
let service: ProgramProcess;
let tracker: { readonly url: string; readonly key: string };
/** Entries of the log before the first test, and with every asset one more. */
let entries: number;

const dataFolder = () => path.join(folder, 'data');
const copy = () => path.join(folder, 'copy');

async function command<Answer>(...words: readonly string[]): Promise<Answer> {
	const { code, output, complaint } = await runCommand(admin, words, environment);
	expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
	return JSON.parse(output) as Answer;
}

interface Demo {
	readonly products: { readonly Tracker: string };
	readonly users: readonly { readonly roles: readonly string[]; readonly key: string }[];
}

beforeAll(async () => {
	evm = await startEvmChain({ keepsBlocks: true });
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-anchoring-'));
	const keyFile = path.join(folder, 'anchor.key');
	fs.writeFileSync(keyFile, `${fundedKey}\n`, { mode: 0o600 });
	const port = await testPort();
	environment = {
		...{ SEALKEEPER_DATA: dataFolder(), PORT: String(port), LOG_ORIGIN: 'log.test/anchored' },
		...{ ANCHOR_RPC_URL: `${evm.url}/?key=key-of-the-node`, ANCHOR_KEY_FILE: keyFile },
		...{ ANCHOR_EVERY: '1', ANCHOR_CONFIRMATIONS: '2', ANCHOR_ROUND_MS: '50' },
	};
	const { address } = await command<{ address: string }>('anchor', 'deploy');
	environment['ANCHOR_ADDRESS'] = address;
	const { products, users } = await command<Demo>('demo');
	const key = users.find(({ roles }) => roles.includes('TrackerAdmin'))?.key ?? '';
	tracker = { url: `http://127.0.0.1:${port}/tracker/${products.Tracker}`, key };
	const program = { file: 'service/main.ts', args: [], running: /Sealkeeper listens/ };
	service = new ProgramProcess({ ...program, environment });
	await service.start();
	entries = 1;
	entries = await untilAnchored();
});

afterAll(async () => {
	await service.end();
	await evm.close();
	fs.rmSync(folder, { recursive: true, force: true });
});

async function addAssets(count: number): Promise<void> {
	for (let number = 1; number <= count; number += 1) {
		const { status } = await send({
			method: 'POST',
			url: `${tracker.url}/assets`,
			headers: { 'x-api-key': tracker.key },
			json: { name: `asset ${number}` },
		});
		expect(status).toBe(201);
		entries += 1;
	}
}

async function read<Answer>(location: string): Promise<Answer> {
	const { status, text } = await send({
		method: 'GET',
		url: new URL(location, tracker.url).href,
	});
	expect(status).toBe(200);
	return JSON.parse(text) as Answer;
}

interface Anchor {
	readonly treeSize: number;
	readonly rootHash: string;
	readonly transactionHash: string;
	readonly blockNumber: number;
	readonly confirmations: number;
}

interface Log {
	readonly treeSize: number;
	readonly anchoring: {
		readonly contract: string;
		readonly chainId: number;
		readonly latest?: Anchor;
		readonly alarms: readonly { readonly kind: string }[];
	};
}

const alarms = async () => (await read<Log>('/log')).anchoring.alarms.map(({ kind }) => kind);

/** Has blocks made until a confirmed anchor covers all entries; answers how many there are. */
function untilAnchored(): Promise<number> {
	return until(async () => {
		await evm.mine(1);
		const { treeSize, anchoring } = await read<Log>('/log');
		return treeSize >= entries && anchoring.latest?.treeSize === treeSize ? treeSize : undefined;
	});
}

function untilAlarm(kind: string): Promise<true> {
	return until(async () => ((await alarms()).includes(kind) ? true : undefined));
}

interface Written {
	readonly topics: readonly [string, string];
	readonly data: string;
}

/** Sizes and roots of the contract, as its events tell them. */
async function anchoredRoots(): Promise<readonly (readonly [number, string])[]> {
	const address = environment['ANCHOR_ADDRESS'];
	const range = { address, fromBlock: '0x0', toBlock: 'latest' };
	const logs = await evm.rpc<readonly Written[]>('eth_getLogs', range);
	return logs.map(({ topics, data }) => [Number(topics[1]), data.slice(2)] as const);
}

test.each([
	['ANCHOR_RPC_URL', '', 'ANCHOR_RPC_URL is missing'],
	['ANCHOR_KEY_FILE', '', 'ANCHOR_KEY or ANCHOR_KEY_FILE is missing'],
	['ANCHOR_KEY', '0x12', 'ANCHOR_KEY must be 0x and 64 hex digits'],
	['ANCHOR_ADDRESS', '0x12', "ANCHOR_ADDRESS must be 0x and 40 hex digits, not '0x12'"],
	['ANCHOR_RPC_URL', 'http://127.0.0.1:1/?key=of-the-node', 'the node cannot be reached'],
])('%s set to "%s" is refused: %s', async (variable, value, sentence) => {
	const alone = variable === 'ANCHOR_KEY' && { ANCHOR_KEY_FILE: '' };
	const wrong = { ...environment, ...alone, [variable]: value };
	const { code, complaint } = await runCommand(admin, ['anchor', 'deploy'], wrong);
	expect({ code, complaint }).toEqual({ code: 1, complaint: sentence });
});

test('a process that is killed with an anchor on its way goes on with the same one', async () => {
	await addAssets(2);
	await untilAnchored();
	await evm.rpc('evm_setAutomine', false);
	await addAssets(1);
	await until(async () => {
		const { pending } = await evm.rpc<{ pending: string }>('txpool_status');
		return Number(pending) > 0 ? true : undefined;
	});
	await service.kill();
	fs.cpSync(dataFolder(), copy(), { recursive: true });
	await service.start();
	await untilAnchored();
	const sizes = (await anchoredRoots()).map(([size]) => size);
	expect(sizes.filter((size) => size === entries)).toHaveLength(1);
});

test('a node that is ended holds up nothing, and anchoring goes on when it is back', async () => {
	await evm.kept();
	await evm.kill();
	await addAssets(1);
	await untilAlarm('RPC');
	await evm.start();
	await untilAnchored();
	expect(await alarms()).toEqual([]);
});

test('a reorganisation has the anchors written again, each once and in order', async () => {
	const before = await anchoredRoots();
	await evm.rpc('anvil_reorg', 3, []);
	await addAssets(1);
	await untilAnchored();
	const after = await anchoredRoots();
	expect(after.slice(0, before.length)).toEqual(before);
	const sizes = after.map(([size]) => size);
	expect(sizes).toEqual([...new Set(sizes)].sort((one, other) => one - other));
	expect(service.output()).not.toContain('key-of-the-node');
});

test('an entry shows its anchor, which a stranger checks with a node and the hashes of the log', async () => {
	const index = entries - 2;
	const { leafHash, anchor } = await read<{ leafHash: string; anchor: Anchor }>(
		`/log/entries/${index}`,
	);
	const { treeSize, rootHash, transactionHash } = anchor;
	expect(treeSize).toBeGreaterThan(index);
	expect(anchor.confirmations).toBeGreaterThanOrEqual(2);
	const { hashes } = await read<{ hashes: readonly string[] }>(
		`/log/inclusion?index=${index}&treeSize=${treeSize}`,
	);
	const page = fs.readFileSync(formatPage, 'utf8');
	const [, selector = ''] = /`data` `(0x[0-9a-f]{8})`/.exec(page) ?? [];
	const data = selector + treeSize.toString(16).padStart(64, '0');
	const to = environment['ANCHOR_ADDRESS'];
	const root = await evm.rpc<string>('eth_call', { to, data }, 'latest');
	expect(root).toBe(`0x${rootHash}`);
	const bytes = (hex: string) => Buffer.from(hex, 'hex');
	const [neighbours, leaf] = [hashes.map(bytes), bytes(leafHash)];
	const proof = { index, treeSize, leafHash: leaf, path: neighbours, rootHash: bytes(rootHash) };
	expect(await verifyInclusion(proof)).toBe(true);
	const receipt = await evm.rpc<{ blockNumber: string }>(
		'eth_getTransactionReceipt',
		transactionHash,
	);
	expect(Number(receipt.blockNumber)).toBe(anchor.blockNumber);
	const { text } = await send({ method: 'GET', url: new URL('/metrics', tracker.url).href });
	expect(text).toContain(`\nsealkeeper_log_anchored_entries ${entries}\n`);
});

test('an anchor that was edited is found by the verification', async () => {
	expect((await runCommand(admin, ['verify'], environment)).code).toBe(0);
	await service.end();
	const database = await openDatabase({ dataFolder: dataFolder(), databaseUrl: undefined });
	await database.updateTable('anchors').set({ root_hash: 'ab' }).execute();
	await database.destroy();
	const { code, output } = await runCommand(admin, ['verify'], environment);
	expect(code).toBe(1);
	expect(output).toContain('is not the root of the checkpoint of its size');
});

test('an older copy of the log that was put back is told, at the start and when it has grown', async () => {
	fs.rmSync(dataFolder(), { recursive: true });
	fs.renameSync(copy(), dataFolder());
	await service.start();
	await untilAlarm('LOG_OLDER');
	const isTold = () => service.output().includes('it is an older copy of the log');
	await until(() => Promise.resolve(isTold() || undefined));
	await addAssets(3);
	await untilAlarm('LOG_OTHER');
	const { code, output } = await runCommand(admin, ['verify'], environment);
	expect(code).toBe(1);
	expect(output).toContain('it is not the log that was anchored');
});
