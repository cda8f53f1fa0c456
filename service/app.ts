/**
 * Puts the service together on a data folder: database, log, outbox, object store, handlers,
 * routes and pages. It does not listen and does not read the environment; `main.ts` does.
 */
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { contractOf, openAnchorer } from './anchor/anchoring';
import { shownAnchors } from './anchor/shown-anchor';
import { Accounts } from './accounts/accounts';
import { platformHandlers } from './handlers/accounts';
import { assetHandlers } from './handlers/tracker/assets';
import {
	startIdempotencyRetention,
	type IdempotencyRetention,
} from './operations/idempotency-retention';
import { dayMs, systemClock, type Clock } from '../server/clock';
import { createApp } from '../server/http/app/app';
import { RateWindows } from '../server/http/app/rate-windows';
import { mountBuiltPages } from '../server/http/files/built-pages';
import { mountDocumentation } from '../server/http/documents/documentation';
import { EventStreams } from '../server/http/streams/event-stream';
import { KeyWatch } from '../server/http/streams/key-watch';
import { listeningUrl } from '../server/http/listening-url';
import { streamMetrics } from '../server/http/streams/stream-metrics';
import { openParts } from '../server/opening';
import { processLog } from '../server/http/process-log';
import type { Ending } from '../server/running';
import type { Config } from './config';
import type { ProcessSession } from '../server/database/process-session';
import { eraseInBackground } from '../server/database/erasing';
import { isKnownKey } from './known-keys';
import { openDatabase, openSession, type Database } from './database/database';
import { wholeBrandOf } from './brand/brand';
import { mailTroubles } from './contracts/mails/trouble';
import { lockDataFolder } from './database/data-folder-lock';
import { programs } from '../api/programs';
import { openApiDocument } from '../server/http/documents/openapi';
import { refusalOf } from './http/faults';
import { keyOrToken, secretRoutes } from './http/pages';
import { answerRefusal } from './http/refusals';
import { mountKeyPages } from './sign-in/key-pages';
import { mountLogTiles } from './http/log-tiles';
import { OpenCalls } from './http/open-calls';
import { mountOperating } from './http/operating';
import { sessionSecret } from './sign-in/session-cookie';
import { requireOrganisation } from './sign-in/oidc';
import { mountOwnKeys } from './sign-in/own-keys';
import { mountOwnSigning } from './sign-in/own-signing';
import { mountReportPages } from './http/report-pages';
import { mountSignIn } from './sign-in/sign-in';
import { mountToldFiles } from './sign-in/told-files';
import { mountSignInCodes } from './sign-in/sign-in-codes';
import { mountLinkedFiles } from './http/linked-files';
import { streamPlaces } from './http/stream-places';
import { UploadPlaces } from './http/upload-places';
import { builtPages, mountServicePages, pagesWithMore } from './http/service-pages';
import { brandAdmissions, brandHandlers } from './handlers/brand';
import { waitingHandlers } from './handlers/waiting';
import { eventHandlers } from './handlers/events';
import { openEvents, type OpenedEvents } from './events/open-events';
import { RecordLog, type ConfirmationWaits } from './log/record-log';
import { Checkpoints } from './log/checkpoints';
import { logHandlers } from './handlers/log';
import { KeptCheckpoint } from './log/kept-checkpoint';
import { openSigner, type Signer } from './log/signer';
import { RecordProofs } from './proofs/record-proofs';
import { mailHandlers, testMailsPerMinuteMax } from './handlers/mail';
import { openOutbox, readableFolder } from './mail/open-outbox';
import type { Outbox } from './mail/outbox';
import { mountRoutes, type RouteParts } from './routes';
import { checkedLog } from './verification/checked-log';
import { LedgerAudit } from './verification/ledger-audit';
import { openAreas, type AreaParts, type Areas } from './areas';
import { mountWitness } from './http/witness';
import { openOffering, openWitness } from './witness/open-witness';
import { shownWitnesses } from './witness/shown-witnesses';
import type { OfferedLog } from './witness/cosignature-request';

export interface Service {
	readonly app: FastifyInstance;
	readonly ending: Ending;
	readonly accounts: Accounts;
	readonly database: Database;
	/** Settles when the mails written so far were delivered or could not be. */
	readonly mailsDelivered: () => Promise<void>;
	/** Settles when the contracts that are due now were looked at. */
	readonly contractsLookedAt: () => Promise<void>;
	/** Looks for contracts to seal, and settles when what was found was sealed or could not be. */
	readonly sealed: () => Promise<void>;
	/** Ends requests, background work and the database, in this order; once, however often called. */
	close(): Promise<void>;
}

