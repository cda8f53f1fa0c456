/** What docs/operating.md sends an operator to is there. */
import fs from 'node:fs';
import path from 'node:path';
import { backup } from '../../backup/main';
import { admin } from '../../exchange/admin/admin';
import { storage } from '../../service/commands/storage';
import { flagOf } from '../../server/commands/shell';

const root = path.resolve(__dirname, '..', '..');
const manual = fs.readFileSync(path.join(root, 'docs', 'operating.md'), 'utf8');
const quoted = [...manual.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);

test('every file and folder of ours that is named is there', () => {
	const named = quoted.filter((text) => /^(service|exchange|server)\/[\w/.-]*$/.test(text));
	// In a copy, and not in the tree.
	const ours = named.filter((text) => !text.endsWith('.dump'));
	expect(ours.length).toBeGreaterThan(10);
	expect(ours.filter((place) => !fs.existsSync(path.join(root, place)))).toEqual([]);
});

test('every command that is named is one, with the options that are named', () => {
	const commands = [...admin.commands, ...storage.commands, ...backup.commands];
	const groups = new Set(commands.map(({ words }) => words.split(' ')[0]));
	const texts = [...quoted, ...manual.split('\n')].flatMap((text) => {
		const [, line = text] = /npm run --silent \S+ -- (.*)/.exec(text) ?? [];
		return groups.has(line.split(' ')[0] ?? '') ? [line] : [];
	});
	const wrong = texts.filter((text) => {
		const command = commands.find(({ words }) => `${text} `.startsWith(`${words} `));
		const options = [...text.matchAll(/--([a-z-]+)/g)].map(([, option]) => option);
		const known = Object.keys(command?.options ?? {}).map(flagOf);
		return !options.every((option) => known.includes(`--${option ?? ''}`));
	});
	expect(texts.length).toBeGreaterThan(5);
	expect(wrong).toEqual([]);
});

test('every figure that is named is measured', () => {
	const names = new Set(manual.match(/sealkeeper_[a-z_]+[a-z]/g));
	const sources = ['service', 'exchange', 'server'].flatMap((top) =>
		fs
			.readdirSync(path.join(root, top), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
			.map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8')),
	);
	const unmeasured = [...names].filter((name) => !sources.some((text) => text.includes(name)));
	expect(unmeasured).toEqual([]);
});
