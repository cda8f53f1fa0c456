/**
 * Holds what people read to the code: the README's table of operations, its list of workflows, and
 * the commands and files that any page names.
 */
import { execFileSync } from 'node:child_process';
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

/** Every page of the repository, by its path. */
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
	.trim()
	.split('\n');

describe.each(pages)('%s', (page) => {
	const text = fs.readFileSync(path.join(root, page), 'utf8');

	test('names only commands that exist', () => {
		const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
			scripts: Record<string, string>;
		};
		const named = [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(
			([, name]) => name ?? '',
		);
		expect(named.filter((name) => !(name in scripts))).toEqual([]);
	});

	test('links only to files that exist', () => {
		const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
			([, target]) => target ?? '',
		);
		const folder = path.join(root, path.dirname(page));
		expect(links.filter((target) => !fs.existsSync(path.join(folder, target)))).toEqual([]);
	});
});
