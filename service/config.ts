/**
 * The service's settings, read from the environment. Every one has a default that works without
 * set-up; an unusable value is refused at start.
 */
import path from 'node:path';
import { openLimits } from '../api/keeper/two-files';
import {
	environmentReader,
	SettingRefused,
	variablesOf,
	type Environment,
	type EnvironmentSettings,
	type OwnNames,
} from '../server/config/environment';
import { listOf } from '../server/config/schema';
import {
	drain,
	requestStall,
	copyBeforeUpgrade,
	databaseUrl,
	launcherVariables,
	logLevel,
	stopTimeout,
} from '../server/config/shared-settings';
import { eventSettings } from '../server/events/settings';
import { mailSettings, readMailing } from './mail/smtp-settings';
import { oidcSettings, readOidc } from './sign-in/oidc-settings';
import type { SignInProgram } from './accounts/sign-in-programs';
import { readWitnessedLogs, readWitnesses } from './witness/witness-settings';
import { sealingSettings } from './sealing/sealing-settings';
import { streamSettings } from './stream-settings';

const gibibyte = 1024 ** 3;

export const settings = {
	dataFolder: {
		variable: 'SEALKEEPER_DATA',
		type: 'string',
		default: '.data',
		meaning: 'folder of all state',
	},
	databaseUrl,
	copyBeforeUpgrade,
	host: {
		variable: 'HOST',
		type: 'string',
		default: '127.0.0.1',
		meaning: 'address to listen on',
	},
	port: {
		variable: 'PORT',
		type: 'integer',
		minimum: 0,
		maximum: 65_535,
		default: 8080,
		meaning: 'port to listen on; 0 takes a free one',
	},
	publicUrl: {
		variable: 'PUBLIC_URL',
		type: 'string',
		protocols: ['http', 'https'],
		pattern: '^[a-zA-Z]+://[^/?#@\\\\\\s]+/*$',
		rule: 'must be an address beginning with http:// or https:// and nothing behind its host and port, such as https://seal.example.com: pages and links begin at the root, so give the service a name of its own',
		otherwise: 'from host and port',
		meaning: 'address in mails and reports, as others reach the service',
	},
	fileSizeBytesMax: {
		variable: 'FILE_SIZE_BYTES_MAX',
		type: 'integer',
		minimum: 1,
		maximum: Number.MAX_SAFE_INTEGER,
		default: 100 * gibibyte,
		meaning: 'largest file accepted',
	},
	uploadsPerUserMax: {
		variable: 'UPLOADS_PER_USER_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000,
		default: 32,
		meaning: 'uploads of one user under way at once in a process, whatever the number of keys',
	},
	uploadsPerLinkMax: {
		variable: 'UPLOADS_PER_LINK_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000,
		default: 4,
		meaning: 'uploads by one signing link under way at once in a process',
	},
	uploadsPerOrganisationMax: {
		variable: 'UPLOADS_PER_ORGANISATION_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000,
		default: 128,
		meaning:
			'uploads of all users of an organisation under way at once in a process, and again of all its signing links',
	},
	storedBytesPerOrganisationMax: {
		variable: 'STORED_BYTES_PER_ORGANISATION_MAX',
		type: 'integer',
		minimum: 1,
		maximum: Number.MAX_SAFE_INTEGER,
		otherwise: 'no quota',
		meaning:
			'what an organisation may store, all shards of its files together: a third more than the files with the usual buckets',
	},
	keyLifetimeDays: {
		variable: 'KEY_LIFETIME_DAYS',
		type: 'integer',
		minimum: 1,
		maximum: 36_500,
		otherwise: 'without end',
		meaning: 'days until a new key ends, where nothing else is said when it is made',
	},
	idempotencyKeyDays: {
		variable: 'IDEMPOTENCY_KEY_DAYS',
		type: 'integer',
		minimum: 2,
		maximum: 36_500,
		default: 30,
		meaning:
			'days an `Idempotency-Key` is kept with its answer; an exchange that asks again by it must count on fewer (`idempotencyKeptMs`)',
	},
	idempotencyKeysPerUserMax: {
		variable: 'IDEMPOTENCY_KEYS_PER_USER_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000_000,
		default: 10_000_000,
		meaning:
			'keys kept of one user; a request under one more is refused, since none is forgotten before its days are over',
	},
	ledgerAuditPauseSeconds: {
		variable: 'LEDGER_AUDIT_PAUSE_SECONDS',
		type: 'integer',
		minimum: 1,
		maximum: 31_536_000,
		default: 3600,
		meaning: "seconds from one audit of the tracker's ledger to the next",
	},
	reportLifetimeDays: {
		variable: 'REPORT_LIFETIME_DAYS',
		type: 'integer',
		minimum: 1,
		maximum: 36_500,
		default: 30,
		meaning: 'days until the link to a report of differences ends and the report is erased',
	},
	contractLifetimeDays: {
		variable: 'CONTRACT_LIFETIME_DAYS',
		type: 'integer',
		minimum: 1,
		maximum: 3650,
		default: 30,
		meaning: 'days a new contract can be signed, where nothing else is said when it is created',
	},
	...mailSettings,
	...oidcSettings,
	signInFor: {
		variable: 'SIGN_IN_FOR',
		type: 'string',
		otherwise: 'none',
		meaning:
			'addresses of programs, separated by commas, that people sign in to through the console, such as that of the exchange, whose `EXCHANGE_SIGN_IN_URL` is this service; where there are several organisations, each with the id of the one whose people it is for, as `https://exchange.example=ID`',
	},
	startProgressFile: {
		variable: 'START_PROGRESS_FILE',
		type: 'string',
		otherwise: 'nothing starts behind the service',
		meaning:
			'file in which `npm start` writes how far n8n has come, for the first page of the console',
	},
	logWitnesses: {
		variable: 'LOG_WITNESSES',
		type: 'string',
		otherwise: 'none',
		meaning:
			'witnesses of the log: JSON such as `[{"vkey":"NAME+HASH+KEY","url":"https://witness.example/witness"}]`, or a file with it',
	},
	witnessLogs: {
		variable: 'WITNESS_LOGS',
		type: 'string',
		otherwise: 'none',
		meaning:
			'logs this service is a witness of: JSON such as `[{"vkey":"NAME+HASH+KEY"}]`, with `origin` where it is not the name, or a file with it',
	},
	witnessName: {
		variable: 'WITNESS_NAME',
		type: 'string',
		pattern: '^[\\x21-\\x2a\\x2c-\\x7e]{1,200}$',
		rule: 'must be a name without blanks and without +, such as example.com/witness',
		otherwise: 'a random one',
		meaning: 'name of this witness, taken when its key is made',
	},
	requestsPerMinuteMax: {
		variable: 'REQUESTS_PER_MINUTE_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000_000,
		default: 6000,
		meaning: 'requests of each key, and of each address without a right key',
	},
	comparisonsMax: {
		variable: 'COMPARISONS_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 10_000,
		default: 16,
		meaning: 'comparisons under way and waiting of each organisation',
	},
	comparisonMebibytesMax: {
		variable: 'COMPARISON_MEBIBYTES_MAX',
		type: 'integer',
		minimum: 64,
		maximum: 16_384,
		default: 400,
		meaning:
			'memory of the whole process that compares the contents of two files; what would need more is compared as pieces of bytes, which takes at most 320',
	},
	openCompare: {
		variable: 'OPEN_COMPARE',
		enum: ['on', 'off'],
		default: 'off',
		meaning: `whether anybody may compare two files without a key, by the page \`/compare\` and by \`POST /compare\`: ${openLimits.comparisonsPerMinuteMax} times a minute from each address, files of at most ${openLimits.fileMebibytesMax} MiB`,
	},
	officeConverter: {
		variable: 'OFFICE_CONVERTER',
		type: 'string',
		otherwise: '`soffice` on the PATH, where it is there',
		meaning:
			'program of LibreOffice that makes PDFs of office documents to be signed, such as `/usr/bin/soffice`; `off` for none ([service.md](service.md#office-documents))',
	},
	wrongKeysPerMinuteMax: {
		variable: 'WRONG_KEYS_PER_MINUTE_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000_000,
		default: 60,
		meaning: 'requests with a wrong key of each address',
	},
	trustedProxies: {
		variable: 'TRUSTED_PROXIES',
		type: 'string',
		networks: true,
		rule: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
		otherwise: 'none',
		meaning: 'proxies in front, whose `X-Forwarded-For` says for whom they ask',
	},
	...sealingSettings,
	masterKeys: {
		variable: 'MASTER_KEYS',
		type: 'string',
		isSecret: true,
		otherwise: '`master-keys.json` in `SEALKEEPER_DATA`',
		meaning:
			'keys that open the stored files, as the file has them; the same in every process of a database',
	},
	bucketSettings: {
		variable: 'BUCKETS',
		type: 'string',
		isSecret: true,
		otherwise: '`buckets.json` in `SEALKEEPER_DATA`',
		meaning:
			'where stored files lie, as the file has it: [service/objects/README.md](../service/objects/README.md)',
	},
	...eventSettings,
	...streamSettings,
	logOrigin: {
		variable: 'LOG_ORIGIN',
		type: 'string',
		pattern: '^[^\\s+]{1,200}$',
		rule: 'must be a name without blanks and plus signs, such as log.example.org/sealkeeper',
		otherwise: 'made at the first start',
		meaning: 'name the log signs its checkpoints under; it stays what it was at the first start',
	},
	logKey: {
		variable: 'LOG_KEY',
		type: 'string',
		isSecret: true,
		otherwise: '`log-key.json` in `SEALKEEPER_DATA`',
		meaning: 'Ed25519 key the log signs its checkpoints with, as the file has it: a private JWK',
	},
	anchorRpcUrl: {
		variable: 'ANCHOR_RPC_URL',
		type: 'string',
		protocols: ['http', 'https'],
		isSecret: true,
		otherwise: 'no anchoring',
		meaning:
			'JSON-RPC of the EVM chain on which roots of the log are anchored; needs `ANCHOR_ADDRESS` and a key ([anchor.md](anchor.md))',
	},
	anchorAddress: {
		variable: 'ANCHOR_ADDRESS',
		type: 'string',
		pattern: '^0x[0-9a-fA-F]{40}$',
		rule: 'must be 0x and 40 hex digits',
		otherwise: 'no anchoring',
		meaning: 'contract that keeps the roots, as `admin -- anchor deploy` prints it',
	},
	anchorKey: {
		variable: 'ANCHOR_KEY',
		type: 'string',
		pattern: '^0x[0-9a-fA-F]{64}$',
		rule: 'must be 0x and 64 hex digits',
		isSecret: true,
		otherwise: 'no anchoring',
		meaning: 'private key of the account that owns the contract and pays for anchors',
	},
	anchorEvery: {
		variable: 'ANCHOR_EVERY',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000_000,
		default: 1000,
		meaning: 'checkpoints from one anchor to the next',
	},
	anchorWaitMinutesMax: {
		variable: 'ANCHOR_WAIT_MINUTES_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 527_040,
		default: 1440,
		meaning: 'minutes after which what is new is anchored, however few checkpoints there were',
	},
	anchorConfirmations: {
		variable: 'ANCHOR_CONFIRMATIONS',
		type: 'integer',
		minimum: 1,
		maximum: 100_000,
		default: 12,
		meaning: "blocks, the anchor's own counted, until an anchor is shown",
	},
	anchorFeeGweiMax: {
		variable: 'ANCHOR_FEE_GWEI_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000,
		default: 100,
		meaning: 'most that is paid for a unit of gas; an anchor takes about 55,000',
	},
	anchorRoundMs: {
		variable: 'ANCHOR_ROUND_MS',
		type: 'integer',
		minimum: 50,
		maximum: 3_600_000,
		default: 5000,
		meaning: 'milliseconds between looks at the chain while an anchor is on its way',
	},
	requestStallMs: { variable: 'REQUEST_STALL_MS', ...requestStall },
	drainSeconds: { variable: 'DRAIN_SECONDS', ...drain },
	stopTimeoutMs: { variable: 'STOP_TIMEOUT_MS', ...stopTimeout },
	logLevel,
} as const satisfies EnvironmentSettings;

