/**
 * How the exchange settles: the tracker it speaks to, its own accounts there, how outcomes that
 * are not known are found out, and when payouts leave. Read from one private JSON file, because
 * it holds keys; every field that cannot be meant is refused by its name. Pure.
 */

/** An account of the exchange at the tracker. */
export interface OwnAccount {
	readonly email: string;
	readonly key: string;
}

/**
 * Ways to find out what became of a call, in the order in which they are asked. `transit` stands
 * alone: a payment that was sent directly cannot be made safe afterwards.
 */
export const resolvers = ['idempotency-key', 'transaction-list', 'balance', 'transit'] as const;
export type Resolver = (typeof resolvers)[number];

/** What happens to trading while the tracker refuses the escrow account's key. */
const refusedKeyActions = ['KEEP_TRADING', 'HALT'] as const;
export type RefusedKeyAction = (typeof refusedKeyActions)[number];

export interface SettlementSettings {
	/** Base address of the tracker, without `/tracker`. */
	readonly trackerUrl: string;
	readonly productId: string;
	readonly escrow: OwnAccount;
	readonly transit: readonly OwnAccount[];
	readonly resolvers: readonly Resolver[];
	/** Of one call, from connecting to the last byte of the answer. */
	readonly timeoutMs: number;
	/** After this long a call has landed or never will: longer than every time-out on the way. */
	readonly quietMs: number;
	/** How long the tracker remembers an Idempotency-Key; asked again while that is surely so. */
	readonly idempotencyKeptMs: number;
	/** How long a transit account rests after a call on it whose outcome is not known. */
	readonly transitRestMs: number;
	/** A window of payouts closes after this time ... */
	readonly windowMs: number;
	/** ... or after so many trades; with 0 every trade is paid out by itself, at once. */
	readonly windowTrades: number;
	/** Calls under way at once where no resolver needs them one after the other. */
	readonly parallelCalls: number;
	/** 0 for no limit of our own; the tracker's answer 429 is always honoured. */
	readonly callsPerMinuteMax: number;
	readonly onRefusedKey: RefusedKeyAction;
	readonly reconcileMs: number;
}

/** Why the settings cannot be used: the field and what is wrong with it. */
export class SettingsFault extends Error {
	constructor(field: string, fault: string) {
		super(`settlement settings: ${field} ${fault}`);
		this.name = 'SettingsFault';
	}
}

const numbers = {
	timeoutMs: { fallback: 10_000, least: 100, most: 600_000 },
	quietMs: { fallback: 60_000, least: 1, most: 86_400_000 },
	idempotencyKeptMs: { fallback: 86_400_000, least: 1_000, most: 3_153_600_000_000 },
	transitRestMs: { fallback: 86_400_000, least: 1_000, most: 3_153_600_000_000 },
	windowMs: { fallback: 60_000, least: 100, most: 86_400_000 },
	windowTrades: { fallback: 1_000, least: 0, most: 1_000_000_000 },
	parallelCalls: { fallback: 4, least: 1, most: 64 },
	callsPerMinuteMax: { fallback: 0, least: 0, most: 1_000_000 },
	reconcileMs: { fallback: 300_000, least: 1_000, most: 86_400_000 },
} as const;

/** Settings from the parsed JSON of their file; throws a SettingsFault that holds no key. */
export function readSettings(value: unknown): SettlementSettings {
	const fields = objectOf('the file', value);
	const known = ['trackerUrl', 'productId', 'escrow', 'transit', 'resolvers', 'onRefusedKey'];
	for (const name of Object.keys(fields)) {
		if (!known.includes(name) && !Object.hasOwn(numbers, name)) {
			throw new SettingsFault(name.slice(0, 100), 'is not known; leave it out');
		}
	}
	const settings: SettlementSettings = {
		trackerUrl: address(fields['trackerUrl']),
		productId: text('productId', fields['productId']),
		escrow: account('escrow', fields['escrow']),
		transit: list('transit', fields['transit'] ?? []).map((entry, index) =>
			account(`transit[${index}]`, entry),
		),
		resolvers: readResolvers(fields['resolvers'] ?? ['idempotency-key']),
		onRefusedKey: choice('onRefusedKey', fields['onRefusedKey'] ?? 'KEEP_TRADING'),
		...readNumbers(fields),
	};
	checkTogether(settings);
	return settings;
}

