/**
 * A single contract: the record of the lists plus settings, fields and the state of each signer.
 */
import type { Model } from '../../../api/types';
import type { Database, Transaction } from '../../database/database';
import { mailStates } from '../../mail/mail-states';
import { signerState } from './contract';
import { wireFields } from './wire-fields';
import { readContract } from './records';
import type { Standing } from './standing';

export async function readContractDetail(
	connection: Database | Transaction,
	standing: Standing,
): Promise<Model<'Contract'>> {
	const { message, expiresAt, reminderDays, language, timeZone } = standing;
	const mails = await mailStates(connection, standing.id);
	return {
		...(await readContract(connection, standing.id)),
		files: standing.files.map(({ objectId: _inner, ...file }) => file),
		signingOrder: standing.order,
		...(message !== null && { signatureRequestMessage: message }),
		...(expiresAt !== null && { expires: expiresAt }),
		...(reminderDays !== null && { reminderDays }),
		...(standing.handlerEmail !== standing.ownerEmail && { handlerEmail: standing.handlerEmail }),
		...(language !== null && { language }),
		...(timeZone !== null && { timeZone }),
		...(standing.fields.length > 0 && { fields: wireFields(standing) }),
		signers: standing.parties.map((party) => {
			const { address, role, code, email, signedAt } = party;
			const mail = mails.get(email);
			return {
				signerEmail: address,
				role,
				state: signerState(standing, party, standing.declinedBy),
				...(signedAt !== null && { doneDate: signedAt }),
				...(code !== null && { code }),
				...(mail !== undefined && { mailStatus: mail.status }),
				...(mail?.fault !== undefined && { mailFault: mail.fault }),
			};
		}),
	};
}
