/**
 * Every benchmark runs to its end and measures something, on little: its figures mean nothing here, so
 * that several may run at once. Most of their time is waiting.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../start/machine/project-root';
import { buildCheckout } from '../support/n8n/n8n';

/** They begin first, so that the others run beside them. */
const longest = ['node', 'worst-requests', 'stranger', 'compare'];
const isLong = (name: string) => Number(longest.includes(name));

/** A benchmark exports `run`; the other files are what they share. */
const names = fs
	.readdirSync(__dirname)
	.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
	.filter((file) =>
		/^export async function run\b/m.test(fs.readFileSync(path.join(__dirname, file), 'utf8')),
	)
	.map((file) => path.basename(file, '.ts'))
	.toSorted((one, other) => isLong(other) - isLong(one));

beforeAll(() => buildCheckout());

/** A benchmark is several programs under load, beside another one and beside other tests. */
const timeoutMs = 900_000;

async function runsToItsEnd(name: string): Promise<void> {
	const { stdout } = await promisify(execFile)(process.execPath, ['test/bench/run.js', name], {
		cwd: projectRoot(),
		// It takes any free port: those of this worker would be dealt to several at once.
		env: { ...process.env, BENCH_SIZES: 'short', TEST_FIRST_PORT: '' },
		maxBuffer: 2 ** 24,
	});
	const last = stdout.trim().split('\n').at(-1) ?? '';
	const { figures, targets } = JSON.parse(last) as {
		readonly figures: Readonly<Record<string, unknown>>;
		readonly targets: Readonly<Record<string, unknown>>;
	};
	expect(Object.keys(figures).length).toBeGreaterThan(0);
	for (const value of Object.values(figures)) expect(value).toEqual(expect.any(Number));
	expect(Object.keys(targets).filter((target) => !(target in figures))).toEqual([]);
}

test.concurrent.each(names)('npm run bench -- %s', runsToItsEnd, timeoutMs);
