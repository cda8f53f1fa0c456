/** What the state of a contract is called. */
import type { Model } from '../../../api/types';

export type Contract = Model<'Contract'>;

const states: Readonly<Record<Contract['contractStatus'], string>> = {
	Unsigned: 'nobody has signed yet',
	PartiallySigned: 'some have signed',
	CurrentlySigning: 'being signed',
	Signed: 'signed by everybody',
};

const reasons: Readonly<Record<NonNullable<Contract['reason']>, string>> = {
	Declined: 'declined',
	Expired: 'its time is over',
	Cancelled: 'taken back',
};

export function stateOf({ contractStatus, reason }: Contract): string {
	return reason === undefined ? states[contractStatus] : reasons[reason];
}

/** True if it can still be signed. */
export function isOpen({ contractStatus, reason, isDeleted }: Contract): boolean {
	return contractStatus !== 'Signed' && reason === undefined && !isDeleted;
}

type Signer = NonNullable<Contract['signers']>[number];

export const signerStates: Readonly<Record<Signer['state'], string>> = {
	Waiting: 'waits for others',
	Asked: 'is asked',
	Signed: 'has signed',
	Approved: 'has approved',
	Declined: 'has declined',
	Copy: 'gets a copy',
};

export const signerCodes: Readonly<Record<NonNullable<Signer['code']>, string>> = {
	Mail: 'enters a code from a mail',
	Given: 'enters a code that the sender tells',
};

export const signerRoles: Readonly<Record<Signer['role'], string>> = {
	Signer: 'signs',
	Approver: 'approves',
	CopyRecipient: 'gets a copy',
};
