/**
 * One round of anchoring: compares the contract with the log, follows anchors on their way, and
 * writes the next one that is due. A failure is thrown as `AnchorTrouble` or `ChainFault`, and the
 * next round retries. One process runs it at a time; two at once do no harm.
 */
import { AnchorTrouble, type AnchorAlarmKind } from './anchor-alarms';
import {
	addAnchor,
	findContract,
	keepHead,
	keepTransaction,
	lastAnchor,
	moveAnchor,
	openAnchors,
	transactionsOf,
	type Anchor,
	type AnchorParts,
	type KeptTransaction,
} from './anchor-rows';
import { nextStep, type Inclusion, type Step } from './anchor-states';
import { dueRoot, type AnchoredLog, type AnchorTerms } from './anchored-log';
import type { Chain, ContractState, Head } from './chain';
import { gweiOf, firstFees, raisedFees, type Fees } from './fees';

export interface RoundParts extends AnchorParts {
	readonly chain: Chain;
	readonly log: AnchoredLog;
	readonly contract: string;
	readonly confirmations: number;
	/** Highest price for a unit of gas, in wei. */
	readonly feeCap: bigint;
	readonly terms: AnchorTerms;
	readonly raise: (kind: AnchorAlarmKind, message: string) => Promise<void>;
	readonly clear: (...kinds: readonly AnchorAlarmKind[]) => Promise<void>;
}

/** State of the chain when the round began. */
interface Look {
	readonly chainId: number;
	readonly head: Head;
	readonly held: ContractState;
}

export class AnchorRound {
	/** The contract's last root that matched the log. */
	private compared: ContractState | undefined;
	private isIdentified = false;

	constructor(private readonly parts: RoundParts) {}

	async run(): Promise<void> {
		const { database, contract, clear } = this.parts;
		const look = await this.look();
		await clear('RPC', 'CHAIN', 'CONTRACT');
		await this.compare(look.held);
		await clear('LOG_OLDER', 'LOG_OTHER');
		await this.recallDropped(look);
		for (const anchor of await openAnchors(database, contract)) await this.follow(anchor, look);
		if ((await openAnchors(database, contract)).length === 0) {
			await clear('REORGANISED');
			await this.plan(look);
		}
		await clear('FUNDS', 'FEE', 'REFUSED');
	}

	private async look(): Promise<Look> {
		const { database, chain, contract } = this.parts;
		const chainId = await chain.chainId();
		const pinned = await findContract(database, contract);
		if (pinned !== undefined && pinned.chainId !== chainId) {
			const fault = `the node is of the chain ${chainId}, the contract is on the chain ${pinned.chainId}`;
			throw new AnchorTrouble('CHAIN', fault);
		}
		if (!this.isIdentified) await this.identify();
		const [head, held] = [await chain.head(), await chain.contractState(contract)];
		if (held === undefined) throw noContract(contract, chainId);
		await keepHead(this.parts, { address: contract, chainId, headNumber: head.number });
		return { chainId, head, held };
	}

	/**
	 * Checks owner and origin: a contract of another owner would refuse every anchor, one of another
	 * log would look like a fork.
	 */
	private async identify(): Promise<void> {
		const { chain, contract, log } = this.parts;
		const identity = await chain.contractIdentity(contract);
		if (identity === undefined) throw noContract(contract, await chain.chainId());
		if (identity.origin !== log.origin) {
			const fault = `the contract is of the log '${identity.origin}', not of '${log.origin}'`;
			throw new AnchorTrouble('CONTRACT', fault);
		}
		if (identity.owner !== chain.account) {
			const fault = `the contract takes roots of ${identity.owner} alone, and the key is that of ${chain.account}`;
			throw new AnchorTrouble('CONTRACT', fault);
		}
		this.isIdentified = true;
	}

	/** Checks that the contract's root is a root of this log, and that the log is no older copy. */
	private async compare(held: ContractState): Promise<void> {
		const { log, contract } = this.parts;
		const { treeSize, rootHash } = held;
		if (treeSize === 0) return;
		if (this.compared?.treeSize === treeSize && this.compared.rootHash === rootHash) return;
		const size = (await log.newest())?.treeSize ?? 0;
		if (size < treeSize) {
			const fault = `the contract holds the size ${treeSize} and the log has ${size}: it is an older copy of the log`;
			throw new AnchorTrouble('LOG_OLDER', fault);
		}
		const own = await log.rootAt(treeSize);
		if (own !== rootHash) {
			const fault = `at the size ${treeSize} the contract holds the root ${rootHash} and the log has ${own}: it is not the log that was anchored`;
			throw new AnchorTrouble('LOG_OTHER', fault);
		}
		await addAnchor(this.parts, { contract, ...held, state: 'PASSED' });
		this.compared = held;
	}

	/**
	 * Finds confirmed anchors that left the chain, from the newest back; earlier ones are in order
	 * if a later one is.
	 */
	private async recallDropped({ head, held }: Look): Promise<void> {
		const { database, contract, chain, raise } = this.parts;
		for (;;) {
			const last = await lastAnchor(database, contract, ['CONFIRMED']);
			if (last?.inclusion === undefined) return;
			const { blockNumber, blockHash } = last.inclusion;
			// Several nodes may serve one address, and one may lag behind.
			if (head.number < blockNumber && held.treeSize >= last.treeSize) return;
			if ((await chain.blockHash(blockNumber)) === blockHash) return;
			await moveAnchor(this.parts, last, { state: 'SENT', waitsFromBlock: head.number });
			const fault = `the block ${blockNumber} of the anchor of the size ${last.treeSize} left the chain after its confirmations`;
			await raise('REORGANISED', fault);
		}
	}

