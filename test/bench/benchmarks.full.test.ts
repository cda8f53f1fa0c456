/** Every benchmark runs to its end and measures something, on little: its figures mean nothing here. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../start/machine/project-root';
import { buildCheckout } from '../support/n8n/n8n';

/** A benchmark exports `run`; the other files are what they share. */
const names = fs
	.readdirSync(__dirname)
	.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
	.filter((file) =>
		/^export async function run\b/m.test(fs.readFileSync(path.join(__dirname, file), 'utf8')),
	)
	.map((file) => path.basename(file, '.ts'));

beforeAll(() => buildCheckout());

test.each(names)('npm run bench -- %s', (name) => {
	const { status, stdout, stderr } = spawnSync(process.execPath, ['test/bench/run.js', name], {
		cwd: projectRoot(),
		env: { ...process.env, BENCH_SIZES: 'short' },
		encoding: 'utf8',
	});
	expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
	const last = stdout.trim().split('\n').at(-1) ?? '';
	const { figures, targets } = JSON.parse(last) as {
		readonly figures: Readonly<Record<string, unknown>>;
		readonly targets: Readonly<Record<string, unknown>>;
	};
	expect(Object.keys(figures).length).toBeGreaterThan(0);
	for (const value of Object.values(figures)) expect(value).toEqual(expect.any(Number));
	expect(Object.keys(targets).filter((target) => !(target in figures))).toEqual([]);
});
