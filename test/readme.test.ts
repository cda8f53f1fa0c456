/**
 * Holds what people read to the code: the length of the README, the list of workflows, and the commands
 * and files that any page names.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

test('the README is read in a few minutes', () => {
	expect(read('README.md').split('\n').length).toBeLessThan(150);
});

test('the README asks for three commands at most', () => {
	const blocks = [...read('README.md').matchAll(/^```sh\n(.*?)^```/gms)];
	const commands = blocks.flatMap(([, block = '']) => block.trim().split('\n'));
	expect(commands.length).toBeGreaterThan(0);
	expect(commands.length).toBeLessThanOrEqual(3);
});

/** What those who wrote it know, and who reads it for the first time does not. */
const unknownWords = /\bE\d+\b|\bbeyond\b|never sent again in hope/;

test.each(['README.md', 'docs/running.md', 'docs/workflows.md', 'docs/first-trade.md'])(
	'%s has no words of the specification',
	(page) => {
		expect(unknownWords.exec(read(page))?.[0]).toBeUndefined();
	},
);

test('the README says how a call is made that has no operation', () => {
	expect(read('README.md')).toMatch(
		/\*HTTP Request\* node: .*\nCredential Type → Sealkeeper API\*/,
	);
});

test('every shipped workflow is listed, and nothing else', () => {
	const shipped = fs
		.readdirSync(path.join(root, 'workflows'))
		.filter((name) => name.endsWith('.json'));
	const rows = read('docs/workflows.md').matchAll(
		/\| \[([\w-]+\.json)\]\(\.\.\/workflows\/\1\) \|/g,
	);
	expect([...rows].map(([, name]) => name).sort()).toEqual(shipped.sort());
});

/** Every page of the repository, by its path. */
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
	.trim()
	.split('\n');

describe.each(pages)('%s', (page) => {
	const text = read(page);

	test('names only commands that exist', () => {
		const { scripts } = JSON.parse(read('package.json')) as {
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
