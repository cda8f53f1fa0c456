import type { ProvenEntry } from '../../proof/check-proof';
import { ofRecord, type WantedRecord } from '../../proof/proven-record';

const proven = (kind: string, payload?: string): ProvenEntry => ({
	...{ valid: true, index: 0, payload, witnesses: [] },
	entry: { commitment: '', id: 'r1', kind, time: '' },
	checkpoint: { origin: '', treeSize: 1, rootHash: '' },
});

const signature = (position: unknown) =>
	proven('contract-signature', JSON.stringify({ position, contractId: 'r1' }));

const step = (id: unknown) => proven('contract-step', JSON.stringify({ id, contractId: 'r1' }));

const taken: readonly (readonly [string, ProvenEntry, WantedRecord])[] = [
	['of its kind and id', proven('asset'), { kinds: ['asset', 'multi-asset'], id: 'r1' }],
	['of its kind, when no id is known', proven('asset'), { kinds: ['asset'] }],
	['of an event', step('s1'), { kinds: ['contract-step'], id: 'r1', step: 's1' }],
	['at its place', signature(1), { kinds: ['contract-signature'], id: 'r1', position: '2' }],
];

test.each(taken)('the proof of a record %s is taken', (_, proof, wanted) => {
	expect(ofRecord(proof, wanted)).toBe(proof);
});

const refused: readonly (readonly [string, ProvenEntry, WantedRecord])[] = [
	['another kind', proven('folder'), { kinds: ['asset', 'multi-asset'], id: 'r1' }],
	['another id', proven('asset'), { kinds: ['asset'], id: 'r2' }],
	['another event', step('s2'), { kinds: ['contract-step'], id: 'r1', step: 's1' }],
	['no event', step(1), { kinds: ['contract-step'], id: 'r1', step: '1' }],
	['another place', signature(0), { kinds: ['contract-signature'], id: 'r1', position: '2' }],
];

test.each(refused)('the proof of a record of %s is not', (_, proof, wanted) => {
	expect(ofRecord(proof, wanted)).toMatchObject({ valid: false, code: 'other-record' });
});
