import type { Database, Transaction } from '../database/database';

export interface MailState {
	readonly status: 'Waiting' | 'Sent' | 'Refused';
	/** The last fault, if it was not sent. */
	readonly fault: string | undefined;
}

/** The state of the last mail to each signer, by address. */
export async function mailStates(
	connection: Database | Transaction,
	contractId: string,
): Promise<ReadonlyMap<string, MailState>> {
	const rows = await connection
		.selectFrom('mails')
		.select(['signer_email', 'sent_at', 'refused_at', 'last_error'])
		.where('contract_id', '=', contractId)
		.orderBy('sequence')
		.execute();
	return new Map(rows.map((row) => [row.signer_email ?? '', stateOf(row)]));
}

function stateOf(row: {
	readonly sent_at: string | null;
	readonly refused_at: string | null;
	readonly last_error: string | null;
}): MailState {
	const fault = row.last_error ?? undefined;
	if (row.sent_at !== null) return { status: 'Sent', fault: undefined };
	return { status: row.refused_at === null ? 'Waiting' : 'Refused', fault };
}
