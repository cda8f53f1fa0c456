/**
 * An EVM chain over JSON-RPC. viem is loaded when a chain is opened, because most installations
 * have none. Every fault becomes a `ChainFault` without the RPC address, which often holds a key.
 */
import type {
	Address,
	Hex,
	PrivateKeyAccount,
	PublicClient,
	TransactionReceipt,
	TransactionSerializableEIP1559,
} from 'viem' with { 'resolution-mode': 'import' };
import { ChainFault } from './chain';
import type { AnchorCall, Chain, ContractIdentity, ContractState, DeployedContract } from './chain';
import type { Head, Offer, SendAnswer, SignedTransaction } from './chain';
import type { Inclusion } from './anchor-states';
import { chainFaultOf, isContractAbsence, sendAnswerOf, type Viem } from './evm-faults';
import { firstFees, type FeeMarket } from './fees';
import { compiled, contractAbi } from './log-anchor';

export interface ChainPlace {
	readonly rpcUrl: string;
	/** Key of the paying account, hex. */
	readonly privateKey: string;
	/** Aborts calls. */
	readonly signal: AbortSignal;
	/** Timeout of one call. */
	readonly timeoutMs?: number;
}

const usualTimeoutMs = 10_000;
const replySizeBytesMax = 1024 * 1024;

export async function openEvmChain(place: ChainPlace): Promise<Chain> {
	const [viem, { privateKeyToAccount }] = await Promise.all([
		import('viem'),
		import('viem/accounts'),
	]);
	const client = viem.createPublicClient({
		cacheTime: 0,
		transport: viem.http(place.rpcUrl, {
			retryCount: 0,
			timeout: place.timeoutMs ?? usualTimeoutMs,
			maxResponseBodySize: replySizeBytesMax,
			fetchOptions: { signal: place.signal },
		}),
	});
	return new EvmChain(viem, client, privateKeyToAccount(place.privateKey as Hex));
}

class EvmChain implements Chain {
	readonly account: string;
	private readonly abi;

	constructor(
		private readonly viem: Viem,
		private readonly client: PublicClient,
		private readonly signer: PrivateKeyAccount,
	) {
		this.account = signer.address.toLowerCase();
		this.abi = viem.parseAbi(contractAbi);
	}

	chainId(): Promise<number> {
		return this.asked(() => this.client.getChainId());
	}

	head(): Promise<Head> {
		return this.asked(async () => {
			const { number, baseFeePerGas } = await this.client.getBlock({ blockTag: 'latest' });
			if (baseFeePerGas === null) throw new ChainFault('the chain has no fees by EIP-1559');
			return { number: Number(number), baseFeePerGas };
		});
	}

	feeMarket({ baseFeePerGas }: Head): Promise<FeeMarket> {
		return this.asked(async () => ({
			baseFeePerGas,
			priorityFeePerGas: await this.client.estimateMaxPriorityFeePerGas(),
		}));
	}

	contractIdentity(contract: string): Promise<ContractIdentity | undefined> {
		const at = { address: contract as Address, abi: this.abi };
		const read = async () => ({
			origin: await this.client.readContract({ ...at, functionName: 'origin' }),
			owner: (await this.client.readContract({ ...at, functionName: 'owner' })).toLowerCase(),
		});
		return this.asked(read, (fault) => isContractAbsence(this.viem, fault));
	}

	contractState(contract: string): Promise<ContractState | undefined> {
		const at = { address: contract as Address, abi: this.abi };
		const read = async () => {
			const [size, root] = await this.client.readContract({ ...at, functionName: 'latest' });
			return { treeSize: Number(size), rootHash: root.slice(2) };
		};
		return this.asked(read, (fault) => isContractAbsence(this.viem, fault));
	}

	inclusion(transactionHash: string): Promise<Inclusion | undefined> {
		const { client, viem } = this;
		const hash = transactionHash as Hex;
		return this.asked(
			async () => inclusionOf(await client.getTransactionReceipt({ hash })),
			(fault) => fault instanceof viem.TransactionReceiptNotFoundError,
		);
	}

	blockHash(blockNumber: number): Promise<string | undefined> {
		const { client, viem } = this;
		return this.asked(
			async () => (await client.getBlock({ blockNumber: BigInt(blockNumber) })).hash,
			(fault) => fault instanceof viem.BlockNotFoundError,
		);
	}

