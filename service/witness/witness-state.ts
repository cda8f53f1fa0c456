/**
 * The state of a witness of this log. In the two alarm states new checkpoints are not offered to that
 * witness: the checkpoint of the alarm is offered again until the witness cosigns it, or until this
 * database has grown to the size the witness has seen. Nothing else stops, because a lying witness must
 * not be able to stop a log.
 *
 *   standing    the witness
 *   WAITING     was not asked yet
 *   COSIGNING   cosigned the latest offer
 *   FAILING     gave no answer or an invalid one; it is asked again after an increasing pause
 *   AHEAD       has seen more entries than there are here: this database was rolled back     alarm
 *   FORKED      has seen another tree than the one here: two histories of this log exist     alarm
 */
export const standings = ['WAITING', 'COSIGNING', 'FAILING', 'AHEAD', 'FORKED'] as const;
export type Standing = (typeof standings)[number];

export interface Judgement {
	readonly standing: Standing;
	/** For people. */
	readonly message: string;
	/** Size the witness says it has seen, if it said so. */
	readonly toldSize: number | null;
	/** Size of the offered checkpoint. */
	readonly offeredSize: number | null;
}

export function isAlarm(standing: Standing): boolean {
	return standing === 'AHEAD' || standing === 'FORKED';
}

export const waiting: Judgement = {
	standing: 'WAITING',
	message: 'not asked yet',
	toldSize: null,
	offeredSize: null,
};

export function cosigning(treeSize: number): Judgement {
	const message = `cosigned ${treeSize} entries`;
	return { standing: 'COSIGNING', message, toldSize: treeSize, offeredSize: treeSize };
}

export function failing(reason: string, offeredSize: number): Judgement {
	return { standing: 'FAILING', message: reason, toldSize: null, offeredSize };
}

/** Evidence for the witness's claim: a checkpoint signed by this log's own key, or nothing. */
export type Evidence = 'signed here' | 'its word';

export function ahead(
	{ toldSize, offeredSize }: { readonly toldSize: number; readonly offeredSize: number },
	evidence: Evidence,
): Judgement {
	const message =
		evidence === 'signed here'
			? `this database has ${offeredSize} entries of the log, and this log's own key has signed a tree of ${toldSize}: the database is older than what the log has shown, as after an old backup was restored`
			: `the witness says it has cosigned ${toldSize} entries of this log, and this database has ${offeredSize}: the database is older than what the log has shown, as after an old backup was restored, or the witness does not say the truth`;
	return { standing: 'AHEAD', message, toldSize, offeredSize };
}

export function forked(
	{ toldSize, offeredSize }: { readonly toldSize: number; readonly offeredSize: number },
	evidence: Evidence,
): Judgement {
	const message =
		evidence === 'signed here'
			? `this log's own key has signed a tree of ${toldSize} entries that is not the one in this database: two histories of this log exist`
			: `the witness says it has cosigned a tree of ${toldSize} entries that is not the one in this database: two histories of this log exist, or the witness does not say the truth`;
	return { standing: 'FORKED', message, toldSize, offeredSize };
}
