/**
 * What viem throws, as what it means: a node's refusal of a transaction, a contract that is not
 * there, or a chain that cannot be asked. The sentences are made here and never viem's own, which
 * hold the address of the node and with it often a key.
 */
import type * as viemPackage from 'viem' with { 'resolution-mode': 'import' };
import { ChainFault, type SendAnswer } from './chain';

export type Viem = typeof viemPackage;

const wordsMax = 200;

/** Nodes differ in their words, and in nothing else that could be relied on. */
const sendAnswers: readonly { readonly pattern: RegExp; readonly answer: SendAnswer }[] = [
	{
		pattern:
			/already known|known transaction|already imported|already exists|nonce.* too low|old ?nonce/i,
		answer: { kind: 'SETTLED' },
	},
	{ pattern: /insufficient (funds|balance)/i, answer: { kind: 'FUNDS_SHORT' } },
	{
		pattern: /underpriced|fee too low|fee.* (less|lower) than|fee cap/i,
		answer: { kind: 'FEE_LOW' },
	},
];

/** What a node says to a transaction; nothing when it said nothing that can be understood. */
export function sendAnswerOf(viem: Viem, fault: unknown): SendAnswer | undefined {
	const words = refusalWords(viem, fault);
	if (words === undefined) return undefined;
	const known = sendAnswers.find(({ pattern }) => pattern.test(words));
	return known?.answer ?? { kind: 'REFUSED', words };
}

/** Nothing is at the address, or something else than our contract. */
export function isContractAbsence(viem: Viem, fault: unknown): boolean {
	const { AbiDecodingDataSizeTooSmallError, BaseError, ContractFunctionZeroDataError } = viem;
	if (!(fault instanceof BaseError)) return false;
	const isOther = (each: unknown) =>
		each instanceof ContractFunctionZeroDataError ||
		each instanceof AbiDecodingDataSizeTooSmallError;
	return fault.walk(isOther) !== null || /revert/i.test(refusalWords(viem, fault) ?? '');
}

export function chainFaultOf(viem: Viem, fault: unknown): ChainFault {
	if (fault instanceof ChainFault) return fault;
	const words = refusalWords(viem, fault);
	if (words !== undefined) return new ChainFault(`the node answered: ${words}`);
	if (partOf(viem, fault, viem.TimeoutError) !== undefined) {
		return new ChainFault('the node did not answer in time');
	}
	const failed = partOf(viem, fault, viem.HttpRequestError);
	const isUnread = failed?.cause instanceof Error && failed.cause.name === 'SyntaxError';
	if (failed === undefined || isUnread)
		return new ChainFault('the answer of the node cannot be understood');
	if (failed.status === undefined) return new ChainFault('the node cannot be reached');
	return new ChainFault(`the node answered with the HTTP status ${failed.status}`);
}

/** The node's own words, where it answered a call with an error. */
function refusalWords(viem: Viem, fault: unknown): string | undefined {
	return partOf(viem, fault, viem.RpcRequestError)?.details.slice(0, wordsMax);
}

/** The fault below a fault that is of a class. */
function partOf<Part extends Error>(
	{ BaseError }: Viem,
	fault: unknown,
	part: abstract new (...args: never[]) => Part,
): Part | undefined {
	if (!(fault instanceof BaseError)) return undefined;
	const found = fault.walk((each) => each instanceof part);
	return found instanceof part ? found : undefined;
}
