/**
 * Anchors on a real chain, round by round: written once whatever becomes of a call, followed through
 * reorganisations, offered more when they are stuck, and held back where something is wrong.
 */
import { hash } from 'node:crypto';
import { AnchorTrouble } from '../../../service/anchor/anchor-alarms';
import { AnchorRound, type RoundParts } from '../../../service/anchor/anchor-round';
import { lastAnchor, openAnchors, transactionsOf } from '../../../service/anchor/anchor-rows';
import { ChainFault, type Chain } from '../../../service/anchor/chain';
import { openEvmChain } from '../../../service/anchor/evm-chain';
import { weiOf } from '../../../service/anchor/fees';
import { systemClock } from '../../../server/clock';
import { openDatabaseFolder, type DatabaseFolder } from '../../support/servers/database-folder';
import { fundedKey, startEvmChain, type EvmChain } from '../../support/servers/evm';
import {
	proxyFaults,
	startFaultyProxy,
	type FaultyProxy,
	type ProxyFault,
} from '../../support/hostile/faulty-proxy';

const origin = 'log.test/anchored';
const feeCap = weiOf(100);
/** The second of the accounts every anvil gives funds to. */
const strangersKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const signal = new AbortController().signal;

let evm: EvmChain;
let place: DatabaseFolder;
let chain: Chain;
let contract: string;
/** The log: as many checkpoints as entries. */
let size: number;
let branch: string;
let raised: string[];
let round: AnchorRound;

beforeAll(async () => {
	[evm, place] = await Promise.all([startEvmChain(), openDatabaseFolder()]);
	chain = await openEvmChain({ rpcUrl: evm.url, privateKey: fundedKey, signal });
});

beforeEach(async () => {
	contract = await deployed(origin);
	[size, branch, raised] = [10, 'main', []];
	round = newRound();
});

afterEach(() => evm.mine(1));

afterAll(async () => {
	await place.close();
	await evm.close();
});

async function deployed(logOrigin: string): Promise<string> {
	await evm.rpc('evm_setAutomine', true);
	const { address } = await chain.deploy(logOrigin, feeCap);
	await evm.rpc('evm_setAutomine', false);
	return address;
}

const rootOf = (treeSize: number) => hash('sha256', `${branch} ${treeSize}`);

function newRound(parts: Partial<RoundParts> = {}): AnchorRound {
	return new AnchorRound({
		...{ database: place.database, clock: systemClock, chain, contract, feeCap },
		confirmations: 3,
		terms: { every: 5, waitMsMax: 3_600_000 },
		log: {
			origin,
			newest: () => Promise.resolve({ treeSize: size, rootHash: rootOf(size) }),
			countAbove: (treeSize) => Promise.resolve(size - treeSize),
			rootAt: (treeSize) => Promise.resolve(rootOf(treeSize)),
		},
		raise: (kind) => Promise.resolve(void raised.push(kind)),
		clear: () => Promise.resolve(),
		...parts,
	});
}

const newest = async () => {
	const anchor = await lastAnchor(place.database, contract);
	if (anchor === undefined) throw new Error('nothing is anchored');
	return anchor;
};
const written = async () => transactionsOf(place.database, await newest());

/** A round, and the blocks after it. */
async function pass(blocks = 1): Promise<void> {
	await round.run();
	await evm.mine(blocks);
}

/** An anchor that has its confirmations. */
async function confirmed(): Promise<void> {
	await pass(1);
	await pass(2);
	await round.run();
	expect(await newest()).toMatchObject({ state: 'CONFIRMED', treeSize: size });
}

test('a root is written, followed from block to block, and confirmed by the block that was missing', async () => {
	await round.run();
	expect(await newest()).toMatchObject({ state: 'SENT', treeSize: 10, rootHash: rootOf(10) });
	await evm.mine(1);
	await pass();
	expect((await newest()).state).toBe('MINED');
	await pass();
	expect((await newest()).state).toBe('MINED');
	await round.run();
	const { state, inclusion } = await newest();
	expect(state).toBe('CONFIRMED');
	expect(await chain.contractState(contract)).toEqual({ treeSize: 10, rootHash: rootOf(10) });
	expect(await chain.blockHash(inclusion?.blockNumber ?? 0)).toBe(inclusion?.blockHash);
});

test('the next is written after as many checkpoints as are asked for, with the newest root', async () => {
	await confirmed();
	size = 14;
	await round.run();
	expect(await newest()).toMatchObject({ treeSize: 10 });
	size = 27;
	await confirmed();
	expect(await chain.contractState(contract)).toEqual({ treeSize: 27, rootHash: rootOf(27) });
});

test('a reorganisation that drops an anchor has the same transaction sent again', async () => {
	await pass();
	await pass();
	const before = await newest();
	expect(before.state).toBe('MINED');
	await evm.rpc('anvil_reorg', 2, []);
	await round.run();
	expect(await newest()).toMatchObject({ state: 'SENT', treeSize: 10 });
	await evm.mine(3);
	await round.run();
	const after = await newest();
	expect(after.state).toBe('CONFIRMED');
	expect(after.inclusion?.transactionHash).toBe(before.inclusion?.transactionHash);
	expect(after.inclusion?.blockHash).not.toBe(before.inclusion?.blockHash);
	expect(await written()).toHaveLength(1);
});