	nonce(after: 'latest' | 'pending'): Promise<number> {
		const { address } = this.signer;
		return this.asked(() => this.client.getTransactionCount({ address, blockTag: after }));
	}

	balance(): Promise<bigint> {
		return this.asked(() => this.client.getBalance({ address: this.signer.address }));
	}

	anchorGas(anchor: AnchorCall): Promise<bigint> {
		return this.asked(async () => {
			const gas = await this.client.estimateGas({
				account: this.signer.address,
				to: anchor.contract as Address,
				data: this.anchorData(anchor),
				// A pending block may hold our own transaction, after which the contract refuses a second.
				blockTag: 'latest',
			});
			return withRoom(gas);
		});
	}

	async signAnchor(anchor: AnchorCall, { fees, ...offer }: Offer): Promise<SignedTransaction> {
		const to = anchor.contract as Address;
		return this.sign({ ...offer, ...fees, to, data: this.anchorData(anchor) });
	}

	async deploy(origin: string, feeCap: bigint): Promise<DeployedContract> {
		const { abi, viem, client, signer } = this;
		const data = viem.encodeDeployData({ abi, bytecode: compiled.bytecode, args: [origin] });
		const fees = firstFees(await this.feeMarket(await this.head()), feeCap);
		if (fees === undefined) throw new ChainFault('the chain asks for more than the cap on fees');
		const gas = await this.asked(() => client.estimateGas({ account: signer.address, data }));
		const offer = { chainId: await this.chainId(), nonce: await this.nonce('pending') };
		const { raw, hash } = await this.sign({ ...offer, ...fees, gas: withRoom(gas), data });
		const answer = await this.send(raw);
		if (answer.kind !== 'TAKEN') {
			const words = 'words' in answer ? answer.words : answer.kind;
			throw new ChainFault(`the node did not take the transaction: ${words}`);
		}
		const receipt = await this.asked(() =>
			client.waitForTransactionReceipt({ hash: hash as Hex, pollingInterval: 200, timeout: 0 }),
		);
		const address = receipt.contractAddress;
		if (typeof address !== 'string' || receipt.status !== 'success') {
			throw new ChainFault(`the transaction ${hash} made no contract`);
		}
		const blockNumber = Number(receipt.blockNumber);
		return { address: address.toLowerCase(), transactionHash: hash, blockNumber };
	}

	async send(raw: string): Promise<SendAnswer> {
		try {
			await this.client.sendRawTransaction({ serializedTransaction: raw as Hex });
			return { kind: 'TAKEN' };
		} catch (fault) {
			const answer = sendAnswerOf(this.viem, fault);
			if (answer !== undefined) return answer;
			throw chainFaultOf(this.viem, fault);
		}
	}

	private anchorData({ treeSize, rootHash }: AnchorCall): Hex {
		return this.viem.encodeFunctionData({
			abi: this.abi,
			functionName: 'anchor',
			args: [BigInt(treeSize), `0x${rootHash}`],
		});
	}

	private async sign(transaction: TransactionSerializableEIP1559): Promise<SignedTransaction> {
		const raw = await this.signer.signTransaction({ ...transaction, type: 'eip1559' });
		return { raw, hash: this.viem.keccak256(raw) };
	}

	/** Returns undefined for what the chain says does not exist. */
	private async asked<Answer>(
		ask: () => Promise<Answer>,
		isAbsence: (fault: unknown) => boolean,
	): Promise<Answer | undefined>;
	private async asked<Answer>(ask: () => Promise<Answer>): Promise<Answer>;
	private async asked<Answer>(
		ask: () => Promise<Answer>,
		isAbsence?: (fault: unknown) => boolean,
	): Promise<Answer | undefined> {
		try {
			return await ask();
		} catch (fault) {
			if (isAbsence?.(fault) === true) return undefined;
			throw chainFaultOf(this.viem, fault);
		}
	}
}

/** Adds a quarter, because the next block may need more gas than the estimate. */
function withRoom(gas: bigint): bigint {
	return gas + gas / 4n;
}

function inclusionOf(receipt: TransactionReceipt): Inclusion {
	return {
		transactionHash: receipt.transactionHash,
		blockNumber: Number(receipt.blockNumber),
		blockHash: receipt.blockHash,
		isSuccessful: receipt.status === 'success',
	};
}
