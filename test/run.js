/**
 * Runs one tier of the tests as a whole: fetches what they use, builds what they start, and tests;
 * beside the tests, which often wait, it checks types and rules. Writes down the commit when all of
 * it passed on a clean tree, so that `npm run land` can bring it to main. Plain JavaScript, because
 * it runs before anything is compiled.
 */
const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { failedFile } = require('./closing-line');

const root = path.resolve(__dirname, '..');
/**
 * The repository's own Node.js. The one that runs this file is the machine's where the same line of
 * a shell installed ours: a shell looks a command up once.
 */
const node = path.join(
	root,
	'node_modules',
	'node',
	'bin',
	process.platform === 'win32' ? 'node.exe' : 'node',
);
const steps = {
	prepare: ['test/prepare.js'],
	build: ['start/at-once.js', 'build:once', 'lint:form'],
	check: ['start/at-once.js', 'types', 'lint:rules'],
	test: ['node_modules/jest/bin/jest.js'],
};
/** One after the other; those of one list at once. */
const stepsOfTier = {
	quick: [['prepare'], ['build'], ['test', 'check']],
	full: [['prepare'], ['build'], ['test', 'check']],
	long: [['prepare'], ['test']],
};

function git(...args) {
	const answer = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
	return answer.status === 0 ? answer.stdout.trim() : undefined;
}

/** The commit whose files lie here, when nothing else does. */
function cleanCommit() {
	return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined;
}

async function passes(step, tier) {
	const startedAt = performance.now();
	const child = spawn(node, steps[step], {
		cwd: root,
		stdio: 'inherit',
		// Only a whole run shows which statements PostgreSQL was never asked.
		env: {
			...process.env,
			TEST_TIER: tier,
			TEST_STATEMENTS: tier === 'full' ? 'noted' : '',
			TEST_DIST_IS_BUILT: step === 'test' && tier !== 'long' ? 'yes' : '',
		},
	});
	// The checks take the time that the tests leave.
	if (step === 'check') os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
	const [code] = await once(child, 'close');
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
	if (step !== 'test') process.stdout.write(`${step}: ${seconds} s\n`);
	return code === 0;
}

/** The steps that failed of the first list in which one did. */
async function failedSteps(lists, tier) {
	for (const list of lists) {
		const passed = await Promise.all(list.map((step) => passes(step, tier)));
		if (passed.includes(false)) return list.filter((_, at) => !passed[at]);
	}
	return [];
}

async function main(tier = 'quick') {
	const order = stepsOfTier[tier];
	if (order === undefined) throw new Error(`There is no tier ${tier}.`);
	// Of an earlier run; `again.js` would take it for the files that failed in this one.
	fs.rmSync(failedFile, { force: true });
	const before = cleanCommit();
	const failed = await failedSteps(order, tier);
	if (failed.length > 0) {
		// What a check found stands far above the last line of the tests, which may all have passed.
		process.stderr.write(`Not green. Failed: ${failed.join(', ')}\n`);
		process.exit(1);
	}
	if (tier !== 'long' && before !== undefined && before === cleanCommit()) {
		fs.writeFileSync(path.resolve(root, git('rev-parse', '--git-path', 'green')), `${before}\n`);
	}
}

module.exports = { node };

if (require.main === module) void main(...process.argv.slice(2));