const textSizeBytesMax = 64 * 1024;
const partsMax = 1000;
const jsonSizeBytesMax = 1024 * 1024;

interface Foundation {
	readonly config: Config;
	readonly database: Database;
	readonly clock: Clock;
	readonly session: ProcessSession;
}

/** What the service takes from outside besides its configuration. */
export interface Edges {
	readonly clock: Clock;
	/** Where the log goes, one JSON object a line. */
	readonly log: NodeJS.WritableStream;
	/** Where the pages were built to; without it there are none. */
	readonly pagesFolder?: string;
	/** How long requests wait for a record to be confirmed. */
	readonly confirmationWaits?: ConfirmationWaits;
	/** Monotonic milliseconds, for request limits. */
	readonly nowMs?: () => number;
}

/** The built pages are next to the compiled service. */
const processEdges: Edges = {
	clock: systemClock,
	log: processLog,
	pagesFolder: path.join(__dirname, '..', 'pages'),
};

const streamFigures = {
	open: 'sealkeeper_event_streams',
	openMax: 'sealkeeper_event_streams_max',
} as const;

/** Opens the service of a configuration. Fails when another process serves the data folder. */
export function openService(config: Config, edges: Edges = processEdges): Promise<Service> {
	return openParts((opened) => open(config, edges, opened));
}

async function open(
	config: Config,
	{ clock, log, pagesFolder, confirmationWaits, nowMs }: Edges,
	opened: AsyncDisposableStack,
): Promise<Omit<Service, 'close'>> {
	const lock = lockDataFolder(config.dataFolder);
	opened.defer(() => lock.release());
	const database = await openDatabase(config);
	opened.defer(() => database.destroy());
	const session = await openSession(config, { alone: false });
	opened.defer(() => session.close());
	const accounts = await openAccounts({ config, database, clock });
	const streams = new EventStreams(streamPlaces(config));
	let endWaits = (): void => undefined;
	const endStreams = () => {
		endWaits();
		streams.closeAll();
	};
	const known = { database, clock, accounts };
	const { app, metrics, ending } = await openApp(config, { log, nowMs, known, endStreams });
	const onFault = (fault: unknown) => app.repeatedFaults.tell(fault, 'background work met a fault');
	const erasing = eraseInBackground(database, onFault);
	opened.defer(() => erasing.end());
	const recordLog = new RecordLog({ database, clock, waits: confirmationWaits, onFault });
	const proofs = new RecordProofs({ database, recordLog });
	const onBlocks = (listener: () => void) => void recordLog.onBlocks(listener);
	const events = await openEvents(opened, { config, database, clock, session, onBlocks, onFault });
	const troubles = mailTroubles({ clock, recordLog });
	const readFile = async (id: string) => buffer((await areas.objects.read(id)).bytes);
	const mailed = { troubles, readFile, brandOf: (id: string) => wholeBrandOf(database, id) };
	const outbox = openOutbox(config, { database, clock, session, onFault, ...mailed });
	const publicUrl = () => config.publicUrl ?? listeningUrl(app);
	const areas = await openAreas({
		config,
		database,
		clock,
		accounts,
		recordLog,
		proofs,
		outbox,
		session,
		events,
		publicUrl,
		log: app.log,
	});
	opened.defer(() => areas.close());
	endWaits = () => areas.endWaits();
	const idempotencyRetention = startIdempotencyRetention(opened, {
		database,
		clock,
		onFault,
		keysKeptMs: config.idempotencyKeyDays * dayMs,
		keysPerUserMax: config.idempotencyKeysPerUserMax,
	});
	opened.defer(() => outbox.close());
	opened.defer(() => recordLog.close());
	opened.defer(() => app.close());
	const signed = await startLog(app, { config, database, recordLog });
	areas.startComparisons();
	outbox.start();
	metrics.add(streamMetrics(streams, streamFigures));
	const streaming = { streams, keyWatch: watchKeys(opened, accounts, onFault) };
	const named = { config, database, clock, accounts, recordLog, proofs, outbox, areas, events };
	mountAll(app, { ...named, ...signed, idempotencyRetention, publicUrl, nowMs, streaming });
	mountBuiltPages(app, pagesFolder, builtPages(config.openCompare), pagesWithMore);
	openLedgerAudit(app, opened, { config, database, clock, session });
	await openVouching(app, opened, { config, database, clock, session, ...signed });
	mountOperating(app, { database, outbox, recordLog, metrics, nowMs, ...lookedAt(config, areas) });
	return { app, ending, accounts, database, ...waits(outbox, areas) };
}

