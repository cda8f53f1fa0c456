/**
 * Holds the README to the code: its table of operations, its list of workflows and the commands it
 * names.
 */
import fs from 'node:fs';
import path from 'node:path';
import { endpoints } from '../api/endpoints';

const root = path.resolve(__dirname, '..');
const file = path.join(root, 'README.md');
const readme = fs.readFileSync(file, 'utf8');

test('every endpoint of the specification stands in the table of operations', () => {
	const numbers = Object.values(endpoints)
		.flatMap(
			(operations) =>
				Object.values(operations) as { number: string; alsoAt?: { number: string } }[],
		)
		.flatMap(({ number, alsoAt }) => (alsoAt ? [number, alsoAt.number] : [number]))
		.filter((number) => number !== 'beyond');
	const table = readme.slice(
		readme.indexOf('## Nodes and operations'),
		readme.indexOf('## Workflows'),
	);
	expect(numbers.filter((number) => !new RegExp(`\\b${number}\\b`).test(table))).toEqual([]);
});

test('every shipped workflow is listed, and nothing else', () => {
	const shipped = fs
		.readdirSync(path.join(root, 'workflows'))
		.filter((name) => name.endsWith('.json'));
	const listed = [...readme.matchAll(/\]\(workflows\/([\w-]+\.json)\)/g)].map(([, name]) => name);
	expect(listed.sort()).toEqual(shipped.sort());
});

test('the commands it names exist', () => {
	const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
		scripts: Record<string, string>;
	};
	const named = [
		...readme.matchAll(/npm (?:run (?:--silent )?)?(start|test|service|admin|bench)/g),
	];
	expect(named.length).toBeGreaterThan(3);
	expect(named.filter(([, name]) => name === undefined || !(name in scripts))).toEqual([]);
});

test('the files it links to exist', () => {
	const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
		([, target]) => target ?? '',
	);
	expect(links.filter((target) => !fs.existsSync(path.join(root, target)))).toEqual([]);
});
