/** The threat model names what shows each of its rows; a test that was renamed would show nothing. */
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../start/machine/project-root';

const text = fs.readFileSync(path.join(projectRoot(), 'SECURITY.md'), 'utf8');

/** The rows of the tables of who may try what; each ends with what shows it. */
const rows = (text.split('## Who may try what')[1]?.split('## What stays')[0] ?? '')
	.split('\n')
	.filter((line) => line.startsWith('| ') && !/^\| (?:May|---)/.test(line))
	.map((line) => line.split(' | '));

test.each(rows)(
	'against "%s" stands "%s", and what shows it is there',
	(_what, _by, shownBy = '') => {
		const named = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
		expect(named.length).toBeGreaterThan(0);
		for (const name of named) {
			const place = path.join(projectRoot(), 'test', name);
			const tests = name.endsWith('/')
				? fs.readdirSync(place).filter((file) => file.endsWith('.test.ts'))
				: [fs.readFileSync(place, 'utf8')];
			expect(tests.join('')).not.toBe('');
		}
	},
);
