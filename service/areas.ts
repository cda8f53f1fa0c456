/**
 * Opens the object store and the areas that keep files in it: contracts, documents and storage
 * share the store and close with it.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Accounts } from './accounts/accounts';
import type { ProcessSession } from '../server/database/process-session';
import type { Clock } from '../server/clock';
import { refuse, Refusal } from '../server/refusal';
import type { Config } from './config';
import { contractAdmissions, contractHandlers } from './handlers/sealer/contracts';
import { FileVerifier } from './contracts/file-verification';
import { DueContracts } from './contracts/life/due-contracts';
import { authenticateSigner } from './contracts/links/sign-link';
import { signingAdmissions, signingHandlers } from './handlers/signing';
import { callerByLink, type LinkVisit } from './signing/request';
import type { Database } from './database/database';
import { documentAdmissions, documentHandlers } from './handlers/keeper/documents';
import { Comparisons, usualLimits } from '../comparison/worker/comparisons';
import { ComparisonQueue } from './documents/comparisons/queue';
import { ComparisonWaits } from './documents/comparisons/waits';
import { ContentEraser } from './documents/comparisons/content-eraser';
import type { Admissions, Caller, Handlers } from './operations/handler';
import { KeyedSemaphore } from './operations/keyed-semaphore';
import { converterProgram, OfficeConverter } from './office/converter';
import type { RecordLog } from './log/record-log';
import type { RecordProofs } from './proofs/record-proofs';
import type { Outbox } from './mail/outbox';
import { shortageRefusal } from './storage/bucket-shortage';
import { expiredFiles } from './storage/deletions';
import { storageAdmissions, storageHandlers } from './handlers/storage';
import { openObjectStore, type ObjectStore } from './objects/object-store';
import { SealingThreads } from './sealing/running/sealing-threads';
import { certificateWarning, certificateState } from './sealing/certificate-life';
import { SealEvidence } from './sealing/evidence';
import { Revocation } from './sealing/revocation';
import { Sealing } from './contracts/sealing/sealing';
import { openSealingKey } from './sealing/sealing-key';
import { TimeStamping } from './sealing/time-stamping';

export interface AreaParts {
	readonly config: Config;
	readonly database: Database;
	readonly clock: Clock;
	readonly accounts: Accounts;
	readonly recordLog: RecordLog;
	readonly proofs: RecordProofs;
	readonly outbox: Outbox;
	readonly session: ProcessSession;
	/** Woken after an event that is not a log entry was written. */
	readonly events: { wake(): void };
	readonly log: FastifyBaseLogger;
	/** Public address of the service; valid once it listens. */
	readonly publicUrl: () => string;
}

export interface Areas {
	readonly objects: ObjectStore;
	readonly sealing: Sealing;
	/** The state of the sealing certificate, in words for the operator. */
	readonly sealCertificate: () => string;
	readonly threads: SealingThreads;
	readonly handlers: Pick<Handlers, 'sealer' | 'signing' | 'keeper' | 'storage'>;
	readonly admissions: Omit<Admissions, 'platform'>;
	readonly authenticateSigner: (token: string) => Promise<Caller | undefined>;
	readonly callerByLink: (visit: LinkVisit) => Promise<Caller>;
	/** Settles when the contracts that are due now were looked at. */
	readonly contractsLookedAt: () => Promise<void>;
	/** Takes up the comparisons that an earlier process left; the log must take entries by then. */
	startComparisons(): void;
	/** Throws if the contents of two small files cannot be compared here. */
	tryComparison(): Promise<void>;
	/** Answers the requests that wait for the end of a comparison. */
	endWaits(): void;
	close(): Promise<void>;
}

