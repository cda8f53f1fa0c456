/** The EVM chain as anchoring uses it. `evm-chain.ts` implements it. */
import type { Inclusion } from './anchor-states';
import type { FeeMarket, Fees } from './fees';

export interface ContractState {
	/** The largest size written; 0 before the first. */
	readonly treeSize: number;
	/** Its root, lower-case hex. */
	readonly rootHash: string;
}

export interface Head {
	readonly number: number;
	readonly baseFeePerGas: bigint;
}

/** The constant fields of a contract. */
export interface ContractIdentity {
	readonly origin: string;
	readonly owner: string;
}

export interface SignedTransaction {
	readonly hash: string;
	/** As it is handed to the chain, hex. */
	readonly raw: string;
}

/** Answer of a node to a sent transaction; only blocks tell whether it was carried out. */
export type SendAnswer =
	| { readonly kind: 'TAKEN' }
	/** The node has it already, or its nonce is used. */
	| { readonly kind: 'SETTLED' }
	| { readonly kind: 'FUNDS_SHORT' }
	| { readonly kind: 'FEE_LOW' }
	| { readonly kind: 'REFUSED'; readonly words: string };

export interface Chain {
	/** Address of the key, which pays and owns the contract. */
	readonly account: string;
	chainId(): Promise<number>;
	head(): Promise<Head>;
	feeMarket(head: Head): Promise<FeeMarket>;
	/** Undefined if there is no such contract. */
	contractIdentity(contract: string): Promise<ContractIdentity | undefined>;
	contractState(contract: string): Promise<ContractState | undefined>;
	inclusion(transactionHash: string): Promise<Inclusion | undefined>;
	blockHash(blockNumber: number): Promise<string | undefined>;
	/** The next nonce of the account: after those in blocks, or after those that wait as well. */
	nonce(after: 'latest' | 'pending'): Promise<number>;
	balance(): Promise<bigint>;
	/** Gas to write a root, with some to spare. */
	anchorGas(anchor: AnchorCall): Promise<bigint>;
	signAnchor(anchor: AnchorCall, offer: Offer): Promise<SignedTransaction>;
	/** Deploys the contract of a log; resolves when a block holds it. */
	deploy(origin: string, feeCap: bigint): Promise<DeployedContract>;
	send(raw: string): Promise<SendAnswer>;
}

export interface AnchorCall {
	readonly contract: string;
	readonly treeSize: number;
	readonly rootHash: string;
}

export interface Offer {
	readonly chainId: number;
	readonly nonce: number;
	readonly gas: bigint;
	readonly fees: Fees;
}

export interface DeployedContract {
	readonly address: string;
	readonly transactionHash: string;
	readonly blockNumber: number;
}

/** The chain cannot be asked, or its answer cannot be used; the sentence names no address and no key. */
export class ChainFault extends Error {
	constructor(sentence: string) {
		super(sentence);
		this.name = 'ChainFault';
	}
}
