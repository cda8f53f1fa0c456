/**
 * Settings of settlement: the tracker, our accounts there, resolvers of unknown outcomes, and
 * payout windows. Read from one private JSON file, because it holds keys; an invalid field is
 * refused by name. Pure.
 */
import { dayMs } from '../../../server/clock';
import { comparableEmail, emailFault, isSameEmail } from '../../../server/email-address';
import { checkOf, type ObjectSetting, type ValueOf } from '../../../server/config/schema';

/**
 * Resolvers of calls with unknown outcome, in the order of use. `transit` stands alone: a payment
 * that was sent directly cannot be made safe afterwards.
 */
export const resolvers = ['idempotency-key', 'transaction-list', 'balance', 'transit'] as const;
export type Resolver = (typeof resolvers)[number];

const accountFields = {
	type: 'object',
	properties: {
		email: {
			type: 'string',
			meaning: 'its e-mail address at the tracker',
		},
		key: {
			type: 'string',
			pattern: '^[\\x21-\\x7e]+$',
			rule: 'must be the key as it was shown, without blanks',
			meaning: 'its key there',
		},
	},
	required: ['email', 'key'],
} as const;

const centuryMs = 36_500 * dayMs;

export const settlementSchema = {
	type: 'object',
	properties: {
		trackerUrl: {
			type: 'string',
			protocols: ['http', 'https'],
			meaning: 'base address of the tracker, without `/tracker`',
		},
		productId: { type: 'string', pattern: '\\S', meaning: 'the tracker product' },
		escrow: {
			...accountFields,
			meaning: "the exchange's account, role TrackerUser; used by nobody else",
		},
		transit: {
			type: 'array',
			items: accountFields,
			default: [],
			meaning: 'further own accounts, for the resolver `transit`',
		},
		resolvers: {
			type: 'array',
			items: { enum: resolvers },
			minItems: 1,
			uniqueItems: true,
			default: ['idempotency-key'],
			rule: `must name some of ${resolvers.join(', ')}, each once`,
			meaning: 'how unknown outcomes are found out',
		},
		commissionsEmail: {
			type: 'string',
			meaning: 'where commissions are paid out to, unless another address is given with it',
		},
		timeoutMs: {
			type: 'integer',
			minimum: 100,
			maximum: 600_000,
			default: 10_000,
			meaning: 'for one call, from connecting to the last byte of the answer',
		},
		quietMs: {
			type: 'integer',
			minimum: 1,
			maximum: dayMs,
			default: 60_000,
			meaning:
				'after this long a call has landed or never will; longer than every time-out on the way',
		},
		pullDoubtMs: {
			type: 'integer',
			minimum: 1_000,
			maximum: dayMs,
			default: 300_000,
			meaning:
				'how long a deposit may keep others of its asset waiting, where calls are made one by one; then it is refused if it surely did not happen, or held',
		},
		idempotencyKeptMs: {
			type: 'integer',
			minimum: 1_000,
			maximum: centuryMs,
			default: dayMs,
			meaning:
				'how long the tracker remembers an `Idempotency-Key`, asked again while that is surely so; longer than `timeoutMs` and `quietMs` together, and shorter than the tracker says',
		},
		transitRestMs: {
			type: 'integer',
			minimum: 1_000,
			maximum: centuryMs,
			default: dayMs,
			meaning: 'how long a transit account rests after a call on it whose outcome is not known',
		},
		windowMs: {
			type: 'integer',
			minimum: 100,
			maximum: dayMs,
			default: 60_000,
			meaning: 'a window of payouts closes after this time',
		},
		windowTrades: {
			type: 'integer',
			minimum: 0,
			maximum: 1_000_000_000,
			default: 1_000,
			meaning: 'or after so many trades; with 0 every trade is paid out by itself, at once',
		},
		fundingKeptMs: {
			type: 'integer',
			minimum: 1_000,
			maximum: dayMs,
			default: 600_000,
			meaning:
				'how long what is reserved for an order with `fund` waits for the order to be sent again; then it is given back',
		},
		parallelCalls: {
			type: 'integer',
			minimum: 1,
			maximum: 64,
			default: 4,
			meaning: 'calls under way at once for each asset, where no resolver needs them one by one',
		},
		callsPerMinuteMax: {
			type: 'integer',
			minimum: 0,
			maximum: 1_000_000,
			default: 0,
			meaning: 'our own limit, 0 for none; an answer 429 and its `Retry-After` are always honoured',
		},
		onEmptyAnswer: {
			enum: ['RESOLVE', 'BELIEVE'],
			default: 'RESOLVE',
			meaning:
				'what an answer of success without a record means: RESOLVE finds out what happened; BELIEVE takes it for the transfer, for trackers of the older generation that answer every one so, and believes a proxy that answers in its place as well',
		},
		onRefusedKey: {
			enum: ['KEEP_TRADING', 'HALT'],
			default: 'KEEP_TRADING',
			meaning: 'what happens to trading while the tracker refuses the escrow key',
		},
		reconcileMs: {
			type: 'integer',
			minimum: 1_000,
			maximum: dayMs,
			default: 300_000,
			meaning: 'how often the books are compared with the tracker',
		},
	},
	required: ['trackerUrl', 'productId', 'escrow'],
	additionalProperties: false,
	meaning: 'the settings of settlement',
} as const satisfies ObjectSetting & { readonly additionalProperties: false };

