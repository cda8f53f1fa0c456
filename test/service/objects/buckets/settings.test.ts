/** The settings of a data folder: the defaults, its own file, and every way that file can be wrong. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
	assertSound,
	defaultSettings,
	readSettings,
} from '../../../../service/objects/buckets/settings';

let folder: string;
beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'settings-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function write(content: unknown, mode = 0o600): void {
	const file = path.join(folder, 'buckets.json');
	fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
	fs.chmodSync(file, mode);
}

const folders = [1, 2, 3, 4].map((index) => ({
	kind: 'folder',
	name: `disk-${index}`,
	folder: `/mnt/${index}`,
}));
const far = {
	kind: 's3',
	name: 'far',
	endpoint: 'https://s3.example.org',
	region: 'eu',
	bucket: 'shards',
	accessKeyId: 'id',
	secretAccessKey: 'secret',
};

test('without a file of its own a folder has eight local buckets and 6+2 shards', () => {
	const settings = readSettings({ dataFolder: folder });
	expect(settings).toEqual(defaultSettings);
	expect(settings.buckets).toHaveLength(8);
	expect(() => assertSound(settings)).not.toThrow();
});

test('buckets and scheme come from the file', () => {
	write({ dataShards: 3, parityShards: 2, buckets: [...folders, far] });
	const settings = readSettings({ dataFolder: folder });
	expect(settings.scheme).toEqual({ dataShards: 3, parityShards: 2, blockSizeBytes: 131_072 });
	expect(settings.buckets).toEqual([...folders, { ...far, prefix: '' }]);
	expect(() => assertSound(settings)).not.toThrow();
});

test('the example of the README is sound', () => {
	const readme = path.resolve(__dirname, '../../../../service/objects/README.md');
	const example = /```json\n([^`]+)```/.exec(fs.readFileSync(readme, 'utf8'))?.[1] ?? '';
	write(example);
	const settings = readSettings({ dataFolder: folder });
	expect(settings.buckets.map(({ kind }) => kind)).toEqual(['folder', 'folder', 'folder', 's3']);
	expect(() => assertSound(settings)).not.toThrow();
});

const faults: [unknown, string][] = [
	['{', 'buckets.json is no JSON'],
	['[]', 'buckets.json must be an object'],
	[{}, "'buckets' in buckets.json must be a list"],
	[{ buckets: ['x'] }, 'bucket 1 in buckets.json must be an object'],
	[{ buckets: [{}] }, "'name' of bucket 1"],
	[{ buckets: [folders[0], { kind: 'tape', name: 'a' }] }, "'kind' of bucket 2"],
	[{ buckets: [{ kind: 'folder', name: 'a' }] }, "'folder' of bucket 1"],
	[{ buckets: [{ ...far, endpoint: 'nowhere' }] }, "'endpoint' of bucket 1"],
	[{ buckets: [{ ...far, secretAccessKey: 7 }] }, "'secretAccessKey' of bucket 1"],
	[{ buckets: folders, dataShards: 1.5 }, "'dataShards' in buckets.json must be a whole number"],
];

test.each(faults)('%j is refused with the entry to correct', (content, reason) => {
	write(content);
	expect(() => readSettings({ dataFolder: folder })).toThrow(reason);
});

test('a file with secrets that others can read is refused', () => {
	write({ buckets: [...folders, far] }, 0o644);
	expect(() => readSettings({ dataFolder: folder })).toThrow('chmod 600');
	write({ buckets: folders }, 0o644);
	expect(readSettings({ dataFolder: folder }).buckets).toHaveLength(4);
});

test.each(['outbox', 'A', 'a/b', '..', ''])("'%s' is no name for a bucket", (name) => {
	const buckets = defaultSettings.buckets.map((bucket, index) =>
		index === 0 ? { ...bucket, name } : bucket,
	);
	expect(() => assertSound({ ...defaultSettings, buckets })).toThrow('is no name for a bucket');
});
