/**
 * Resolves requested movements: asset, recipient, reversed movement. All rows of a transaction are
 * read at once. The result is a plan, a refusal, or a log entry to wait for; whether the sender
 * has enough is checked later.
 */
import { sql } from 'kysely';
import { pairList, pairValues, textList, textsValue } from '../../../server/database/bulk';
import { Prepared } from '../../../server/database/prepared';
import { together } from '../../../server/database/transactions';
import { comparableEmail } from '../../../server/email-address';
import { refuse, Refusal } from '../../../server/refusal';
import type { Transaction } from '../../database/database';
import type { Schema } from '../../database/schema';
import type { AssetKind, Purpose } from '../register/entries';
import type { Account, MovementPlan } from '../ledger/ledger';
import { movementsById, type KnownMovement } from '../ledger/movements';
import { movingAccount } from '../ledger/parties';
import { assetsById, type KnownAsset } from '../register/register';

export interface RequestedMovement extends Purpose {
	readonly kind: 'issue' | 'transfer';
	readonly of: AssetKind;
	readonly assetId: string;
	readonly recipientEmail: string;
	readonly amount: number;
	readonly batchIds?: readonly string[];
	/** The receiving and the sending entity, instead of the users they belong to. */
	readonly takingEntityId?: string;
	readonly givingEntityId?: string;
}

export interface RequestedBurn extends Pick<
	RequestedMovement,
	'of' | 'assetId' | 'amount' | 'batchIds' | 'givingEntityId' | keyof Purpose
> {
	readonly kind: 'burn';
	readonly reason: string;
}

export interface RequestedReversal extends Purpose {
	readonly kind: 'reversal';
	readonly transactionId: string;
}

export type MovementRequestItem = RequestedMovement | RequestedBurn | RequestedReversal;

export interface Requester {
	readonly caller: Account;
	readonly organisationId: string;
	readonly productId: string;
}

/** A log entry that must be confirmed before the movement. */
export interface Awaited {
	readonly logSequence: number;
}

export type ResolvedMovement = MovementPlan | Refusal | Awaited;

const absent = {
	single: 'Factory_FactoryNotFound',
	multi: 'Factory_StackedFactoryNotFound',
} as const;
const unconfirmed = {
	single: 'Factory_FactoryNotConfirmed',
	multi: 'Factory_StackedFactoryNotConfirmed',
} as const;

export class MovementResolver {
	private constructor(
		private readonly transaction: Transaction,
		private readonly assets: ReadonlyMap<string, KnownAsset>,
		private readonly movements: ReadonlyMap<string, KnownMovement>,
		private readonly recipients: ReadonlyMap<string, Account>,
	) {}

	/** Reads all rows that the items need. */
	static async of(
		transaction: Transaction,
		asked: readonly (readonly [Requester, MovementRequestItem])[],
	): Promise<MovementResolver> {
		const reversed = asked.flatMap(([, each]) =>
			each.kind === 'reversal' ? [each.transactionId] : [],
		);
		const movements = await movementsById(transaction, reversed);
		const ids = new Set([
			...asked.flatMap(([, each]) => (each.kind === 'reversal' ? [] : [each.assetId])),
			...[...movements.values()].map(({ assetId }) => assetId),
		]);
		const [assets, recipients] = await together(
			assetsById(transaction, ids),
			recipientsOf(transaction, asked),
		);
		return new MovementResolver(transaction, assets, movements, recipients);
	}

	/** Resolves one item; with `hasWaited`, an entry that is still unconfirmed is refused. */
	async resolve(
		requester: Requester,
		asked: MovementRequestItem,
		hasWaited: boolean,
	): Promise<ResolvedMovement> {
		try {
			if (asked.kind === 'reversal') return this.reversal(requester, asked, hasWaited);
			if (asked.kind === 'burn') return await this.burn(requester, asked, hasWaited);
			return await this.movement(requester, asked, hasWaited);
		} catch (fault) {
			if (fault instanceof Refusal) return fault;
			throw fault;
		}
	}

	private async movement(
		requester: Requester,
		asked: RequestedMovement,
		hasWaited: boolean,
	): Promise<ResolvedMovement> {
		const { productId, caller, organisationId } = requester;
		const { kind, recipientEmail, batchIds, reference, metadata } = asked;
		const purpose = { reference, metadata };
		const asset = this.asset(asked, productId);
		const awaited = awaitedOf(asset, asked.of, hasWaited);
		if (awaited !== undefined) return awaited;
		const user = this.recipients.get(`${organisationId} ${recipientEmail}`);
		if (user === undefined) throw refuse('User_NotFound', 'recipientEmail', recipientEmail);
		const taking = { productId, entityId: asked.takingEntityId };
		const giving = { productId, entityId: asked.givingEntityId };
		const recipient = await movingAccount(this.transaction, taking, user);
		const sender =
			kind === 'transfer' ? await movingAccount(this.transaction, giving, caller) : undefined;
		const amount = BigInt(asked.amount);
		return { asset, productId, kind, sender, recipient, caller, amount, batchIds, ...purpose };
	}

