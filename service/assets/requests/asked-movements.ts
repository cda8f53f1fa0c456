/**
 * What callers ask to be moved, looked up: the asset, who receives it, the movement that is to be
 * reversed. Everything of a transaction is read at once. What cannot be moved is a refusal, or must
 * wait until an entry of the log is confirmed; what accounts hold is the books' to say.
 */
import { sql } from 'kysely';
import { pairList, pairValues, textList, textsValue } from '../../../server/database/bulk';
import { Prepared } from '../../../server/database/prepared';
import { comparableEmail } from '../../../server/email-address';
import { refuse, Refusal } from '../../../server/refusal';
import type { Transaction } from '../../database/database';
import type { Schema } from '../../database/schema';
import type { AssetKind } from '../register/entries';
import type { Account, Order } from '../ledger/ledger';
import { movementsById, type KnownMovement } from '../ledger/movements';
import { mover } from '../ledger/parties';
import { assetsById, type KnownAsset } from '../register/register';

export interface AskedMovement {
	readonly kind: 'issue' | 'transfer';
	readonly of: AssetKind;
	readonly assetId: string;
	readonly recipientEmail: string;
	readonly amount: number;
	readonly batchIds?: readonly string[];
	/** The entities that receive and give, in place of the users they belong to. */
	readonly takingEntityId?: string;
	readonly givingEntityId?: string;
}

export interface AskedReversal {
	readonly kind: 'reversal';
	readonly transactionId: string;
}

export type Asked = AskedMovement | AskedReversal;

export interface Asker {
	readonly caller: Account;
	readonly organisationId: string;
	readonly productId: string;
}

/** An entry that is waited for before anything is moved. */
export interface Awaited {
	readonly logSequence: number;
}

export type LookedUp = Order | Refusal | Awaited;

const absent = {
	single: 'Factory_FactoryNotFound',
	multi: 'Factory_StackedFactoryNotFound',
} as const;
const unconfirmed = {
	single: 'Factory_FactoryNotConfirmed',
	multi: 'Factory_StackedFactoryNotConfirmed',
} as const;

export class Lookup {
	private constructor(
		private readonly transaction: Transaction,
		private readonly assets: ReadonlyMap<string, KnownAsset>,
		private readonly movements: ReadonlyMap<string, KnownMovement>,
		private readonly recipients: ReadonlyMap<string, Account>,
	) {}

	/** Reads all that these ask for. */
	static async of(
		transaction: Transaction,
		asked: readonly (readonly [Asker, Asked])[],
	): Promise<Lookup> {
		const reversed = asked.flatMap(([, each]) =>
			each.kind === 'reversal' ? [each.transactionId] : [],
		);
		const movements = await movementsById(transaction, reversed);
		const ids = new Set([
			...asked.flatMap(([, each]) => (each.kind === 'reversal' ? [] : [each.assetId])),
			...[...movements.values()].map(({ assetId }) => assetId),
		]);
		return new Lookup(
			transaction,
			await assetsById(transaction, ids),
			movements,
			await recipientsOf(transaction, asked),
		);
	}

	/** What one of them comes to; `isPatient` once its entries were waited for. */
	async look(asker: Asker, asked: Asked, isPatient: boolean): Promise<LookedUp> {
		try {
			return asked.kind === 'reversal'
				? this.reversal(asker, asked, isPatient)
				: await this.movement(asker, asked, isPatient);
		} catch (fault) {
			if (fault instanceof Refusal) return fault;
			throw fault;
		}
	}

	private async movement(
		asker: Asker,
		asked: AskedMovement,
		isPatient: boolean,
	): Promise<LookedUp> {
		const { productId, caller, organisationId } = asker;
		const { kind, recipientEmail, batchIds } = asked;
		const asset = this.asset(asked, productId);
		if (asset.blockchainStatus === 'Unconfirmed') {
			if (!isPatient) return { logSequence: asset.logSequence };
			throw refuse(unconfirmed[asked.of], asset.id);
		}
		const user = this.recipients.get(`${organisationId} ${recipientEmail}`);
		if (user === undefined) throw refuse('User_NotFound', 'recipientEmail', recipientEmail);
		const taking = { productId, entityId: asked.takingEntityId };
		const giving = { productId, entityId: asked.givingEntityId };
		const taker = await mover(this.transaction, taking, user);
		const giver = kind === 'transfer' ? await mover(this.transaction, giving, caller) : undefined;
		const amount = BigInt(asked.amount);
		return { asset, productId, kind, giver, taker, caller, amount, batchIds };
	}

	/** Of the kind that is asked for; of any for a reversal. */
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

	private reversal(asker: Asker, { transactionId }: AskedReversal, isPatient: boolean): LookedUp {
		const { productId, caller } = asker;
		const before = this.movements.get(transactionId);
		if (before?.productId !== productId) {
			throw refuse('Factory_TransactionNotFound', transactionId);
		}
		const asset = this.asset({ assetId: before.assetId }, productId);
		if (before.kind === 'issue') throw refuse('Factory_CannotRevertAssetIssue', transactionId);
		if (before.isReverted) throw refuse('Factory_TransactionWasAlreadyReversed', transactionId);
		if (before.blockchainStatus === 'Corrupted') {
			throw refuse('Core_RecordCorrupted', `transaction '${transactionId}'`);
		}
		if (before.blockchainStatus === 'Unconfirmed') {
			if (!isPatient) return { logSequence: before.logSequence };
			throw refuse(
				before.kind === 'reversal'
					? 'Factory_ReversalNotConfirmed'
					: 'Factory_TransactionNotConfirmed',
				transactionId,
			);
		}
		const [giver, taker] = [before.taker, before.giver];
		const reverses = { id: before.id, lines: before.lines };
		const { amount } = before;
		return { asset, productId, kind: 'reversal', giver, taker, caller, amount, reverses };
	}
}

/** By organisation and address as it was asked for, whose form is worked out once for all who name it. */
async function recipientsOf(
	transaction: Transaction,
	asked: readonly (readonly [Asker, Asked])[],
): Promise<ReadonlyMap<string, Account>> {
	const places = new Map<string, readonly [string, string]>();
	for (const [{ organisationId }, each] of asked) {
		if (each.kind === 'reversal') continue;
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

/** By organisation and address as it is stored. */
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

/** Nobody else moves of these assets before the transaction has ended. */
export async function lockAssets(
	transaction: Transaction,
	assetIds: ReadonlySet<string>,
): Promise<void> {
	await assetLocks.rows(transaction, [textsValue([...assetIds])]);
}

/** Always in the same order, so that two transactions never wait for each other. */
const assetLocks = new Prepared<Schema, object>((database) =>
	database
		.selectFrom('asset_supplies')
		.select('id')
		.where('id', 'in', textList<Schema>(database, []))
		.orderBy('id')
		.forUpdate(),
);
