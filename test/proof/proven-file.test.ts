import type { ProvenEntry } from '../../proof/check-proof';
import { fileHashesOf, withFile } from '../../proof/proven-file';

const proven = (kind: string, payload: string | undefined): ProvenEntry => ({
	...{ valid: true, index: 0, payload, witnesses: [] },
	entry: { commitment: '', id: 'r1', kind, time: '' },
	checkpoint: { origin: '', treeSize: 1, rootHash: '' },
});

test.each([
	['file', { hash: 'aa' }],
	['contract', { fileHash: 'aa' }],
	['template', { fileHash: 'aa' }],
	['file-version', { fileHash: 'aa', file: { fileHash: 'bb' } }],
	['contract-signature', { signature: { fileHash: 'aa' } }],
])('a record of the kind %s is about the file whose hash %j holds', (kind, payload) => {
	const record = proven(kind, JSON.stringify(payload));
	expect(fileHashesOf(record)).toEqual(['aa']);
	expect(withFile(record, 'aa')).toBe(record);
	expect(withFile(record, 'bb')).toMatchObject({ valid: false, code: 'other-file' });
});

test.each([
	['a record without a file', proven('asset', '{"fileHash":"aa"}'), /kind asset/],
	['a payload that was erased', proven('file', undefined), /erased/],
	['a payload that is no JSON', proven('file', 'hash'), /about no file/],
	['a payload that is no object', proven('file', 'null'), /about no file/],
	['a hash that is no text', proven('file', '{"hash":1}'), /about no file/],
])('%s proves no file', (_, record, words) => {
	expect(withFile(record, 'aa')).toHaveProperty('message', expect.stringMatching(words));
});
