/**
 * Checks witnesses: one that has seen more than there is here, or something else, is a finding,
 * and a stored cosignature must be by its witness for its checkpoint. A witness that does not
 * answer is no finding; health reports it.
 */
import { parseNote, parseSignature, verifiedSignatures } from '../../proof/signed-note';
import { ProofFault } from '../../proof/proof-fault';
import { parseVerifierKey, type VerifierKey } from '../../proof/verifier-key';
import { isAlarm, type Standing } from '../witness/witness-state';
import type { Finding } from './finding';
import type { SnapshotReader } from './snapshot-reader';

export async function* witnessFindings(reader: SnapshotReader): AsyncIterable<Finding> {
	const keys = new Map<string, VerifierKey>();
	for await (const row of reader.rows(reader.tables.selectFrom('log_witnesses').selectAll())) {
		const key = await parseVerifierKey(row.vkey);
		keys.set(key.name, key);
		if (!isAlarm(row.standing as Standing)) continue;
		const expected = `${row.offered_size} entries, or fewer of the same`;
		const found = `${row.told_size} entries`;
		yield { record: 'witness', id: key.name, problem: row.message, expected, found };
	}
	yield* cosignatureFindings(reader, keys);
}

async function* cosignatureFindings(
	reader: SnapshotReader,
	keys: ReadonlyMap<string, VerifierKey>,
): AsyncIterable<Finding> {
	const cosigned = reader.tables
		.selectFrom('log_cosignatures as line')
		.innerJoin('log_checkpoints as checkpoint', 'checkpoint.tree_size', 'line.tree_size')
		.select(['line.tree_size', 'witness', 'signature', 'note'])
		.orderBy('line.tree_size')
		.orderBy('witness');
	for await (const { tree_size: size, witness, signature, note } of reader.rows(cosigned)) {
		const key = keys.get(witness);
		if (key !== undefined && (await isBy(key, note, signature))) continue;
		const problem = 'is not what the witness signed of the checkpoint';
		const sides = { expected: `a line by ${witness}`, found: signature.trimEnd() };
		const id = `of ${size} entries by ${witness}`;
		yield { record: 'cosignature', id, column: 'signature', problem, ...sides };
	}
}

async function isBy(key: VerifierKey, note: string, line: string): Promise<boolean> {
	try {
		const signatures = [parseSignature(line)];
		const { text } = parseNote(note);
		return (await verifiedSignatures({ text, signatures }, [key])).length === 1;
	} catch (fault) {
		if (fault instanceof ProofFault) return false;
		throw fault;
	}
}
