/**
 * The audit trail of a contract: every step is a row and a log entry, written in the step's
 * transaction. contract.ts has the rules.
 */
import { sql } from 'kysely';
import { contractStepKinds } from '../../../api/sealer/models';
import type { Model } from '../../../api/types';
import { isoTime, newId, type Clock } from '../../../server/clock';
import type { Database, Transaction } from '../../database/database';
import { readList } from '../../database/list-reading';
import { entryColumns, newEntry, statusOf, type RecordKind } from '../../log/record-kind';
import type { RecordLog } from '../../log/record-log';
import type { ListRange } from '../../operations/list-range';
import type { RequestContext } from '../../operations/handler';
import type { EndReason } from './contract';
import { addContractEvent, type ContractEventType } from './events';
import { askForSeal } from './seals';

export type ContractStepKind = (typeof contractStepKinds)[number];

/** The person who takes a step, with IP address and user agent. */
export interface Actor {
	readonly email: string;
	readonly address: string;
	readonly agent: string;
}

export interface Step {
	readonly kind: ContractStepKind;
	/** Normalised address of the signer it is about. */
	readonly signerEmail?: string;
	/** Absent for an automatic step. */
	readonly actor?: Actor;
	readonly detail?: string;
}

export interface StepParts {
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

export interface StepRow {
	readonly id: string;
	readonly contract_id: string;
	readonly kind: string;
	readonly signer_email: string | null;
	readonly actor_email: string | null;
	readonly address: string | null;
	readonly agent: string | null;
	readonly detail: string | null;
	readonly created_at: string;
}

export const stepColumns = [
	'contract_steps.id',
	'contract_steps.contract_id',
	'contract_steps.kind',
	'contract_steps.signer_email',
	'contract_steps.actor_email',
	'contract_steps.address',
	'contract_steps.agent',
	'contract_steps.detail',
	'contract_steps.created_at',
] as const;

export const stepRecord: RecordKind<StepRow> = {
	kindOf: () => 'contract-step',
	subjectOf: ({ contract_id }) => contract_id,
	forms: [
		(row) => ({
			id: row.id,
			contractId: row.contract_id,
			kind: row.kind,
			signerEmail: row.signer_email,
			actorEmail: row.actor_email,
			address: row.address,
			agent: row.agent,
			detail: row.detail,
			createdAt: row.created_at,
		}),
	],
};

export function actorOf({ caller, client }: Pick<RequestContext, 'caller' | 'client'>): Actor {
	return { email: caller.email, ...client };
}

/** Event types of steps. The completed event is sent later, with the sealed file. */
const eventTypes: Readonly<Partial<Record<ContractStepKind, ContractEventType>>> = {
	Created: 'contract.created',
	Opened: 'contract.opened',
	Signed: 'contract.signed',
	Approved: 'contract.signed',
	Declined: 'contract.declined',
	Expired: 'contract.expired',
	Cancelled: 'contract.cancelled',
};

/** Records steps in order, in the caller's transaction, with their events. */
export async function recordSteps(
	transaction: Transaction,
	{ clock, recordLog }: StepParts,
	contractId: string,
	steps: readonly Step[],
): Promise<void> {
	if (steps.length === 0) return;
	const rows = steps.map(({ kind, signerEmail, actor, detail }) => ({
		id: newId(clock),
		contract_id: contractId,
		kind,
		signer_email: signerEmail ?? null,
		actor_email: actor?.email ?? null,
		address: actor?.address ?? null,
		agent: actor?.agent ?? null,
		detail: detail ?? null,
		created_at: isoTime(clock),
	}));
	const entries = rows.map((row) => newEntry(stepRecord, row));
	const sequences = await recordLog.appendAll(transaction, entries);
	const entered = rows.map((row, index) => {
		const sequence = sequences[index];
		if (sequence === undefined) throw new Error('a step has no entry in the log');
		return { ...row, log_sequence: sequence };
	});
	await transaction.insertInto('contract_steps').values(entered).execute();
	const isCompleted = steps.some(({ kind }) => kind === 'Completed');
	if (isCompleted) await askForSeal(transaction, clock, contractId);
	for (const { kind, signerEmail, detail } of steps) {
		const type = eventTypes[kind];
		if (type === undefined) continue;
		const reason = kind === 'Declined' || kind === 'Cancelled' ? detail : undefined;
		await addContractEvent(transaction, clock, { type, contractId, signerEmail, reason });
	}
}

export function listSteps(
	connection: Database,
	contractId: string,
	range: ListRange,
): Promise<readonly Model<'ContractStep'>[]> {
	const query = stepRows(connection).where('contract_steps.contract_id', '=', contractId);
	const order = { by: 'contract_steps.sequence' };
	return readList(query, order, range, (rows) => rows.map(wireStep));
}

const endings: readonly EndReason[] = ['Declined', 'Expired', 'Cancelled'];

export interface Ending {
	readonly reason: EndReason;
	/** The reason that was given. */
	readonly detail: string | null;
	/** Normalised address of who declined. */
	readonly signerEmail: string | null;
	readonly status: Model<'Contract'>['blockchainStatus'];
}

/** How contracts ended without all signatures, by contract id. */
export async function endingsOf(
	connection: Database | Transaction,
	contractIds: readonly string[],
): Promise<ReadonlyMap<string, Ending>> {
	const rows = await stepRows(connection)
		.where('contract_steps.contract_id', 'in', contractIds)
		// Literally the condition of the partial index, so that the database uses it.
		.where(sql<boolean>`contract_steps.kind in ('Declined', 'Expired', 'Cancelled')`)
		.execute();
	return new Map(
		rows.map((row) => [
			row.contract_id,
			{
				reason: reasonOf(row.kind),
				detail: row.detail,
				signerEmail: row.signer_email,
				status: statusOf(stepRecord, row),
			},
		]),
	);
}

function reasonOf(kind: string): EndReason {
	const found = endings.find((reason) => reason === kind);
	if (found === undefined) throw new Error(`${kind} ends no contract`);
	return found;
}

export function stepRows(connection: Database | Transaction) {
	return connection
		.selectFrom('contract_steps')
		.innerJoin('log_entries', 'log_entries.sequence', 'contract_steps.log_sequence')
		.select(stepColumns)
		.select(entryColumns);
}

type Row = Awaited<ReturnType<ReturnType<typeof stepRows>['executeTakeFirstOrThrow']>>;

function wireStep(row: Row): Model<'ContractStep'> {
	const kind = contractStepKinds.find((known) => known === row.kind);
	if (kind === undefined) throw new Error(`contracts have no step called ${row.kind}`);
	return {
		id: row.id,
		kind,
		date: row.created_at,
		...(row.signer_email !== null && { signerEmail: row.signer_email }),
		...(row.actor_email !== null && { actorEmail: row.actor_email }),
		...(row.address !== null && row.address !== '' && { address: row.address }),
		...(row.agent !== null && row.agent !== '' && { agent: row.agent }),
		...(row.detail !== null && { detail: row.detail }),
		blockchainStatus: statusOf(stepRecord, row),
	};
}