	private async burn(
		{ productId, caller }: Requester,
		asked: RequestedBurn,
		hasWaited: boolean,
	): Promise<ResolvedMovement> {
		const { kind, batchIds, reason, reference, metadata } = asked;
		const asset = this.asset(asked, productId);
		const awaited = awaitedOf(asset, asked.of, hasWaited);
		if (awaited !== undefined) return awaited;
		const giving = { productId, entityId: asked.givingEntityId };
		const sender = await movingAccount(this.transaction, giving, caller);
		return {
			asset,
			productId,
			kind,
			sender,
			caller,
			amount: BigInt(asked.amount),
			batchIds,
			reason,
			reference,
			metadata,
		};
	}

	/** The asset of an item; a reversal accepts any kind. */
	private asset(
		{ assetId, of }: { readonly assetId: string; readonly of?: AssetKind },
		productId: string,
	): KnownAsset {
		const asset = this.assets.get(assetId);
		if (asset?.productId !== productId || (of !== undefined && asset.kind !== of)) {
			throw refuse(absent[of ?? 'single'], assetId);
		}
		if (asset.isDeleted) throw refuse('Tracker_AssetDeleted', asset.id);
		if (asset.blockchainStatus !== 'Corrupted') return asset;
		throw refuse('Core_RecordCorrupted', `asset '${asset.id}'`);
	}

	private reversal(
		requester: Requester,
		{ transactionId, reference, metadata }: RequestedReversal,
		hasWaited: boolean,
	): ResolvedMovement {
		const { productId, caller } = requester;
		const before = this.movements.get(transactionId);
		if (before?.productId !== productId) {
			throw refuse('Factory_TransactionNotFound', transactionId);
		}
		const asset = this.asset({ assetId: before.assetId }, productId);
		if (before.kind === 'issue') throw refuse('Factory_CannotRevertAssetIssue', transactionId);
		if (before.kind === 'burn') throw refuse('Tracker_BurnIsFinal', transactionId);
		if (before.isReverted) throw refuse('Factory_TransactionWasAlreadyReversed', transactionId);
		if (before.blockchainStatus === 'Corrupted') {
			throw refuse('Core_RecordCorrupted', `transaction '${transactionId}'`);
		}
		if (before.blockchainStatus === 'Unconfirmed') {
			if (!hasWaited) return { logSequence: before.logSequence };
			throw refuse(
				before.kind === 'reversal'
					? 'Factory_ReversalNotConfirmed'
					: 'Factory_TransactionNotConfirmed',
				transactionId,
			);
		}
		if (before.isSenderDeleted) throw refuse('Tracker_RecipientDeleted', before.sender.name);
		const [sender, recipient] = [before.recipient, before.sender];
		return {
			asset,
			productId,
			kind: 'reversal',
			sender,
			recipient,
			caller,
			amount: before.amount,
			reverses: { id: before.id, lines: before.lines },
			reference,
			metadata,
		};
	}
}

/** The entry of an asset that must be confirmed before units of it move; refuses one that was waited for. */
function awaitedOf(asset: KnownAsset, of: AssetKind, hasWaited: boolean): Awaited | undefined {
	if (asset.blockchainStatus !== 'Unconfirmed') return undefined;
	if (!hasWaited) return { logSequence: asset.logSequence };
	throw refuse(unconfirmed[of], asset.id);
}

/** Recipients by organisation and requested address; each distinct address is normalised once. */
async function recipientsOf(
	transaction: Transaction,
	asked: readonly (readonly [Requester, MovementRequestItem])[],
): Promise<ReadonlyMap<string, Account>> {
	const places = new Map<string, readonly [string, string]>();
	for (const [{ organisationId }, each] of asked) {
		if (each.kind === 'reversal' || each.kind === 'burn') continue;
		const name = `${organisationId} ${each.recipientEmail}`;
		if (places.has(name)) continue;
		places.set(name, [organisationId, comparableEmail(each.recipientEmail)]);
	}
	const users = await usersAt(transaction, [...places.values()]);
	const found = new Map<string, Account>();
	for (const [name, place] of places) {
		const user = users.get(place.join(' '));
		if (user !== undefined) found.set(name, user);
	}
	return found;
}

const usersByEmail = new Prepared<
	Schema,
	{ readonly id: string; readonly email: string; readonly organisation_id: string }
>((database) =>
	database
		.selectFrom('users')
		.select(['id', 'email', 'organisation_id'])
		.where(sql<boolean>`(organisation_id, email) in ${pairList<Schema>(database, [])}`)
		.where('deleted_at', 'is', null),
);

/** Users by organisation and stored address. */
async function usersAt(
	transaction: Transaction,
	places: readonly (readonly [string, string])[],
): Promise<ReadonlyMap<string, Account>> {
	if (places.length === 0) return new Map();
	const distinct = new Map(places.map((place) => [place.join(' '), place]));
	const rows = await usersByEmail.rows(
		transaction,
		pairValues<Schema>(transaction, [...distinct.values()]),
	);
	return new Map(
		rows.map(({ id, email, organisation_id }) => [
			`${organisation_id} ${email}`,
			{ id, kind: 'user', name: email },
		]),
	);
}

/** Locks assets until the transaction ends. */
export async function lockAssets(
	transaction: Transaction,
	assetIds: ReadonlySet<string>,
): Promise<void> {
	if (assetIds.size === 0) return;
	await assetLocks.rows(transaction, [textsValue([...assetIds])]);
}

/** Locks in one order, so that transactions cannot deadlock. */
const assetLocks = new Prepared<Schema, object>((database) =>
	database
		.selectFrom('asset_supplies')
		.select('id')
		.where('id', 'in', textList<Schema>(database, []))
		.orderBy('id')
		.forUpdate(),
);
