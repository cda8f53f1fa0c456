/**
 * Runs one tier of the tests as a whole: fetches what they use, checks rules, form and types, builds
 * what they start, and tests. Writes down the commit when all of it passed on a clean tree, so that
 * `npm run land` can bring it to main. Plain JavaScript, because it runs before anything is compiled.
 */
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
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
	// The build checks the types of all it builds.
	check: ['start/at-once.js', 'build:once', 'lint:rules', 'lint:form', 'types:pages'],
	test: ['node_modules/jest/bin/jest.js'],
};
const stepsOfTier = {
	quick: ['prepare', 'check', 'test'],
	full: ['prepare', 'check', 'test'],
	long: ['prepare', 'test'],
};

function git(...args) {
	const answer = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
	return answer.status === 0 ? answer.stdout.trim() : undefined;
}

/** The commit whose files lie here, when nothing else does. */
function cleanCommit() {
	return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined;
}

function passes(step, tier) {
	const startedAt = performance.now();
	const { status } = spawnSync(node, steps[step], {
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
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
	if (step !== 'test') process.stdout.write(`${step}: ${seconds} s\n`);
	return status === 0;
}

function main(tier = 'quick') {
	const order = stepsOfTier[tier];
	if (order === undefined) throw new Error(`There is no tier ${tier}.`);
	// Of an earlier run; `again.js` would take it for the files that failed in this one.
	fs.rmSync(failedFile, { force: true });
	const before = cleanCommit();
	if (!order.every((step) => passes(step, tier))) process.exit(1);
	if (tier !== 'long' && before !== undefined && before === cleanCommit()) {
		fs.writeFileSync(path.resolve(root, git('rev-parse', '--git-path', 'green')), `${before}\n`);
	}
}

module.exports = { node };

if (require.main === module) main(...process.argv.slice(2));