	private async plan(look: Look): Promise<void> {
		const { database, contract, clock, log, terms } = this.parts;
		const last = await lastAnchor(database, contract);
		const root = await dueRoot(
			log,
			last && { treeSize: last.treeSize, plannedAtMs: Date.parse(last.plannedAt) },
			{ ...terms, nowMs: clock.now() },
		);
		if (root === undefined) return;
		await addAnchor(this.parts, { contract, ...root, state: 'PLANNED' });
		for (const anchor of await openAnchors(database, contract)) await this.follow(anchor, look);
	}

	private async follow(anchor: Anchor, look: Look): Promise<void> {
		const { state, nonce, waitsFromBlock } = anchor;
		if (state === 'PLANNED' || nonce === null || waitsFromBlock === null) {
			return this.write(anchor, look);
		}
		const { chain, database, confirmations } = this.parts;
		const transactions = await transactionsOf(database, anchor);
		const inclusions: Inclusion[] = [];
		for (const { hash } of transactions) {
			const inclusion = await chain.inclusion(hash);
			if (inclusion !== undefined) inclusions.push(inclusion);
		}
		const step = nextStep(
			{
				state: state === 'MINED' ? 'MINED' : 'SENT',
				treeSize: anchor.treeSize,
				nonce,
				waitsFromBlock,
			},
			{
				headNumber: look.head.number,
				contractSize: look.held.treeSize,
				nonceNext: await chain.nonce('latest'),
				inclusions,
			},
			{ confirmations },
		);
		const [newest] = transactions;
		if (newest === undefined)
			throw new Error(`the anchor of ${anchor.treeSize} has no transaction`);
		await this.take(step, { anchor, newest, look });
	}

	private async take(
		step: Step,
		at: { readonly anchor: Anchor; readonly newest: KeptTransaction; readonly look: Look },
	): Promise<void> {
		const { anchor, newest, look } = at;
		switch (step.kind) {
			case 'MINED':
			case 'CONFIRMED':
				return moveAnchor(this.parts, anchor, { state: step.kind, inclusion: step.inclusion });
			case 'PASSED':
				return moveAnchor(this.parts, anchor, { state: 'PASSED' });
			case 'PLAN_AGAIN':
				return moveAnchor(this.parts, anchor, { state: 'PLANNED' });
			case 'DROPPED':
				await moveAnchor(this.parts, anchor, { state: 'SENT', waitsFromBlock: look.head.number });
				return this.send(newest);
			case 'SEND':
				return this.send(newest);
			case 'RAISE':
				return this.raiseFee(anchor, newest, look);
		}
	}

	/** Signs the anchor's transaction with the next nonce that is free. */
	private async write(anchor: Anchor, look: Look): Promise<void> {
		const { chain, feeCap } = this.parts;
		const market = await chain.feeMarket(look.head);
		const fees = firstFees(market, feeCap);
		if (fees === undefined) {
			const asked = gweiOf(market.baseFeePerGas + market.priorityFeePerGas);
			throw new AnchorTrouble(
				'FEE',
				`the chain asks for ${asked} gwei, and ${gweiOf(feeCap)} is the most`,
			);
		}
		await this.sign(anchor, { nonce: await chain.nonce('pending'), fees, look });
	}

	private async raiseFee(anchor: Anchor, newest: KeptTransaction, look: Look): Promise<void> {
		const { chain, feeCap } = this.parts;
		const fees = raisedFees(await chain.feeMarket(look.head), newest.fees, feeCap);
		if (fees !== undefined) return this.sign(anchor, { nonce: newest.nonce, fees, look });
		await this.send(newest);
		const offered = gweiOf(newest.fees.maxFeePerGas);
		const fault = `no block takes the transaction for ${offered} gwei, and ${gweiOf(feeCap)} is the most`;
		throw new AnchorTrouble('FEE', fault);
	}

	/** Stores the transaction before it is sent, so that a retry sends the same one. */
	private async sign(
		anchor: Anchor,
		{ nonce, fees, look }: { readonly nonce: number; readonly fees: Fees; readonly look: Look },
	): Promise<void> {
		const { chain } = this.parts;
		const gas = await chain.anchorGas(anchor);
		const needed = gas * fees.maxFeePerGas;
		const balance = await chain.balance();
		if (balance < needed)
			throw fundsShort(
				chain.account,
				`${gweiOf(needed)} gwei are needed and ${gweiOf(balance)} there`,
			);
		const signed = await chain.signAnchor(anchor, { chainId: look.chainId, nonce, gas, fees });
		const transaction = { ...signed, nonce, fees };
		if (!(await keepTransaction(this.parts, anchor, transaction, look.head.number))) return;
		await this.send(transaction);
	}

	private async send({ raw, fees }: KeptTransaction): Promise<void> {
		const { chain } = this.parts;
		const answer = await chain.send(raw);
		switch (answer.kind) {
			case 'TAKEN':
			case 'SETTLED':
				return;
			case 'FUNDS_SHORT':
				throw fundsShort(chain.account, 'the node refuses it for want of funds');
			case 'FEE_LOW': {
				const fault = `the node finds ${gweiOf(fees.maxFeePerGas)} gwei too little; more is offered after some blocks`;
				throw new AnchorTrouble('FEE', fault);
			}
			case 'REFUSED':
				throw new AnchorTrouble(
					'REFUSED',
					`the node does not take the transaction: ${answer.words}`,
				);
		}
	}
}

function noContract(contract: string, chainId: number): AnchorTrouble {
	const fault = `there is no contract for anchors at ${contract} on the chain ${chainId}`;
	return new AnchorTrouble('CONTRACT', fault);
}

function fundsShort(account: string, how: string): AnchorTrouble {
	return new AnchorTrouble('FUNDS', `the account ${account} cannot pay for the anchor: ${how}`);
}
