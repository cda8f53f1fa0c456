import { readFileSync } from 'node:fs';
import path from 'node:path';
import { dependenciesOf, packagesOf, type Lock } from '../../../tools/release/locked-packages';

const lock: Lock = {
	one: { version: '1.0.0', dependencies: { a: '1.0.0', b: '2.0.0' } },
	two: {
		version: '1.0.0',
		dependencies: { a: '1.0.0' },
		optionalDependencies: { native: '1.0.0' },
	},
	'node_modules/a': {
		version: '1.0.0',
		dependencies: { c: '^1.0.0' },
		peerDependencies: { tool: '*' },
		peerDependenciesMeta: { tool: { optional: true } },
	},
	'node_modules/b': { version: '1.0.0', dependencies: { onlyForTests: '1.0.0' } },
	'one/node_modules/b': { version: '2.0.0', peerDependencies: { c: '*' } },
	'node_modules/c': { version: '1.1.0' },
	'node_modules/native': { version: '1.0.0', dependencies: { d: '*', c: '*' } },
	'node_modules/d': { version: '3.0.0' },
	'node_modules/tool': { version: '9.0.0' },
	'node_modules/onlyForTests': { version: '1.0.0' },
};

test('what workspaces reach is in one folder, each at its locked version; what may be missing says so', () => {
	const packages = packagesOf(lock, ['one', 'two']);
	expect(Object.entries(packages).map(([place, entry]) => [place, { ...entry }])).toEqual([
		['node_modules/a', expect.objectContaining({ version: '1.0.0' })],
		['node_modules/b', expect.objectContaining({ version: '2.0.0' })],
		['node_modules/c', { version: '1.1.0' }],
		['node_modules/d', { version: '3.0.0', optional: true }],
		['node_modules/native', expect.objectContaining({ optional: true })],
	]);
	expect(dependenciesOf(lock, ['one', 'two'])).toEqual({ a: '1.0.0', b: '2.0.0' });
});

test('two versions of a package are refused, since there is room for one', () => {
	const other = { ...lock, two: { version: '1.0.0', dependencies: { b: '1.0.0' } } };
	expect(() => packagesOf(other, ['one', 'two'])).toThrow(
		/^node_modules\/b is needed as [12].0.0 and [12].0.0, and a release has room for one$/,
	);
	expect(() => dependenciesOf(other, ['one', 'two'])).toThrow(
		'two/package.json names b 1.0.0, another workspace 2.0.0; name one version',
	);
});

test('marks of development stay with the lock of the repository', () => {
	const marked = { ...lock['node_modules/c'], version: '1.1.0', dev: true, integrity: 'sha512-x' };
	const packages = packagesOf({ ...lock, 'node_modules/c': marked }, ['one']);
	expect(packages['node_modules/c']).toEqual({ version: '1.1.0', integrity: 'sha512-x' });
});

test('of the committed lock file every package has its hash', () => {
	const file = path.join(__dirname, '../../../package-lock.json');
	const { packages: whole } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Lock };
	const packages = packagesOf(whole, ['server', 'comparison', 'service', 'exchange']);
	expect(Object.keys(packages).length).toBeGreaterThan(200);
	expect(Object.values(packages).filter((entry) => !('integrity' in entry))).toEqual([]);
});