export type SettlementSettings = ValueOf<typeof settlementSchema>;

/** An account of the exchange at the tracker. */
export type OwnAccount = SettlementSettings['escrow'];

/** Says which field of the settings is invalid and why. */
export class SettingsFault extends Error {
	constructor(field: string, fault: string) {
		super(`settlement settings: ${field} ${fault}`);
		this.name = 'SettingsFault';
	}
}

const check = checkOf(settlementSchema);

/** Validates the parsed JSON of the settings file; throws a SettingsFault without any key in it. */
export function readSettings(value: unknown): SettlementSettings {
	const fields = withoutNulls(value);
	const fault = check(fields);
	if (fault !== undefined) throw new SettingsFault(fault.place || 'the file', fault.sentence);
	const given = fields as SettlementSettings;
	const settings = {
		...given,
		trackerUrl: baseAddress(given.trackerUrl),
		resolvers: resolvers.filter((resolver) => given.resolvers.includes(resolver)),
	};
	checkAddresses(settings);
	checkTogether(settings);
	return settings;
}

/** A null field counts as absent. It is a copy, because defaults are added to it. */
function withoutNulls(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

export function ownAccounts({
	escrow,
	transit,
}: Pick<SettlementSettings, 'escrow' | 'transit'>): readonly OwnAccount[] {
	return [escrow, ...transit];
}

/** Why nothing can be paid out to this address; undefined if it can. */
export function outsideEmailFault(
	settings: Pick<SettlementSettings, 'escrow' | 'transit'>,
	email: string,
): string | undefined {
	const isOwn = ownAccounts(settings).some((own) => isSameEmail(own.email, email));
	return emailFault(email) ?? (isOwn ? 'must not be an account of the exchange itself' : undefined);
}

/** True if the outcome of a call can be read only while no other call is in doubt. */
export function needsExclusiveSlot({ resolvers: asked }: SettlementSettings): boolean {
	return asked.includes('transaction-list') || asked.includes('balance');
}

export function usesTransit({ resolvers: asked }: SettlementSettings): boolean {
	return asked.includes('transit');
}

function checkAddresses({ escrow, transit, commissionsEmail }: SettlementSettings): void {
	const escrowFault = emailFault(escrow.email);
	if (escrowFault !== undefined) throw new SettingsFault('escrow.email', escrowFault);
	const outsideFault = commissionsEmail && outsideEmailFault({ escrow, transit }, commissionsEmail);
	if (outsideFault) throw new SettingsFault('commissionsEmail', outsideFault);
	for (const [index, { email }] of transit.entries()) {
		const fault = emailFault(email);
		if (fault !== undefined) throw new SettingsFault(`transit[${index}].email`, fault);
	}
}

function checkTogether(settings: SettlementSettings): void {
	const { quietMs, timeoutMs, transit } = settings;
	if (quietMs <= timeoutMs) {
		throw new SettingsFault('quietMs', `must be longer than timeoutMs, which is ${timeoutMs}`);
	}
	// If the key were forgotten while its call may still land, a second call could happen.
	const landingMs = timeoutMs + quietMs;
	if (settings.resolvers.includes('idempotency-key') && settings.idempotencyKeptMs <= landingMs) {
		const fault = `must be longer than timeoutMs and quietMs together, which is ${landingMs}`;
		throw new SettingsFault('idempotencyKeptMs', fault);
	}
	if (usesTransit(settings)) {
		if (settings.resolvers.length > 1) {
			throw new SettingsFault('resolvers', 'may name nothing beside transit');
		}
		if (transit.length === 0) throw new SettingsFault('transit', 'needs at least one account');
	}
	// An account must not be counted twice, however its address is written.
	const own = ownAccounts(settings);
	const emails = new Set(own.map(({ email }) => comparableEmail(email)));
	if (emails.size !== own.length) throw new SettingsFault('transit', 'names an account twice');
	const keys = new Set(own.map(({ key }) => key));
	if (keys.size !== own.length) throw new SettingsFault('transit', 'has a key twice');
}

/** Removes trailing slashes. */
function baseAddress(given: string): string {
	const { username, password, search, hash } = new URL(given);
	if ([username, password, search, hash].some((part) => part !== '')) {
		throw new SettingsFault('trackerUrl', 'must be without user, password, query and fragment');
	}
	const base = given.replace(/\/+$/, '');
	if (base.endsWith('/tracker')) {
		throw new SettingsFault('trackerUrl', 'must be the base address, without /tracker');
	}
	return base;
}
