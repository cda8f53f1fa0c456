/**
 * Translates viem's errors: a refused transaction, an absent contract, or a chain that cannot be
 * reached. The sentences are our own, because viem's contain the address of the node and often a
 * key.
 */
import type * as viemPackage from 'viem' with { 'resolution-mode': 'import' };
import { ChainFault, type SendAnswer } from './chain';

export type Viem = typeof viemPackage;

const wordsMax = 200;

/** Nodes only tell these cases apart by their words. */
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

/** The node's answer to a transaction; undefined if it gave none. */
export function sendAnswerOf(viem: Viem, fault: unknown): SendAnswer | undefined {
	const words = refusalWords(viem, fault);
	if (words === undefined) return undefined;
	const known = sendAnswers.find(({ pattern }) => pattern.test(words));
	return known?.answer ?? { kind: 'REFUSED', words };
}

/** The address holds no contract, or another one than ours. */
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

/** The node's own words, if it answered a call with an error. */
function refusalWords(viem: Viem, fault: unknown): string | undefined {
	return partOf(viem, fault, viem.RpcRequestError)?.details.slice(0, wordsMax);
}

/** The first cause of a fault that has the given class. */
function partOf<Part extends Error>(
	{ BaseError }: Viem,
	fault: unknown,
	part: abstract new (...args: never[]) => Part,
): Part | undefined {
	if (!(fault instanceof BaseError)) return undefined;
	const found = fault.walk((each) => each instanceof part);
	return found instanceof part ? found : undefined;
}
