/**
 * How the witnesses of this log stand, for those who ask: `GET /log`, health and metrics. Only
 * those the settings name are shown; the verification tells of every one that ever raised an alarm.
 */
import type { Database } from '../database/database';
import { lastCosignedSize, standingsOf } from './cosignatures';
import { waiting, type Standing } from './standing';
import { nameOf, type WitnessSetting } from './witness-settings';

export interface ShownWitness {
	readonly name: string;
	readonly vkey: string;
	readonly standing: Standing;
	readonly message: string;
	/** Since when it stands so; absent before it was asked. */
	readonly since?: string;
	/** The size of the largest tree it has cosigned; 0 before the first. */
	readonly treeSize: number;
}

export async function shownWitnesses(
	database: Database,
	settings: readonly WitnessSetting[],
): Promise<readonly ShownWitness[]> {
	const standings = await standingsOf(database);
	return Promise.all(
		settings.map(async ({ vkey }) => {
			const stood = standings.get(vkey);
			const { standing, message } = stood ?? waiting;
			const name = nameOf(vkey);
			const treeSize = (await lastCosignedSize(database, name)) ?? 0;
			return { name, vkey, standing, message, ...(stood && { since: stood.since }), treeSize };
		}),
	);
}

/** One word for health, with the names of those it is about. */
export function witnessWord(witnesses: readonly Pick<ShownWitness, 'name' | 'standing'>[]): string {
	const named = (standings: readonly Standing[]) =>
		witnesses.filter(({ standing }) => standings.includes(standing)).map(({ name }) => name);
	const alarmed = named(['AHEAD', 'FORKED']);
	const failing = named(['FAILING']);
	if (alarmed.length > 0) return `alarm: ${alarmed.join(', ')}`;
	return failing.length > 0 ? `failing: ${failing.join(', ')}` : 'complete';
}