test('a reorganisation deeper than the confirmations is told, and the anchors are written again in order', async () => {
	await confirmed();
	size = 20;
	await confirmed();
	await evm.rpc('anvil_reorg', 6, []);
	await round.run();
	expect(raised).toEqual(['REORGANISED', 'REORGANISED']);
	expect((await openAnchors(place.database, contract)).map(({ state }) => state)).toEqual([
		...['SENT', 'SENT'],
	]);
	await evm.mine(3);
	await round.run();
	expect(await openAnchors(place.database, contract)).toEqual([]);
	expect(await newest()).toMatchObject({ state: 'CONFIRMED', treeSize: 20 });
	expect(await chain.contractState(contract)).toMatchObject({ treeSize: 20 });
});

test('one that no block takes is offered more under the same nonce, up to the cap', async () => {
	await round.run();
	await evm.rpc('anvil_dropAllTransactions');
	await evm.mine(10);
	await round.run();
	const [second, first, ...others] = await written();
	expect(others).toEqual([]);
	expect(second?.nonce).toBe(first?.nonce);
	expect(10n * (second?.fees.maxFeePerGas ?? 0n)).toBeGreaterThan(
		11n * (first?.fees.maxFeePerGas ?? 0n),
	);
	round = newRound({ feeCap: second?.fees.maxFeePerGas ?? 0n });
	await evm.rpc('anvil_dropAllTransactions');
	await evm.mine(10);
	await expect(round.run()).rejects.toMatchObject({ kind: 'FEE' });
	await evm.mine(3);
	await round.run();
	expect((await newest()).inclusion?.transactionHash).toBe(second?.hash);
});

test('a nonce that another program uses costs a new transaction and no anchor', async () => {
	await round.run();
	await evm.rpc('anvil_dropAllTransactions');
	await evm.rpc('eth_sendTransaction', { from: chain.account, to: chain.account, value: '0x1' });
	await evm.mine(1);
	await round.run();
	expect((await newest()).state).toBe('PLANNED');
	await pass(3);
	await round.run();
	const [second, first] = await written();
	expect(second?.nonce).toBe((first?.nonce ?? 0) + 1);
	expect(await newest()).toMatchObject({
		state: 'CONFIRMED',
		inclusion: { transactionHash: second?.hash },
	});
});

test('a node that is ended and knows nothing of a transaction afterwards is sent it again', async () => {
	const lasting = await startEvmChain({ keepsBlocks: true });
	try {
		const other = {
			chain: await openEvmChain({ rpcUrl: lasting.url, privateKey: fundedKey, signal }),
		};
		({ address: contract } = await other.chain.deploy(origin, feeCap));
		round = newRound(other);
		await lasting.kept();
		await lasting.rpc('evm_setAutomine', false);
		await round.run();
		await lasting.kill();
		await expect(round.run()).rejects.toThrow(new ChainFault('the node cannot be reached'));
		await lasting.start();
		await round.run();
		await round.run();
		await lasting.mine(3);
		await round.run();
		expect(await newest()).toMatchObject({ state: 'CONFIRMED', treeSize: 10 });
		expect(await written()).toHaveLength(1);
	} finally {
		await lasting.close();
	}
});

/** What can become of a call, before and after the node has it. */
const sendingFaults = [
	'RESET_BEFORE',
	'LOSE_ANSWER',
	'SLOW_ANSWER',
	'DUPLICATE',
	'FAIL_AFTER',
	'GARBAGE_AFTER',
	'HALF_ANSWER',
] as const satisfies readonly ProxyFault[];

