/**
 * `seal` checks whether a sealed file is whole, who sealed and signed it, and whether the log it
 * names holds it. The file is read in parts, so its size does not matter.
 */
import { X509Certificate } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { systemClock } from '../../server/clock';
import { command } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import type { FileToCheck } from '../../proof/sealed/file-in-hand';
import {
	checkSealedFile,
	type CheckedSeal,
	type TrustedSealers,
} from '../../proof/sealed/sealed-file';
import { hashOf, notRead, vkeysOf } from './given-files';

const options = {
	file: { value: 'FILE', meaning: 'the sealed file, a PDF or a ZIP', isNeeded: true },
	key: {
		value: 'VKEY',
		meaning:
			'the public key of the log, or a file with it or with the certificate of the seal (PEM); without it nothing tells who sealed the file',
	},
	contract: { value: 'FILE', meaning: 'a file that may be the contract as it was signed' },
} as const;

export const sealCommand = command('seal', {
	does: 'says whether a sealed file is whole, who signed it, and whether the log holds that; ends with 0: it does, 1: it does not, 2: not checked, or not to be decided without --key',
	options,
	run: async ({ endWith }, { file, key, contract }) => {
		const trusted = key === undefined ? { logs: [], certificates: [] } : await trustedBy(key);
		const checked = await checkedFile(file, trusted);
		const isContract =
			contract === undefined
				? undefined
				: checked.record?.contract.fileHash === (await hashOf(contract).catch(notRead));
		if (isContract === false) endWith(1);
		else if (checked.outcome !== 'Sealed') endWith(checked.outcome === 'Undecided' ? 2 : 1);
		return shown(checked, { isKeyGiven: trusted.logs.length > 0, isContract });
	},
});

/** A key of `--key`: vkeys, a file with vkeys, or a file with certificates. */
async function trustedBy(key: string): Promise<TrustedSealers> {
	const lines = await vkeysOf(key);
	if (!lines.some((line) => line.includes('-----BEGIN CERTIFICATE-----'))) {
		return { logs: lines, certificates: [] };
	}
	const blocks = lines.join('\n').split(/(?<=-----END CERTIFICATE-----)/);
	const certificates = blocks.filter((block) => block.trim() !== '').map(fingerprint);
	return { logs: [], certificates };
}

function fingerprint(pem: string): string {
	try {
		return new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();
	} catch {
		throw new CommandFault('--key holds a certificate that cannot be read');
	}
}

async function checkedFile(file: string, trusted: TrustedSealers): Promise<CheckedSeal> {
	const handle = await open(file, 'r').catch(notRead);
	try {
		return await checkSealedFile(await inParts(handle), trusted);
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
	readonly isKeyGiven: boolean;
	readonly isContract: boolean | undefined;
}

/** Leaves out the proofs, which are long. */
function shown(
	{ outcome, faults, seal, record, log, isLogKnown }: CheckedSeal,
	compared: Compared,
) {
	const { isKeyGiven, isContract } = compared;
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
			isGivenKey: isKeyGiven ? isLogKnown : undefined,
			isProven: log !== undefined,
			...log,
		},
		isContract,
	};
}

function isPast(time: string): boolean {
	return Date.parse(time) < systemClock.now();
}