/** Every account of the exchange at the tracker. */
export function ownAccounts({
	escrow,
	transit,
}: Pick<SettlementSettings, 'escrow' | 'transit'>): readonly OwnAccount[] {
	return [escrow, ...transit];
}

/** True where the outcome of a call can be read only if no other call is in doubt beside it. */
export function needsExclusiveLane({ resolvers: asked }: SettlementSettings): boolean {
	return asked.includes('transaction-list') || asked.includes('balance');
}

export function usesTransit({ resolvers: asked }: SettlementSettings): boolean {
	return asked.includes('transit');
}

type NumberName = keyof typeof numbers;

function readNumbers(fields: Fields): Record<NumberName, number> {
	const entries = Object.entries(numbers).map(([name, { fallback, least, most }]) => {
		const value = fields[name] ?? fallback;
		if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most)
			throw new SettingsFault(name, `must be a whole number from ${least} to ${most}`);
		return [name, value] as const;
	});
	return Object.fromEntries(entries) as Record<NumberName, number>;
}

function checkTogether(settings: SettlementSettings): void {
	const { quietMs, timeoutMs, transit } = settings;
	if (quietMs <= timeoutMs) {
		throw new SettingsFault('quietMs', `must be longer than timeoutMs, which is ${timeoutMs}`);
	}
	// A key that is forgotten while its call may still land would not keep the call from a second.
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
	// What one account holds must not be counted twice, however its address is written.
	const own = ownAccounts(settings);
	const emails = new Set(own.map(({ email }) => email.toLowerCase()));
	if (emails.size !== own.length) throw new SettingsFault('transit', 'names an account twice');
	const keys = new Set(own.map(({ key }) => key));
	if (keys.size !== own.length) throw new SettingsFault('transit', 'has a key twice');
}

type Fields = Readonly<Record<string, unknown>>;

function objectOf(field: string, value: unknown): Fields {
	if (value === undefined) throw new SettingsFault(field, 'is missing');
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new SettingsFault(field, 'must be an object');
	}
	return { ...value };
}

function list(field: string, value: unknown): readonly unknown[] {
	if (!Array.isArray(value)) throw new SettingsFault(field, 'must be a list');
	return value;
}

function text(field: string, value: unknown): string {
	if (value === undefined) throw new SettingsFault(field, 'is missing');
	if (typeof value !== 'string' || value.trim() === '') {
		throw new SettingsFault(field, 'must be a text');
	}
	return value;
}

function address(value: unknown): string {
	const given = text('trackerUrl', value);
	if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
		throw new SettingsFault('trackerUrl', 'must be an address beginning with http:// or https://');
	}
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

function account(field: string, value: unknown): OwnAccount {
	const fields = objectOf(field, value);
	const email = text(`${field}.email`, fields['email']);
	const key = text(`${field}.key`, fields['key']);
	if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
		throw new SettingsFault(`${field}.email`, 'must be an e-mail address');
	}
	if (!/^[\x21-\x7e]+$/.test(key)) {
		throw new SettingsFault(`${field}.key`, 'must be the key as it was shown, without blanks');
	}
	return { email, key };
}

function readResolvers(value: unknown): readonly Resolver[] {
	const wanted = list('resolvers', value);
	const found = resolvers.filter((resolver) => wanted.includes(resolver));
	if (found.length === 0 || found.length !== wanted.length) {
		throw new SettingsFault('resolvers', `must name some of ${resolvers.join(', ')}, each once`);
	}
	return found;
}

function choice(field: string, value: unknown): RefusedKeyAction {
	const found = refusedKeyActions.find((candidate) => candidate === value);
	if (found === undefined) {
		throw new SettingsFault(field, `must be one of ${refusedKeyActions.join(', ')}`);
	}
	return found;
}
