/**
 * State of this log's witnesses for `GET /log`, health and metrics. Only configured witnesses are
 * shown; verification reports every alarm.
 */
import type { Database } from '../database/database';
import { lastCosignedSize, standingsOf } from './cosignatures';
import { waiting, type Standing } from './witness-state';
import { nameOf, type WitnessSetting } from './witness-settings';

export interface ShownWitness {
	readonly name: string;
	readonly vkey: string;
	readonly standing: Standing;
	readonly message: string;
	/** Start of this state; absent before the first visit. */
	readonly since?: string;
	/** Size of the largest tree it has cosigned; 0 before the first. */
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

/** State for the health check, with the names of the witnesses concerned. */
export function witnessHealth(
	witnesses: readonly Pick<ShownWitness, 'name' | 'standing'>[],
): string {
	const named = (standings: readonly Standing[]) =>
		witnesses.filter(({ standing }) => standings.includes(standing)).map(({ name }) => name);
	const alarmed = named(['AHEAD', 'FORKED']);
	const failing = named(['FAILING']);
	if (alarmed.length > 0) return `alarm: ${alarmed.join(', ')}`;
	return failing.length > 0 ? `failing: ${failing.join(', ')}` : 'complete';
}
