/**
 * Checks a chosen file in the browser, in parts; it is not sent. Only the log's public key is
 * fetched from the server, and it is compared, not trusted.
 */
import { log as area } from '../../api/log/endpoints';
import type { FileToCheck } from '../../proof/sealed/file-in-hand';
import { partHash } from '../../proof/sealed/file-in-hand';
import { checkSealedFile, type CheckedSeal } from '../../proof/sealed/sealed-file';
import { clientOf } from '../parts/client';
import { wordsIn } from '../parts/language/text-table';
import type { Reader } from '../parts/language/languages';
import type { CheckStep } from '../parts/steps';
import { faultTexts, type TextName } from './texts';

type SealStep = CheckStep<TextName>;

export interface CheckInput {
	readonly file: File;
	/** The contract as it was signed, for comparison. */
	readonly contract: File | undefined;
	/** The log's key, if the person has it; else empty. */
	readonly logKey: string;
}

export interface Checked {
	readonly seal: CheckedSeal;
	readonly steps: readonly SealStep[];
	/** True if no check failed. */
	readonly holds: boolean;
}

export async function checkedFile({ file, contract, logKey }: CheckInput): Promise<Checked> {
	const known = logKey === '' ? await shownKey() : logKey;
	const logs = known === undefined ? [] : [known];
	const seal = await checkSealedFile(inParts(file), { logs, certificates: [] });
	if (seal.outcome === 'NotSealed') return { seal, steps: [], holds: false };
	const steps = [...sealSteps(seal, logKey === '' ? ofServer : ofGiven)];
	if (contract !== undefined) {
		const bytes = inParts(contract);
		steps.push(contractStep(seal, await partHash(bytes, 0, bytes.sizeBytes)));
	}
	return { seal, steps, holds: !steps.some(({ outcome }) => outcome === 'broken') };
}

/** Undefined if the server does not answer; the file is checked anyway. */
async function shownKey(): Promise<string | undefined> {
	const answer = clientOf<'log'>(area).call('getLog', {});
	return answer.then(
		({ vkey }) => vkey,
		() => undefined,
	);
}

function inParts(file: File): FileToCheck {
	return {
		sizeBytes: file.size,
		read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
	};
}

const whole = 'No byte of it was changed since it was sealed';
const same = 'The contract in it is the one that was signed';
const logged = 'The log that it names holds the contract, every signature and the certificate';

const ofServer = 'That log is the one of this server';
const ofGiven = 'That log is the one whose key you gave';

/** What holds, then what does not, in the order in which the outcomes exclude each other. */
function sealSteps({ outcome, faults, log }: CheckedSeal, whose: TextName): readonly SealStep[] {
	const held = (says: TextName): SealStep => ({ outcome: 'held', says });
	const kind = outcome === 'Undecided' ? 'open' : 'broken';
	const failed = faults.map((why): SealStep => ({
		outcome: kind,
		says: '{why}',
		values: { why },
	}));
	const proven: SealStep = log === undefined ? { outcome: 'open', says: logged } : held(logged);
	if (outcome === 'Changed') return [...failed, proven];
	const trusted = outcome === 'Sealed' ? [held(whose)] : failed;
	return [held(whole), held(same), ...(log === undefined ? [] : [proven]), ...trusted];
}

function contractStep({ record }: CheckedSeal, fileHash: string): SealStep {
	return record?.contract.fileHash === fileHash
		? { outcome: 'held', says: 'The second file is the contract that was signed' }
		: {
				outcome: 'broken',
				says: 'The second file is another one than the contract that was signed',
			};
}

/** What the check says is wrong, as a sentence in the language; its details stay out where they have no words. */
export function faultSentence(clause: string, reader: Reader): string {
	const [main = ''] = clause.split(': ');
	const said = [clause, main].map((part) => wordsIn(faultTexts, part, reader));
	const text = reader.language === 'English' ? clause : (said[0] ?? said[1] ?? clause);
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
