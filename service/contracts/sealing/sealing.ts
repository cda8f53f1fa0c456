/**
 * Works through queued seals: one file after the other, by one process at a time. A seal is
 * attached in one transaction with its log entry, so that another process can take over after a
 * crash; failures are recorded, and the seal is tried again after growing pauses.
 */
import { isoTime, type Clock } from '../../../server/clock';
import type { ProcessSession } from '../../../server/database/process-session';
import type { Database, Transaction } from '../../database/database';
import { tellCompleted, type CompletedParts } from '../life/completed';
import { addContractEvent } from '../record/events';
import { recordSteps } from '../record/steps';
import { enteredCertificate } from '../record/seal-certificates';
import { isSealed, sealRecord, sealsOf, type MadeSeal } from '../record/seals';
import { newEntry } from '../../log/record-kind';
import type { RecordLog } from '../../log/record-log';
import type { ObjectStore, StagedObject } from '../../objects/object-store';
import {
	ContractToSeal,
	type ContractParts,
	type SealedContract,
	type Stamper,
} from './contract-to-seal';
import type { SealingKey } from '../../sealing/signature/signed-data';
import type { SealEvidence } from '../../sealing/evidence';
import type { TimeStamping } from '../../sealing/time-stamping';

export interface SealingParts extends ContractParts, CompletedParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
	readonly objects: ObjectStore;
	readonly session: ProcessSession;
	readonly key: SealingKey;
	readonly timeStamping: TimeStamping;
	/** Undefined if revocation checks are switched off. */
	readonly evidence: SealEvidence | undefined;
	/** Called with faults; the seal is tried again. */
	readonly onFault: (fault: unknown) => void;
}

const roundMs = 5_000;
const batchSize = 20;

/** Pauses after the first, second and later failed attempts. */
const pausesSeconds = [5, 30, 120, 600, 3600] as const;
const lastErrorLengthMax = 500;

interface WaitingSeal {
	readonly contract_id: string;
	readonly file_number: number;
	readonly attempts: number;
	/** Null: the contract was completed before seals existed. */
	readonly asked_at: string | null;
}

export class Sealing {
	private running: Promise<void> = Promise.resolve();
	private timer: NodeJS.Timeout | undefined;
	private isClosed = false;

	constructor(private readonly parts: SealingParts) {}

	start(): void {
		this.timer = setInterval(() => this.wake(), roundMs);
		this.wake();
	}

	/** Queues a run behind the current one. */
	wake(): void {
		this.running = this.running
			.then(async () => {
				await this.parts.session.tryTurn('seal contracts', () => this.sealWaiting());
			})
			.catch((fault: unknown) => this.parts.onFault(fault));
	}

	/**
	 * Settles when this process's run has ended. Seals remain that wait for a retry, all of them if
	 * another process has the turn, and the rest after `close`.
	 */
	sealNow(): Promise<void> {
		this.wake();
		return this.running;
	}

	/** Waits for the contract under way. */
	async close(): Promise<void> {
		this.isClosed = true;
		clearInterval(this.timer);
		await this.running;
	}

	private async sealWaiting(): Promise<void> {
		for (;;) {
			const waiting = await this.waiting();
			for (const row of waiting) {
				if (this.isClosed) return;
				await this.tryToSeal(row);
			}
			if (waiting.length < batchSize) return;
		}
	}

	private waiting() {
		const { database, clock } = this.parts;
		return database
			.selectFrom('contract_seals')
			.select(['contract_id', 'file_number', 'attempts', 'asked_at'])
			.where('sealed_at', 'is', null)
			.where('next_attempt_at', '<=', isoTime(clock))
			.orderBy('next_attempt_at')
			.limit(batchSize)
			.execute();
	}

	private async tryToSeal(row: WaitingSeal): Promise<void> {
		try {
			await this.seal(row);
		} catch (fault) {
			await this.postpone(row, fault);
			this.parts.onFault(fault);
		}
	}

