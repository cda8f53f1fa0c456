/** Describes intents for administrators: decimals, times in UTC, and what a decision moved. */
import { present } from '../../../server/at';
import type { Database } from '../../database/database';
import { formatDecimal } from '../../../server/decimal';
import { CommandFault } from '../../../server/commands/command-fault';
import type { IntentState } from '../state/intent';
import { assetLinks } from '../assets/asset-links';
import { listTransfers, stepsOf } from './all-transfers';
import { findIntent, type StoredIntent } from './intents';

export interface IntentFilter {
	readonly accountId: string | undefined;
	readonly state: IntentState | undefined;
	readonly limit: number;
}

export async function describeIntents(
	database: Database,
	{ accountId, state, limit }: IntentFilter,
) {
	const intents = await listTransfers(database, { accountId, status: state, limit, offset: 0 });
	const decimals = await linkedDecimals(database);
	return intents.map((intent) => describe(intent, decimals));
}

/** An intent with every state it went through; throws a CommandFault if there is none. */
export async function describeWithSteps(database: Database, id: string) {
	const intent = await findIntent(database, id);
	if (intent === undefined) throw new CommandFault(`there is no intent ${id}`);
	const steps = await stepsOf(database, id);
	return {
		...describe(intent, await linkedDecimals(database)),
		steps: steps.map(({ state, note, at }) => ({ at: isoOf(at), state, note })),
	};
}

/** An intent after a decision, with a sentence on what that moved. */
export async function describeMoved(database: Database, intent: StoredIntent) {
	const described = describe(intent, await linkedDecimals(database));
	return { intent: described, moved: movedSentence(intent, described.amount) };
}

function movedSentence(intent: StoredIntent, amount: string): string {
	const { kind, state, asset, accountId, traderEmail } = intent;
	if (state === 'PLANNED') return `Nothing yet: ${amount} ${asset} will be sent to ${traderEmail}.`;
	if (kind === 'DEPOSIT') {
		return state === 'SETTLED'
			? `${amount} ${asset} were credited to the account ${accountId}.`
			: 'Nothing: the deposit had not been credited, and it will not be.';
	}
	return state === 'SETTLED'
		? `${amount} ${asset} left the books as paid to ${traderEmail}.`
		: `${amount} ${asset} went back to the account ${accountId} and are available there.`;
}

function describe(intent: StoredIntent, decimals: ReadonlyMap<string, number>) {
	const { id, number, kind, accountId, asset, amount, units, reference, state, leg } = intent;
	const { attempt, traderEmail, transitEmail, transactionId, reason } = intent;
	return {
		id,
		number,
		kind,
		accountId,
		asset,
		amount: formatDecimal(amount, present(decimals.get(asset), 'the decimals of an asset')),
		units,
		reference,
		state,
		leg,
		attempt,
		traderEmail,
		transitEmail,
		transactionId,
		reason,
		createdAt: isoOf(intent.createdAt),
		endedAt: intent.endedAt === null ? null : isoOf(intent.endedAt),
	};
}

async function linkedDecimals(database: Database): Promise<ReadonlyMap<string, number>> {
	const links = await assetLinks(database);
	return new Map(links.map(({ asset, decimals }) => [asset, decimals]));
}

function isoOf(time: number): string {
	return new Date(time).toISOString();
}