async function openAccounts({ config, database, clock }: Omit<Foundation, 'session'>) {
	const accounts = new Accounts(database, clock);
	await requireOrganisation(accounts, config.oidc);
	return accounts;
}

interface AppEdges extends Pick<Edges, 'log' | 'nowMs'> {
	readonly known: Parameters<typeof isKnownKey>[0];
	readonly endStreams: () => void;
}

/** The application with its documentation, before anything else is mounted. */
async function openApp(config: Config, { known, ...edges }: AppEdges) {
	const opened = createApp({
		...config,
		...edges,
		bodySizeBytesMax: jsonSizeBytesMax,
		countPrefix: 'sealkeeper-service',
		takesForms: true,
		isKnownKey: (key) => isKnownKey(known, key),
		// Each could be guessed, so each is rate limited.
		keyOf: (request) => keyOrToken(request) ?? sessionSecret(request, config.publicUrl ?? 'http:'),
		secretRoutes,
		refusalOf,
		sendRefusal: answerRefusal,
	});
	const http = () => openApiDocument(programs.service);
	await mountDocumentation(opened.app, programs.service, { http });
	return opened;
}

/** Further state for the operator's page; a self-made certificate needs no watching. */
function lookedAt(config: Config, { objects, tryComparison, ...areas }: Areas) {
	const { logWitnesses, sealCertificateFile, dataFolder } = config;
	const sealCertificate = sealCertificateFile && areas.sealCertificate;
	return { logWitnesses, dataFolder, objects, tryComparison, sealCertificate };
}

/** Ends streams whose key or whose user's roles have ended. */
function watchKeys(
	opened: AsyncDisposableStack,
	accounts: Accounts,
	onFault: (fault: unknown) => void,
): KeyWatch {
	const keyWatch = new KeyWatch((grants) => accounts.grantsInUse(grants), onFault);
	opened.defer(() => keyWatch.close());
	return keyWatch;
}

/** Background work that tests and commands can wait for. */
function waits(outbox: Outbox, { contractsLookedAt, sealing }: Areas) {
	const sealed = () => sealing.sealNow();
	return { mailsDelivered: () => outbox.idle(), contractsLookedAt, sealed };
}

/** Opens the witnesses and anchors of this log, and the witness for the logs of others. */
async function openVouching(
	app: FastifyInstance,
	opened: AsyncDisposableStack,
	parts: Foundation & {
		readonly signer: Signer;
		readonly checkpoints: Checkpoints;
	},
): Promise<void> {
	const { config, signer, checkpoints } = parts;
	const { origin } = signer;
	const onFault = (fault: unknown) => app.repeatedFaults.tell(fault, 'background work met a fault');
	const place = { ...parts, log: app.log, onFault };
	const witness = await openWitness(place);
	if (witness !== undefined) await mountWitness(app, witness);
	const offering = await openOffering(place, offeredLog(signer, checkpoints));
	opened.defer(() => offering.close());
	const anchorer = openAnchorer(config, { ...place, origin });
	opened.defer(() => anchorer?.close());
	anchorer?.start();
}

/** Audits the ledger beside the requests until the service is closed. */
function openLedgerAudit(
	app: FastifyInstance,
	opened: AsyncDisposableStack,
	parts: Foundation,
): void {
	const { config, ...others } = parts;
	const onFault = (fault: unknown) => app.repeatedFaults.tell(fault, 'background work met a fault');
	const pauseMs = config.ledgerAuditPauseSeconds * 1000;
	const audit = new LedgerAudit({ ...others, place: config, pauseMs, log: app.log, onFault });
	opened.defer(() => audit.close());
	audit.start();
}

/** The log as its witnesses see it. */
function offeredLog({ origin, verifierKey: key }: Signer, checkpoints: Checkpoints): OfferedLog {
	return {
		origin,
		key,
		latest: () => checkpoints.latest(),
		at: (treeSize) => checkpoints.at(treeSize),
		rootAt: (treeSize) => checkpoints.rootAt(treeSize),
		consistencyProof: (from, to) => checkpoints.consistencyProof(from, to),
	};
}

/** Checks the log, then starts confirming entries. */
async function startLog(
	app: FastifyInstance,
	parts: {
		readonly config: Config;
		readonly database: Database;
		readonly recordLog: RecordLog;
	},
) {
	const { config, database, recordLog } = parts;
	const signer = await openSigner(database, config);
	const kept = await KeptCheckpoint.open(config.dataFolder, signer.verifierKey);
	const corrupted = await checkedLog({ place: config, database, signer });
	await kept.follow(database);
	if (corrupted > 0) app.log.error({ corrupted }, 'entries of the log do not match their hashes');
	await recordLog.start(signer, kept);
	return { signer, checkpoints: new Checkpoints(database) };
}