/** Opens the store of the data folder, sweeps what an earlier process left, and the areas on it. */
export async function openAreas(parts: AreaParts): Promise<Areas> {
	const { config, database, clock, accounts, recordLog, proofs, outbox, session, log } = parts;
	const { dataFolder, masterKeys, bucketSettings } = config;
	const objects = await openObjectStore({
		database,
		clock,
		session,
		log,
		dataFolder,
		masterKeys,
		bucketSettings,
		quotaBytes: config.storedBytesPerOrganisationMax,
	});
	const { mailLanguage, reportLifetimeDays, contractLifetimeDays } = config;
	const common = { database, clock, accounts, recordLog, proofs, outbox, objects, mailLanguage };
	const { threads, verifier, sealing, sealCertificate } = await openSealing({ ...parts, objects });
	const onFault = (fault: unknown) =>
		log.error({ err: fault }, 'a report or a file that has ended could not be erased');
	const kept = { database, clock, objects, session, ended: expiredFiles(common) };
	const eraser = new ContentEraser({ ...kept, onFault, lifetimeDays: reportLifetimeDays });
	const onSigned = () => sealing.wake();
	const comparing = comparingParts({ ...parts, objects });
	const onContentEnded = () => eraser.wake();
	const looking = new SealingThreads();
	const signing = {
		...common,
		...comparing,
		onContentEnded,
		contractLifetimeDays,
		threads,
		verifier,
		onSigned,
		looking,
		converter: new OfficeConverter(converterProgram(config.officeConverter), dataFolder),
	};
	const dueContracts = new DueContracts({
		...common,
		session,
		publicUrl: parts.publicUrl,
		onFault: (fault) => log.error({ err: fault }, 'a contract that was due could not be looked at'),
	});
	objects.start();
	eraser.start();
	dueContracts.start();
	const { queue, waits } = comparing;
	const keeping = { ...common, ...comparing, onContentEnded };
	return {
		objects,
		sealing,
		sealCertificate,
		threads,
		...callsOf(signing, keeping),
		authenticateSigner: (token) => authenticateSigner(common, token),
		callerByLink: (visit) => callerByLink(common, visit),
		contractsLookedAt() {
			dueContracts.wake();
			return dueContracts.idle();
		},
		startComparisons: () => queue.start(),
		tryComparison: () => comparing.comparisons.tryOut(),
		endWaits: () => waits.end(),
		async close() {
			const outwards = [queue, comparing.comparisons, dueContracts, sealing];
			const inwards = [threads, looking, verifier, eraser, objects];
			for (const part of [...outwards, ...inwards]) await part.close();
		},
	};
}

/** What endpoints do, and whether an upload of theirs is taken. */
function callsOf(
	signing: Parameters<typeof signingHandlers>[0] & Parameters<typeof contractHandlers>[0],
	keeping: Parameters<typeof documentHandlers>[0],
): Pick<Areas, 'handlers' | 'admissions'> {
	return {
		handlers: {
			sealer: contractHandlers(signing),
			signing: signingHandlers(signing),
			keeper: documentHandlers(keeping),
			storage: storageHandlers(signing),
		},
		admissions: {
			sealer: contractAdmissions(signing),
			signing: signingAdmissions(signing),
			keeper: documentAdmissions(keeping),
			storage: storageAdmissions,
		},
	};
}

/**
 * Opens sealing and the verifier of sealed files; warns when the sealing certificate ends soon.
 */
async function openSealing(parts: AreaParts & { readonly objects: ObjectStore }) {
	const { config, database, clock, log } = parts;
	const threads = new SealingThreads();
	const key = await openSealingKey(config, clock);
	const sealCertificate = () => certificateState(key.certificate, clock.now());
	const warning =
		config.sealCertificateFile === undefined ? undefined : certificateWarning(sealCertificate());
	if (warning !== undefined) log.warn(warning);
	const verifier = new FileVerifier({ database, clock });
	const { mailLanguage } = config;
	const sealing = new Sealing({
		...parts,
		mailLanguage,
		threads,
		key,
		timeStamping: new TimeStamping(config, clock),
		evidence: config.sealRevocation === 'on' ? new SealEvidence(new Revocation(clock)) : undefined,
		attachmentBytesMax: config.mailAttachmentMebibytesMax * 1024 ** 2,
		onFault: (fault) => log.error({ err: fault }, 'a contract could not be sealed'),
	});
	return { threads, verifier, sealing, sealCertificate };
}

/** Comparisons that a caller waits for, and the queue of the others. */
function comparingParts(parts: AreaParts & { readonly objects: ObjectStore }) {
	const { config, log } = parts;
	const { reportLifetimeDays, comparisonsMax, comparisonMebibytesMax } = config;
	const limits = { ...usualLimits, memoryMebibytes: comparisonMebibytesMax };
	const onFault = (fault: unknown) => log.error({ err: fault }, 'a comparison met a fault');
	const comparisons = new Comparisons(limits, onFault);
	const waits = new ComparisonWaits();
	const places = new KeyedSemaphore(comparisonsMax, (placesMax) =>
		refuse('Keeper_ComparisonsTooMany', placesMax),
	);
	const comparing = { comparisons, reportLifetimeDays };
	const queue = new ComparisonQueue({
		...parts,
		...comparing,
		comparisonsMax,
		refusalOf: (fault) => (fault instanceof Refusal ? fault : shortageRefusal(fault)),
		onFault,
		onEnd: (id) => waits.tell(id),
	});
	return { ...comparing, places, queue, waits };
}
