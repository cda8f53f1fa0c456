/**
 * The event types as plain data: name, version, subject, who may read it, and the record with the
 * details. A name and the content of a version never change; a change needs the next version.
 */
import type { Role } from '../language/roles';
import type { eventModels } from './models';

/**
 * Who may read an event. In the service: users with a role in `all` read every event of their
 * organisation, users with a role in `own` those they take part in. In the exchange: the account's
 * owner, everybody with a key, or administrators.
 */
export type Hearers =
	| { readonly all: readonly Role[]; readonly own?: readonly Role[] }
	| 'ACCOUNT'
	| 'ACCOUNT_AND_ADMINISTRATOR'
	| 'ANYONE'
	| 'ADMINISTRATOR';

export interface EventDescription {
	readonly program: 'service' | 'exchange';
	readonly version: number;
	/** One sentence, without a final full stop. */
	readonly when: string;
	/** What `subject` is the identifier of. */
	readonly subject: string;
	/** The model of `data`. */
	readonly model: keyof typeof eventModels | 'ExecutionReport';
	readonly hearers: Hearers;
}

const contract = {
	program: 'service',
	version: 1,
	subject: 'the contract',
	model: 'ContractEvent',
	hearers: { all: ['SealerAdmin'], own: ['SealerUser'] },
} as const;

const keeper = {
	program: 'service',
	version: 1,
	subject: 'the file',
	hearers: { all: ['KeeperAdmin'] },
} as const;

const asset = {
	program: 'service',
	version: 1,
	subject: 'the asset',
} as const;

const movement = {
	...asset,
	model: 'MovementEvent',
	hearers: { all: ['TrackerAdmin'], own: ['TrackerUser'] },
} as const;

const storage = {
	program: 'service',
	version: 1,
	subject: 'the file',
	model: 'StoredFileEvent',
	hearers: { all: ['StorageRead', 'StorageWrite'] },
} as const;

const order = {
	program: 'exchange',
	version: 1,
	subject: 'the order',
	model: 'ExecutionReport',
	hearers: 'ACCOUNT',
} as const;

const deposit = {
	program: 'exchange',
	version: 1,
	subject: 'the deposit',
	model: 'TransferEvent',
	hearers: 'ACCOUNT',
} as const;

const payout = { ...deposit, subject: 'the payout' } as const;

const underway = 'was planned, is being sent, or may have been sent';

export const events = {
	'contract.created': { ...contract, when: 'A contract was created' },
	'contract.opened': { ...contract, when: 'A signer opened the contract for the first time' },
	'contract.signed': { ...contract, when: 'A signer has signed' },
	'contract.declined': { ...contract, when: 'A signer has declined, which ends the contract' },
	'contract.expired': { ...contract, when: 'The time to sign has passed, which ends the contract' },
	'contract.cancelled': { ...contract, when: 'The contract was cancelled by who may' },
	'contract.completed': {
		...contract,
		when: 'The contract has every signature, and its sealed file is there',
	},
	'contract.undelivered': {
		...contract,
		when: 'A mail about the contract was refused for good by the mail server',
	},
	'file.added': {
		...keeper,
		model: 'KeptVersionEvent',
		when: 'A file was kept for the first time',
	},
	'version.added': {
		...keeper,
		model: 'KeptVersionEvent',
		when: 'A file was kept as the next version of one',
	},
	'difference.found': {
		...keeper,
		model: 'DifferenceEvent',
		when: 'A comparison with a kept file has found a difference',
	},
	'asset.created': {
		...asset,
		model: 'AssetEvent',
		hearers: { all: ['TrackerAdmin'] },
		when: 'An asset was created',
	},
	'asset.issued': { ...movement, when: 'An amount of the asset was issued' },
	'asset.transferred': { ...movement, when: 'An amount of the asset was transferred' },
	'asset.burned': { ...movement, when: 'An amount of the asset was burned' },
	'asset.reversed': { ...movement, when: 'A transfer of the asset was taken back' },
	'storage.stored': { ...storage, when: 'A file was stored' },
	'storage.degraded': { ...storage, when: 'Shards of the file are not in their buckets' },
	'storage.repaired': { ...storage, when: 'Every shard of the file is in its bucket again' },
	'order.accepted': { ...order, when: 'The market took the order' },
	'order.traded': { ...order, when: 'The order traded; each trade is one' },
	'order.ended': { ...order, when: 'The order is filled, cancelled, expired or refused' },
	'deposit.settled': { ...deposit, when: 'The amount is on the account' },
	'deposit.refused': { ...deposit, when: 'Nothing came of the deposit' },
	'deposit.held': {
		...deposit,
		hearers: 'ACCOUNT_AND_ADMINISTRATOR',
		when: 'Nobody can tell what became of the deposit; a person decides',
	},
	'deposit.underway': { ...deposit, when: `The deposit ${underway}` },
	'payout.settled': { ...payout, when: 'The amount was paid out' },
	'payout.refused': { ...payout, when: 'The payout was refused, and its amount came back' },
	'payout.held': {
		...payout,
		hearers: 'ACCOUNT_AND_ADMINISTRATOR',
		when: 'The payout waits for a person, who agrees or finds out what became of it',
	},
	'payout.underway': { ...payout, when: `The payout ${underway}` },
	'account.changed': {
		program: 'exchange',
		version: 1,
		subject: 'the account',
		model: 'AccountEvent',
		hearers: 'ACCOUNT',
		when: 'Something other than an order or a transfer has changed the account',
	},
	'market.status': {
		program: 'exchange',
		version: 1,
		subject: 'the market',
		model: 'MarketStatusEvent',
		hearers: 'ANYONE',
		when: 'The market takes other orders than before, or pauses, or goes on',
	},
	'reconciliation.broken': {
		program: 'exchange',
		version: 1,
		subject: 'the comparison',
		model: 'ReconciliationEvent',
		hearers: 'ADMINISTRATOR',
		when: 'Books and tracker do not agree, or could not be compared',
	},
} as const satisfies Readonly<Record<string, EventDescription>>;

export type EventType = keyof typeof events;

export const eventTypes = Object.keys(events) as readonly EventType[];

/** The events of a program. */
export function eventTypesOf(program: EventDescription['program']): readonly EventType[] {
	return eventTypes.filter((type) => events[type].program === program);
}
