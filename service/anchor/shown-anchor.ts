/**
 * What is shown of anchors: the one that covers an entry once it has its confirmations, and how
 * anchoring stands. Read from the database alone, so every process shows the same, and none waits
 * for a chain.
 */
import type { Model } from '../../api/types';
import type { Database } from '../database/database';
import type { LogAnchors } from '../handlers/log';
import { openAlarms } from './anchor-alarms';
import {
	anchorCovering,
	findContract,
	lastAnchor,
	openAnchors,
	type Anchor,
	type AnchorContract,
} from './anchor-rows';
import { confirmationsOf } from './anchor-states';

type ShownAnchor = NonNullable<Model<'LogEntry'>['anchor']>;

/** What the log shows of its anchors, those of earlier contracts included. */
export function shownAnchors(database: Database, contract: string | undefined): LogAnchors {
	return {
		standing: async () => (contract === undefined ? undefined : standing(database, contract)),
		covering: (indexes) => covering(database, indexes),
	};
}

async function standing(
	database: Database,
	contract: string,
): Promise<NonNullable<Model<'Log'>['anchoring']>> {
	const known = await findContract(database, contract);
	const latest = await lastAnchor(database, contract, ['CONFIRMED']);
	const open = await openAnchors(database, contract);
	const alarms = await openAlarms({ database });
	return {
		contract,
		chainId: known?.chainId,
		lookedAt: known?.lookedAt,
		latest: latest && shown(latest, known),
		pending: open.map(({ treeSize }) => treeSize),
		// Their sentences hold accounts and the words of nodes, and are the operator's.
		alarms: alarms.map(({ kind, raisedAt }) => ({ kind, raisedAt })),
	};
}

async function covering(
	database: Database,
	indexes: readonly number[],
): Promise<readonly (ShownAnchor | undefined)[]> {
	const known = new Map<number, ShownAnchor | undefined>();
	let last: { readonly anchor: ShownAnchor | undefined } | undefined;
	for (const index of indexes.toSorted((one, other) => one - other)) {
		// An anchor covers all entries below its size. If none covers an entry, none covers later ones.
		if (last === undefined || (last.anchor !== undefined && last.anchor.treeSize <= index)) {
			last = { anchor: await firstCovering(database, index) };
		}
		known.set(index, last.anchor);
	}
	return indexes.map((index) => known.get(index));
}

async function firstCovering(database: Database, index: number): Promise<ShownAnchor | undefined> {
	const anchor = await anchorCovering(database, index);
	return anchor && shown(anchor, await findContract(database, anchor.contract));
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
