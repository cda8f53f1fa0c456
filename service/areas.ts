/**
 * Opens the object store and the areas that keep files in it. They are opened together because
 * contracts, documents and storage share the store and end with it.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Accounts } from './accounts/accounts';
import type { ProcessSession } from '../server/database/process-session';
import type { Clock } from '../server/clock';
import type { Config } from './config';
import { contractAdmissions, contractHandlers } from './contracts/handlers';
import { authenticateSigner } from './contracts/sign-link';
import type { Database } from './database/database';
import { documentAdmissions, documentHandlers } from './documents/handlers';
import { ContentEraser } from './documents/content-eraser';
import type { Admissions, Caller, Handlers } from './operations/handler';
import type { RecordLog } from './log/record-log';
import type { RecordProofs } from './proofs/record-proofs';
import type { Outbox } from './mail/outbox';
import { storageAdmissions, storageHandlers } from './storage/handlers';
import { openObjectStore, type ObjectStore } from './objects/object-store';

export interface AreaParts {
	readonly config: Config;
	readonly database: Database;
	readonly clock: Clock;
	readonly accounts: Accounts;
	readonly recordLog: RecordLog;
	readonly proofs: RecordProofs;
	readonly outbox: Outbox;
	readonly session: ProcessSession;
	readonly log: FastifyBaseLogger;
}

export interface Areas {
	readonly objects: ObjectStore;
	readonly handlers: Pick<Handlers, 'sealer' | 'keeper' | 'storage'>;
	readonly admissions: Admissions;
	readonly authenticateSigner: (token: string) => Promise<Caller | undefined>;
	close(): Promise<void>;
}

/** Opens the store of the data folder, sweeps what an earlier process left, and the areas on it. */
export async function openAreas(parts: AreaParts): Promise<Areas> {
	const { config, database, clock, accounts, recordLog, proofs, outbox, session, log } = parts;
	const objects = await openObjectStore({
		...{ database, clock, session, log },
		dataFolder: config.dataFolder,
		quotaBytes: config.storedBytesPerOrganisationMax,
	});
	const common = { database, clock, accounts, recordLog, proofs, outbox, objects };
	const { reportLifetimeDays, comparisonsMax, comparisonMebibytesMax } = config;
	const onFault = (fault: unknown) =>
		log.error({ err: fault }, 'a report or a deleted file could not be erased');
	const eraser = new ContentEraser({
		...{ database, clock, objects, session, onFault },
		lifetimeDays: reportLifetimeDays,
	});
	objects.start();
	await eraser.start();
	const keeping = {
		...{ ...common, reportLifetimeDays, comparisonsMax, comparisonMebibytesMax },
		onContentEnded: () => eraser.wake(),
	};
	return {
		objects,
		handlers: {
			sealer: contractHandlers(common),
			keeper: documentHandlers(keeping),
			storage: storageHandlers(common),
		},
		admissions: {
			sealer: contractAdmissions(common),
			keeper: documentAdmissions(keeping),
			storage: storageAdmissions,
		},
		authenticateSigner: (token) => authenticateSigner(common, token),
		async close() {
			await eraser.close();
			await objects.close();
		},
	};
}
