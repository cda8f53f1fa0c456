/** What the state of a contract is called. */
import type { contractStepKinds } from '../../../api/sealer/models';
import type { Model } from '../../../api/types';
import type { TextName } from './texts';

export type Contract = Model<'Contract'>;

const states: Readonly<Record<Contract['contractStatus'], TextName>> = {
	Unsigned: 'nobody has signed yet',
	PartiallySigned: 'some have signed',
	CurrentlySigning: 'being signed',
	Signed: 'signed by everybody',
};

const reasons: Readonly<Record<NonNullable<Contract['reason']>, TextName>> = {
	Declined: 'declined',
	Expired: 'its time is over',
	Cancelled: 'taken back',
};

export function stateOf({ contractStatus, reason }: Contract): TextName {
	return reason === undefined ? states[contractStatus] : reasons[reason];
}

/** True if it can still be signed. */
export function isOpen({ contractStatus, reason, isDeleted }: Contract): boolean {
	return contractStatus !== 'Signed' && reason === undefined && !isDeleted;
}

type Signer = NonNullable<Contract['signers']>[number];

export const signerStates: Readonly<Record<Signer['state'], TextName>> = {
	Waiting: 'waits for others',
	Asked: 'is asked',
	Signed: 'has signed',
	Approved: 'has approved',
	Declined: 'has declined',
	Copy: 'gets a copy',
};

export const signerCodes: Readonly<Record<NonNullable<Signer['code']>, TextName>> = {
	Mail: 'enters a code from a mail',
	Given: 'enters a code that the sender tells',
};

export const signerRoles: Readonly<Record<Signer['role'], TextName>> = {
	Signer: 'signs',
	Approver: 'approves',
	CopyRecipient: 'gets a copy',
};

export const mailStates: Readonly<Record<NonNullable<Signer['mailStatus']>, TextName>> = {
	Waiting: 'on its way',
	Sent: 'sent',
	Refused: 'refused',
};

export const stepNames: Readonly<Record<(typeof contractStepKinds)[number], TextName>> = {
	Created: 'Created',
	Sent: 'Sent',
	Opened: 'Opened',
	ViewedToEnd: 'Viewed to the end',
	Signed: 'Signed',
	Approved: 'Approved',
	Declined: 'Declined',
	Reminded: 'Reminded',
	Reissued: 'New link sent',
	Revoked: 'Link revoked',
	Cancelled: 'Taken back',
	Expired: 'Expired',
	Completed: 'Signed by everybody',
	Downloaded: 'Downloaded',
	MailDelayed: 'Mail delayed',
	MailRefused: 'Mail refused',
	Filled: 'Filled in',
	Deleted: 'Deleted',
	NotTimeStamped: 'Sealed without a time stamp',
	CodeMailed: 'Code mailed',
	CodeWrong: 'Wrong code',
	CodeConfirmed: 'Code confirmed',
	HandedOver: 'Handed over',
};
