/** The codes of the signers of a new contract, checked and hashed: from here on nobody knows a given one. */
import { givenCodeLengthMax, givenCodeLengthMin } from '../../../api/sealer/codes';
import type { Input } from '../../../api/types';
import { refuse } from '../../../server/refusal';
import type { Transaction } from '../../database/database';
import type { SignerCode } from '../record/contract';
import { codeHash, comparableCode } from './code-hash';
import { givenTriesMax } from './signer-code';

type Sent = Pick<
	Input<'sealer', 'createContract', unknown>,
	'signerEmails' | 'signatures' | 'signerCodes' | 'givenCodes'
>;

export interface SentCode {
	readonly code: SignerCode;
	/** Of a given one; a mailed one is made when it is asked for. */
	readonly hash: string | null;
}

/** By the place of the signer; undefined for one without a code. */
export async function sentCodes(sent: Sent): Promise<readonly (SentCode | undefined)[]> {
	const { signerCodes = [], givenCodes = [] } = sent;
	requireOneEach('signerCodes', signerCodes, sent);
	requireOneEach('givenCodes', givenCodes, sent);
	if (sent.signatures?.length && signerCodes.some((code) => code !== 'None')) {
		const rule = 'must be None for everybody where signatures are sent: nobody enters a code then';
		throw refuse('Request_Invalid', 'signerCodes', rule);
	}
	const entries = sent.signerEmails.map((email, place) => {
		const code = signerCodes[place] ?? 'None';
		const given = comparableCode(givenCodes[place] ?? '');
		requireGiven(email, code, given);
		return { code, given };
	});
	const codes: (SentCode | undefined)[] = [];
	for (const { code, given } of entries) {
		if (code === 'None') codes.push(undefined);
		else codes.push({ code, hash: code === 'Given' ? await codeHash(given) : null });
	}
	return codes;
}

function requireOneEach(
	name: 'signerCodes' | 'givenCodes',
	values: readonly string[],
	{ signerEmails }: Sent,
): void {
	if (values.length === 0 || values.length === signerEmails.length) return;
	const counts = `${values.length} entries and signerEmails has ${signerEmails.length}`;
	throw refuse('Request_Invalid', name, `has ${counts}; send one for each, or none`);
}

function requireGiven(email: string, code: string, given: string): void {
	const { length } = given;
	if (code !== 'Given') {
		if (length === 0) return;
		const rule = `must be empty for ${email}, whose entry of signerCodes is ${code}`;
		throw refuse('Request_Invalid', 'givenCodes', rule);
	}
	if (length >= givenCodeLengthMin && length <= givenCodeLengthMax) return;
	const range = `${givenCodeLengthMin} to ${givenCodeLengthMax} characters beside spaces`;
	const rule = `must have ${range} for ${email}, whose entry of signerCodes is Given`;
	throw refuse('Request_Invalid', 'givenCodes', rule);
}

/** Stores the code of a signer of a new contract. */
export async function insertCode(
	transaction: Transaction,
	signer: { readonly contractId: string; readonly email: string },
	{ hash }: SentCode,
): Promise<void> {
	const { contractId: contract_id, email } = signer;
	const triesMax = hash === null ? 0 : givenTriesMax;
	await transaction
		.insertInto('signer_codes')
		.values({ contract_id, email, code_hash: hash, tries_max: triesMax })
		.execute();
}
