/**
 * The state of a contract, which every step reads first. A step that changes something reads it
 * under a lock, so that of two concurrent steps the second sees the first.
 */
import { enteredCodes } from '../../../api/sealer/codes';
import { mailLanguages, signerRoles, signingOrders } from '../../../api/sealer/models';
import { forUpdate } from '../../../server/database/locks';
import { refuse } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import type { Language } from '../../mail/language';
import type { Life } from './contract';
import { filesOf, withMoreFiles, type ContractFile } from './contract-files';
import { endingsOf } from './steps';
import { fieldsIn, textsIn, type FieldTexts, type PlacedField } from './placed-field';

export interface ContractPlace {
	readonly productId: string;
	readonly contractId: string;
}

export interface Standing extends Life {
	readonly id: string;
	readonly organisationId: string;
	readonly displayName: string;
	/** Who created it. */
	readonly ownerEmail: string;
	/** Who looks after it: who created it, until it is handed over. */
	readonly handlerEmail: string;
	/** True if replies name signing links to the contract's creator. */
	readonly namesLinks: boolean;
	readonly isDeleted: boolean;
	/** In their order; there is always one. */
	readonly files: readonly ContractFile[];
	readonly message: string | null;
	readonly reminderDays: number | null;
	/** Language of its mails; null means the setting's. */
	readonly language: Language | null;
	/** Time zone of times in its mails; null means UTC. */
	readonly timeZone: string | null;
	/** The reason given for declining or cancelling. */
	readonly reasonText: string | null;
	/** Normalised address of who declined. */
	readonly declinedBy: string | null;
	/** Fields of all signers. */
	readonly fields: readonly PlacedField[];
	/** Values of each party, in the order of `parties`. */
	readonly fieldTexts: readonly FieldTexts[];
}

/** Reads the state of a contract; refuses one of another product. */
export async function standingOf(
	connection: Database | Transaction,
	{ productId, contractId }: ContractPlace,
): Promise<Standing> {
	const row = await contractRow(connection, contractId)
		.where('product_id', '=', productId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Sealer_ContractNotFound', contractId);
	return standing(connection, row);
}

/** Locks a contract until the transaction ends. */
export async function lockContract(transaction: Transaction, contractId: string): Promise<void> {
	const row = transaction.selectFrom('contracts').select('id').where('id', '=', contractId);
	await forUpdate(transaction, row).execute();
}

export async function lockedStanding(
	transaction: Transaction,
	place: ContractPlace,
): Promise<Standing> {
	await lockContract(transaction, place.contractId);
	return standingOf(transaction, place);
}

function contractRow(connection: Database | Transaction, contractId: string) {
	return connection
		.selectFrom('contracts')
		.innerJoin('products', 'products.id', 'contracts.product_id')
		.selectAll('contracts')
		.select(['products.names_links', 'products.organisation_id'])
		.select(({ selectFrom }) =>
			selectFrom('contract_steps')
				.select('detail')
				.whereRef('contract_id', '=', 'contracts.id')
				.where('kind', '=', 'HandedOver')
				.orderBy('contract_steps.sequence', 'desc')
				.limit(1)
				.as('handed_to'),
		)
		.where('contracts.id', '=', contractId);
}

type Row = Awaited<ReturnType<ReturnType<typeof contractRow>['executeTakeFirstOrThrow']>>;

async function standing(connection: Database | Transaction, row: Row): Promise<Standing> {
	const ending = (await endingsOf(connection, [row.id])).get(row.id);
	return {
		id: row.id,
		organisationId: row.organisation_id,
		displayName: row.display_name,
		ownerEmail: row.owner_email,
		handlerEmail: row.handed_to ?? row.owner_email,
		namesLinks: row.names_links === 1,
		isDeleted: row.deleted_at !== null,
		files: filesOf(await withMoreFiles(connection, row)),
		message: row.message,
		order: knownWord(signingOrders, row.signing_order),
		expiresAt: row.expires_at,
		reminderDays: row.reminder_days,
		language: row.language === null ? null : knownWord(mailLanguages, row.language),
		timeZone: row.time_zone,
		reason: ending?.reason,
		reasonText: ending?.detail ?? null,
		declinedBy: ending?.signerEmail ?? null,
		fields: fieldsIn(row.fields),
		...(await partiesOf(connection, row.id)),
	};
}

async function partiesOf(
	connection: Database | Transaction,
	contractId: string,
): Promise<Pick<Standing, 'parties' | 'fieldTexts'>> {
	const rows = await connection
		.selectFrom('contract_signers')
		.select(['email', 'address', 'role', 'code', 'signed_at', 'field_values'])
		.where('contract_id', '=', contractId)
		.orderBy('position')
		.execute();
	const parties = rows.map(({ email, address, role, code, signed_at }) => ({
		email,
		address,
		role: knownWord(signerRoles, role),
		code: code === null ? null : knownWord(enteredCodes, code),
		signedAt: signed_at,
	}));
	return { parties, fieldTexts: rows.map(({ field_values: texts }) => textsIn(texts)) };
}

/** Checks that a database text is one of the known words. */
export function knownWord<Word extends string>(words: readonly Word[], found: string): Word {
	const word = words.find((one) => one === found);
	if (word === undefined) throw new Error(`the database holds ${found} for one of ${words.join()}`);
	return word;
}