describe('between the service and its node', () => {
	let fault: ProxyFault | undefined;
	let proxy: FaultyProxy;
	let behindProxy: Chain;
	/** Gives an answer up that is late; whatever else is asked is waited for. */
	let hasty: Chain;

	beforeAll(async () => {
		proxy = await startFaultyProxy({
			servicePort: Number(new URL(evm.url).port),
			random: (below) => {
				if (below === 100) return fault === undefined ? 99 : 0;
				return fault === undefined || below < proxyFaults.length ? 0 : proxyFaults.indexOf(fault);
			},
			...{ faultsPercent: 99, slowAnswerMs: 2_000, lateRequestMsMax: 1, keepsKeys: true },
		});
		const rpcUrl = `${proxy.url}/?key=key-of-the-node`;
		const given = { rpcUrl, privateKey: fundedKey, signal };
		behindProxy = await openEvmChain({ ...given, timeoutMs: 60_000 });
		hasty = await openEvmChain({ ...given, timeoutMs: 500 });
	});

	afterAll(() => proxy.close());

	const chainFor = (which: ProxyFault) => (which === 'SLOW_ANSWER' ? hasty : behindProxy);

	test.each(sendingFaults)(
		'a sending that ends by %s is the same transaction again',
		async (which) => {
			const send = async (raw: string) => {
				fault = which;
				return chainFor(which)
					.send(raw)
					.finally(() => (fault = undefined));
			};
			const sending = Object.create(behindProxy, { send: { value: send } }) as Chain;
			round = newRound({ chain: sending });
			await round.run().catch((met: unknown) => expect(met).toBeInstanceOf(ChainFault));
			expect((await newest()).state).toBe('SENT');
			round = newRound({ chain: behindProxy });
			await pass(3);
			await pass(3);
			await round.run();
			expect(await newest()).toMatchObject({ state: 'CONFIRMED', treeSize: 10 });
			expect(await written()).toHaveLength(1);
		},
	);

	test.each([
		['GARBAGE_BEFORE', 'the answer of the node cannot be understood'],
		['EMPTY_BEFORE', 'the answer of the node cannot be understood'],
		['FAIL_BEFORE', 'the node answered with the HTTP status 502'],
		['RESET_BEFORE', 'the node cannot be reached'],
		['SLOW_ANSWER', 'the node did not answer in time'],
	] as const)('%s is told as: %s', async (which, sentence) => {
		round = newRound({ chain: chainFor(which) });
		fault = which;
		const met: unknown = await round.run().catch((each: unknown) => each);
		fault = undefined;
		expect(met).toEqual(new ChainFault(sentence));
		expect(String((met as Error).stack)).not.toContain('key-of-the-node');
		expect(await lastAnchor(place.database, contract)).toBeUndefined();
	});
});

describe('nothing is written', () => {
	test('on another chain than the one the contract was first found on', async () => {
		await confirmed();
		size = 20;
		const elsewhere = Object.create(chain, {
			chainId: { value: () => Promise.resolve(1) },
		}) as Chain;
		await expect(newRound({ chain: elsewhere }).run()).rejects.toEqual(
			new AnchorTrouble('CHAIN', 'the node is of the chain 1, the contract is on the chain 31337'),
		);
		expect(await newest()).toMatchObject({ treeSize: 10 });
	});

	test('where there is no contract, or that of another log or owner', async () => {
		const trouble = { kind: 'CONTRACT' };
		await expect(newRound({ contract: chain.account }).run()).rejects.toMatchObject(trouble);
		const other = await deployed('log.test/other');
		await expect(newRound({ contract: other }).run()).rejects.toMatchObject(trouble);
		const stranger = await openEvmChain({ rpcUrl: evm.url, privateKey: strangersKey, signal });
		await expect(newRound({ chain: stranger }).run()).rejects.toMatchObject(trouble);
	});

	test('while the account cannot pay, and at once when it can', async () => {
		const balance = await evm.rpc('eth_getBalance', chain.account, 'latest');
		await evm.rpc('anvil_setBalance', chain.account, '0x1');
		await expect(round.run()).rejects.toMatchObject({ kind: 'FUNDS' });
		expect(await newest()).toMatchObject({ state: 'PLANNED', treeSize: 10 });
		await evm.rpc('anvil_setBalance', chain.account, balance);
		await confirmed();
	});

	test('while blocks ask for more than the cap', async () => {
		round = newRound({ feeCap: 1_000_000_000n });
		await expect(round.run()).rejects.toMatchObject({ kind: 'FEE' });
		round = newRound();
		await confirmed();
	});

	test('by an older copy of the log, nor by one that has grown since into another', async () => {
		await confirmed();
		size = 7;
		await expect(newRound().run()).rejects.toMatchObject({
			...{ kind: 'LOG_OLDER' },
			message: 'the contract holds the size 10 and the log has 7: it is an older copy of the log',
		});
		[size, branch] = [30, 'after the restore'];
		await expect(newRound().run()).rejects.toMatchObject({ kind: 'LOG_OTHER' });
		expect(await chain.contractState(contract)).toMatchObject({ treeSize: 10 });
	});
});

test('a database that has forgotten an anchor goes on behind what the contract holds', async () => {
	await confirmed();
	await place.database.deleteFrom('anchor_transactions').where('contract', '=', contract).execute();
	await place.database.deleteFrom('anchors').where('contract', '=', contract).execute();
	size = 11;
	round = newRound();
	await round.run();
	expect(await newest()).toMatchObject({ state: 'PASSED', treeSize: 10 });
	size = 15;
	await confirmed();
});

test('two processes at once write one transaction of one nonce, and no root twice', async () => {
	await Promise.all([round.run(), newRound().run()]);
	const nonces = (await written()).map(({ nonce }) => nonce);
	expect(new Set(nonces).size).toBe(1);
	await evm.mine(3);
	await Promise.all([round.run(), newRound().run()]);
	expect(await newest()).toMatchObject({ state: 'CONFIRMED', treeSize: 10 });
	expect(await chain.contractState(contract)).toMatchObject({ treeSize: 10 });
});