const read = environmentReader(settings);

/** Variables that belong to this program: an unknown name with this prefix is reported. */
export const ownNames: OwnNames = {
	prefixes: ['SEALKEEPER_'],
	known: [...variablesOf(settings), ...launcherVariables],
};

function readPrograms(text: string | undefined): readonly SignInProgram[] {
	const entries = text === undefined ? [] : listOf(text);
	return entries.map((entry) => {
		const [address = '', organisationId, ...more] = entry.split('=');
		const isAddress = /^https?:\/\/./.test(address) && URL.canParse(address);
		if (isAddress && organisationId !== '' && more.length === 0) return { address, organisationId };
		throw new SettingRefused(
			`SIGN_IN_FOR must be addresses that begin with https:// or http://, separated by commas, each alone or with = and the id of an organisation; not '${entry}'`,
		);
	});
}

export type Config = ReturnType<typeof readConfig>;

/** Reads the configuration; throws an error that names the variable when a value is unusable. */
export function readConfig(environment: Environment) {
	const values = read(environment);
	return {
		...values,
		trustedProxies: values.trustedProxies === undefined ? [] : listOf(values.trustedProxies),
		webhookNetworks: values.webhookNetworks === undefined ? [] : listOf(values.webhookNetworks),
		openCompare: values.openCompare === 'on',
		dataFolder: path.resolve(values.dataFolder),
		mailing: readMailing(values.smtpUrl, values.mailFrom),
		oidc: readOidc(values),
		signInFor: readPrograms(values.signInFor),
		publicUrl: values.publicUrl?.replace(/\/+$/, ''),
		logWitnesses: readWitnesses(values.logWitnesses),
		witnessLogs: readWitnessedLogs(values.witnessLogs),
	};
}
