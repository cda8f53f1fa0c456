/**
 * `seal` checks whether a sealed file is whole, who sealed and signed it, and whether the log it
 * names holds it. The file is read in parts, so its size does not matter.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { systemClock } from '../../server/clock';
import { command } from '../../server/commands/command';
import type { FileToCheck } from '../../proof/sealed/file-in-hand';
import { checkSealedFile, type CheckedSeal } from '../../proof/sealed/sealed-file';
import { hashOf, notRead, vkeysOf } from './given-files';

const options = {
	file: { value: 'FILE', meaning: 'the sealed file, a PDF or a ZIP', isNeeded: true },
	key: {
		value: 'VKEY',
		meaning:
			'the public key of the log, or a file with it; left out, the one in the file is taken at its word',
	},
	contract: { value: 'FILE', meaning: 'a file that may be the contract as it was signed' },
} as const;

export const sealCommand = command('seal', {
	does: 'says whether a sealed file is whole, who signed it, and whether the log holds that; ends with 0: it does, 1: it does not, 2: not checked',
	options,
	run: async ({ endWith }, { file, key, contract }) => {
		const keys = key === undefined ? undefined : await vkeysOf(key);
		const checked = await checkedFile(file, keys ?? []);
		const isContract =
			contract === undefined
				? undefined
				: checked.record?.contract.fileHash === (await hashOf(contract).catch(notRead));
		const isKnown = keys === undefined || checked.isLogKnown;
		if (checked.outcome !== 'Sealed' || !isKnown || isContract === false) endWith(1);
		return shown(checked, { keys, isContract });
	},
});

async function checkedFile(file: string, knownLogs: readonly string[]): Promise<CheckedSeal> {
	const handle = await open(file, 'r').catch(notRead);
	try {
		return await checkSealedFile(await inParts(handle), knownLogs);
	} finally {
		await handle.close();
	}
}

async function inParts(handle: FileHandle): Promise<FileToCheck> {
	const { size: sizeBytes } = await handle.stat();
	return {
		sizeBytes,
		async read(from, to) {
			const bytes = new Uint8Array(Math.max(0, to - from));
			const { bytesRead } = await handle.read(bytes, 0, bytes.length, from).catch(notRead);
			return bytes.subarray(0, bytesRead);
		},
	};
}

interface Compared {
	readonly keys: readonly string[] | undefined;
	readonly isContract: boolean | undefined;
}

/** Leaves out the proofs, which are long. */
function shown(
	{ outcome, faults, seal, record, log, isLogKnown }: CheckedSeal,
	compared: Compared,
) {
	const { keys, isContract } = compared;
	return {
		outcome,
		faults,
		seal: seal && {
			...seal,
			isSelfSigned: seal.issuers.length === 0,
			isExpired: isPast(seal.validUntil),
		},
		contract: record?.contract,
		signers: record?.signers,
		log: record && {
			vkey: record.vkey,
			isGivenKey: keys === undefined ? undefined : isLogKnown,
			isProven: log !== undefined,
			...log,
		},
		isContract,
	};
}

function isPast(time: string): boolean {
	return Date.parse(time) < systemClock.now();
}
