/**
 * Makes the proof file of a record: entry with payload and salt, inclusion path, and a checkpoint
 * with all its signatures.
 */
import { hash } from 'node:crypto';
import { formatExtra } from '../../proof/log-entry';
import { formatProofFile, proofExtension } from '../../proof/proof-file';
import type { ByteReply } from '../../server/http/files/file-reply';
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import { Checkpoints, type LogCheckpoint } from '../log/checkpoints';
import { payloadOf, statusOf, type EntryOfRecord, type RecordKind } from '../log/record-kind';
import type { RecordLog } from '../log/record-log';
import { textReply } from '../operations/text-reply';

/** Number of newest cosignatures among which the best checkpoint is searched. */
const cosignaturesMax = 1_000;

export class RecordProofs {
	private readonly checkpoints: Checkpoints;

	constructor(
		private readonly parts: { readonly database: Database; readonly recordLog: RecordLog },
	) {
		this.checkpoints = new Checkpoints(parts.database);
	}

	/** `name` is the record's name in refusals, such as `asset '65f0…'`. */
	async of<Row>(kind: RecordKind<Row>, row: Row & EntryOfRecord, name: string): Promise<ByteReply> {
		const { entry_sequence: sequence, entry_salt: salt } = row;
		if (sequence === null || salt === null || statusOf(kind, row) === 'Corrupted') {
			throw refuse('Core_RecordCorrupted', name);
		}
		const { index, ...entry } = await this.confirmedEntry(sequence, name);
		const { treeSize, note } = await this.checkpointOver(index);
		const opening = { payload: payloadOf(kind, row, row.entry_form ?? 0), salt };
		const text = formatProofFile({
			extra: formatExtra({ entry, opening }),
			index,
			path: await this.checkpoints.inclusionProof(index, treeSize),
			checkpoint: note,
		});
		return textFile(`${entry.kind}-${entry.id}${proofExtension}`, text);
	}

	private async confirmedEntry(sequence: number, name: string) {
		// Most entries are confirmed already.
		const found = await this.entry(sequence);
		if (found !== undefined) return found;
		const { recordLog } = this.parts;
		await recordLog.settled(sequence, recordLog.waits.proofMs);
		const confirmed = await this.entry(sequence);
		if (confirmed === undefined) throw refuse('Core_RecordNotConfirmed', name);
		return confirmed;
	}

	/** The leaf and index of an entry; undefined while it is pending. */
	private async entry(sequence: number) {
		const row = await this.parts.database
			.selectFrom('log_entries')
			.select(['tree_index', 'commitment', 'subject_id', 'kind', 'created_at'])
			.where('sequence', '=', sequence)
			.executeTakeFirstOrThrow();
		const { tree_index: index, commitment, subject_id: id, kind, created_at: time } = row;
		if (index === null || commitment === null) return undefined;
		return { index, commitment, id, kind, time };
	}

	/** The checkpoint over an index with the most witnesses, the newest of such. */
	private async checkpointOver(index: number): Promise<LogCheckpoint> {
		const rows = await this.parts.database
			.selectFrom('log_cosignatures')
			.select('tree_size')
			.where('tree_size', '>', index)
			.orderBy('tree_size', 'desc')
			.limit(cosignaturesMax)
			.execute();
		const bySize = Map.groupBy(rows, ({ tree_size: treeSize }) => treeSize);
		const [best] = [...bySize].sort(([, one], [, other]) => other.length - one.length);
		const signed = best === undefined ? undefined : await this.checkpoints.at(best[0]);
		const checkpoint = signed ?? (await this.checkpoints.latest());
		if (checkpoint === undefined) throw new Error('an entry in the tree stands under a checkpoint');
		return checkpoint;
	}
}

function textFile(fileName: string, text: string): ByteReply {
	return textReply({ fileName, etag: hash('sha256', text), text });
}