	private async postpone(
		{ contract_id, file_number, attempts }: WaitingSeal,
		fault: unknown,
	): Promise<void> {
		const { database, clock } = this.parts;
		const pause = pausesSeconds[attempts] ?? pausesSeconds[pausesSeconds.length - 1] ?? 0;
		const text = fault instanceof Error ? fault.message : String(fault);
		await database
			.updateTable('contract_seals')
			.set({
				attempts: attempts + 1,
				next_attempt_at: new Date(clock.now() + pause * 1000).toISOString(),
				last_error: text.slice(0, lastErrorLengthMax),
			})
			.where('contract_id', '=', contract_id)
			.where('file_number', '=', file_number)
			.where('sealed_at', 'is', null)
			.execute();
	}

	private async seal(waiting: WaitingSeal): Promise<void> {
		const { contract_id: contractId, file_number: fileNumber, asked_at: askedAt } = waiting;
		const { key, objects, clock, timeStamping, evidence } = this.parts;
		const certificate = await enteredCertificate(this.parts, key.certificate);
		const contract = await ContractToSeal.read(this.parts, { contractId, fileNumber }, certificate);
		const stamper: Stamper = (signature, roomBytes) =>
			timeStamping.stamp({ signature, askedAt, roomBytes });
		const time = new Date(clock.now());
		const sealedContract = await contract.sealed({ key, time, stamper, evidence });
		const { fileName, bytes, level: signatureLevel } = sealedContract;
		const object = await objects.stage(bytes, contract.organisationId);
		try {
			await object.makeDurable();
			const sealRow = {
				contract_id: contractId,
				file_number: fileNumber,
				object_id: object.id,
				file_name: fileName,
				file_hash: object.hash,
				size_bytes: object.sizeBytes,
				level: signatureLevel,
				certificate_hash: certificate.hash,
				sealed_at: isoTime(clock),
			};
			await this.attach(object, sealRow, sealedContract);
		} catch (fault) {
			await object.discard();
			throw fault;
		}
		this.parts.recordLog.wake();
		this.parts.outbox.wake();
	}

	/**
	 * Emits the event and the mails once every file is sealed; not for contracts that were completed
	 * before there were seals. One process at a time seals, so none is sealed meanwhile.
	 */
	private async tell(transaction: Transaction, contractId: string): Promise<void> {
		const seals = await sealsOf(transaction, contractId);
		const made = seals.filter(isSealed);
		if (made.length < seals.length || seals.some((seal) => seal.asked_at === null)) return;
		const event = { type: 'contract.completed', contractId } as const;
		await addContractEvent(transaction, this.parts.clock, event);
		await tellCompleted(transaction, this.parts, { contractId, seals: made });
	}

	/** Attaches the seal; fails if another process has sealed the contract meanwhile. */
	private async attach(
		object: StagedObject,
		sealRow: MadeSeal,
		{ stamp, revocationFault }: SealedContract,
	): Promise<void> {
		const { database, recordLog } = this.parts;
		const fault = stamp !== undefined && 'fault' in stamp ? stamp.fault : null;
		const time = stamp !== undefined && 'time' in stamp ? stamp.time : null;
		await database.transaction().execute(async (transaction) => {
			const { sequence } = await recordLog.append(transaction, newEntry(sealRecord, sealRow));
			await object.attach(transaction);
			const done = await transaction
				.updateTable('contract_seals')
				// In a sealed row, last_error says why there is no time stamp although an authority is set.
				.set({ ...sealRow, log_sequence: sequence, last_error: fault, time_stamped_at: time })
				.set({ revocation_fault: revocationFault ?? null })
				.where('contract_id', '=', sealRow.contract_id)
				.where('file_number', '=', sealRow.file_number)
				.where('sealed_at', 'is', null)
				.executeTakeFirst();
			if (done.numUpdatedRows !== 1n) throw new Error('the contract was sealed meanwhile');
			if (fault !== null) {
				await recordSteps(transaction, this.parts, sealRow.contract_id, [
					{ kind: 'NotTimeStamped', detail: fault },
				]);
			}
			await this.tell(transaction, sealRow.contract_id);
		});
	}
}