interface MountedParts extends Omit<AreaParts, 'session' | 'events' | 'log'> {
	readonly areas: Areas;
	readonly idempotencyRetention: IdempotencyRetention;
	readonly events: OpenedEvents;
	readonly signer: Signer;
	readonly checkpoints: Checkpoints;
	readonly nowMs: Edges['nowMs'];
	readonly streaming: Pick<RouteParts, 'streams' | 'keyWatch'>;
}

function allHandlers(
	parts: MountedParts,
	pacing: Pick<Parameters<typeof mailHandlers>[0], 'tests' | 'nowMs'>,
): RouteParts['handlers'] {
	const { config, database, clock, accounts, recordLog, proofs, outbox, areas } = parts;
	const { signer, checkpoints, idempotencyRetention } = parts;
	const witnessing = () => shownWitnesses(database, config.logWitnesses);
	const anchors = shownAnchors(database, contractOf(config));
	const { keyLifetimeDays, idempotencyKeyDays, mailLanguage, mailing } = config;
	return {
		...areas.handlers,
		log: logHandlers({ database, checkpoints, signer, witnessing, anchors }),
		tracker: assetHandlers({
			database,
			clock,
			recordLog,
			proofs,
			idempotencyRetention,
		}),
		platform: {
			...platformHandlers({
				database,
				clock,
				accounts,
				outbox,
				keyLifetimeDays,
				idempotencyKeyDays,
				mailLanguage,
				usageOf: (id) => areas.objects.usage(id),
			}),
			...brandHandlers(database),
			...waitingHandlers({ database, clock, accounts, signInFor: config.signInFor }),
			...mailHandlers({ database, folder: readableFolder(config), mailing, outbox, ...pacing }),
			...eventHandlers(parts.events.operations, { database, accounts }),
		},
	};
}

function mountAll(app: FastifyInstance, parts: MountedParts): void {
	const { config, database, clock, accounts, areas, checkpoints, publicUrl } = parts;
	const { idempotencyRetention } = parts;
	const { objects, authenticateSigner, callerByLink } = areas;
	const admissions = { ...areas.admissions, platform: brandAdmissions };
	const { keyLifetimeDays } = config;
	const tests = new RateWindows({
		requestsMax: testMailsPerMinuteMax,
		callersMax: 10_000,
		share: app.limiter.sharing('test-mail'),
	});
	const handlers = allHandlers(parts, { tests, nowMs: parts.nowMs ?? (() => performance.now()) });
	const limits = {
		fileSizeBytes: config.fileSizeBytesMax,
		textSizeBytes: textSizeBytesMax,
		parts: partsMax,
	};
	const places = new UploadPlaces({
		perUser: config.uploadsPerUserMax,
		perLink: config.uploadsPerLinkMax,
		perOrganisation: config.uploadsPerOrganisationMax,
	});
	const uploads = { objects, limits, places };
	const openCalls = new OpenCalls(
		config.openCompare,
		app.limiter.sharing('open-call'),
		parts.nowMs,
	);
	app.decorateRequest('caller');
	const callers = { accounts, authenticateSigner, callerByLink };
	const routed = { handlers, admissions, uploads, openCalls, publicUrl, idempotencyRetention };
	mountRoutes(app, { ...routed, ...callers, ...parts.streaming });
	mountLogTiles(app, { checkpoints });
	mountServicePages(app, { publicUrl });
	mountLinkedFiles(app, { database, clock, objects });
	// The address of the service is part of what is sealed.
	app.addHook('onListen', async () => areas.sealing.start());
	mountReportPages(app, { database, clock, objects });
	mountKeyPages(app, { database, clock, accounts, keyLifetimeDays, publicUrl });
	mountOwnSigning(app, { database, clock, accounts, publicUrl });
	mountOwnKeys(app, { database, clock, accounts, keyLifetimeDays, publicUrl });
	const { outbox, nowMs } = parts;
	const { mailLanguage, oidc, signInFor } = config;
	const share = app.limiter.sharing('sign-in');
	const signIn = { database, clock, accounts, outbox, mailLanguage, oidc, publicUrl, share, nowMs };
	mountSignIn(app, signIn);
	mountSignInCodes(app, { ...signIn, signInFor, keyLifetimeDays });
	mountToldFiles(app, { ...config, accounts, publicUrl });
}
