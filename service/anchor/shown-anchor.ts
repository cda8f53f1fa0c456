/**
 * What is shown of anchors: the one that covers an entry once it has its confirmations, and how
 * anchoring stands. Read from the database alone, so every process shows the same, and none waits
 * for a chain.
 */
import type { Database } from '../database/database';
import { openAlarms, type AnchorAlarm } from './anchor-alarms';
import {
	anchorCovering,
	findContract,
	lastAnchor,
	openAnchors,
	type Anchor,
	type AnchorContract,
} from './anchor-rows';
import { confirmationsOf } from './anchor-states';

export interface ShownAnchor {
	readonly chainId: number;
	readonly contract: string;
	readonly transactionHash: string;
	readonly blockNumber: number;
	readonly blockHash: string;
	/** When the chain was last asked; they grow. */
	readonly confirmations: number;
	readonly treeSize: number;
	readonly rootHash: string;
	readonly confirmedAt: string;
}

export interface ShownAnchoring {
	readonly contract: string;
	/** Absent until the chain was reached. */
	readonly chainId?: number;
	/** When that was last. */
	readonly lookedAt?: string;
	/** The newest that is confirmed. */
	readonly latest?: ShownAnchor;
	/** The sizes on their way. */
	readonly pending: readonly number[];
	readonly alarms: readonly AnchorAlarm[];
}

/** Of whatever contract; nothing while no confirmed anchor covers the entry. */
export async function shownAnchor(
	database: Database,
	index: number,
): Promise<ShownAnchor | undefined> {
	const anchor = await anchorCovering(database, index);
	return anchor && shown(anchor, await findContract(database, anchor.contract));
}

export async function shownAnchoring(
	database: Database,
	contract: string,
): Promise<ShownAnchoring> {
	const known = await findContract(database, contract);
	const latest = await lastAnchor(database, contract, ['CONFIRMED']);
	const open = await openAnchors(database, contract);
	return {
		contract,
		chainId: known?.chainId,
		lookedAt: known?.lookedAt,
		latest: latest && shown(latest, known),
		pending: open.map(({ treeSize }) => treeSize),
		alarms: await openAlarms({ database }),
	};
}

function shown(anchor: Anchor, contract: AnchorContract | undefined): ShownAnchor | undefined {
	const { inclusion, confirmedAt } = anchor;
	if (inclusion === undefined || confirmedAt === null || contract === undefined) return undefined;
	return {
		chainId: contract.chainId,
		contract: contract.address,
		...inclusion,
		confirmations: confirmationsOf(inclusion, contract.headNumber),
		treeSize: anchor.treeSize,
		rootHash: anchor.rootHash,
		confirmedAt,
	};
}
