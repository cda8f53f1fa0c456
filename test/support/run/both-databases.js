/**
 * Finds the tests that are run on both databases, so that whatever is kept in SQLite is shown to be
 * kept in PostgreSQL as well. Of the service: those whose imports lead to `service-place.ts`, types
 * aside; but for those that fill SQLite with more rows than PostgreSQL takes in the time of a test, and
 * those of requests that end before a database is asked. Of the exchange: those that take a place of
 * either kind; its other tests name one kind, or both. Plain JavaScript, because jest's configuration
 * asks for it.
 */
const fs = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '..', '..', '..');
const place = path.join(__dirname, '..', 'programs', 'service-place.ts');
const filling = path.join(__dirname, '..', 'programs', 'multiplied-rows.ts');
const suites = ['test/api', 'test/exchange', 'test/service'];

/**
 * What requests refused or cut off bring is gone before anything is written; the last moves from one
 * to the other.
 */
const once = [
	'test/service/http/bad-input.test.ts',
	'test/service/http/cut-off.test.ts',
	'test/service/database/move.full.test.ts',
];

function importsOf(file) {
	const text = fs.readFileSync(file, 'utf8');
	const imports = text.matchAll(/^(?:import|export) (?!type\b)[^;]*?\bfrom '(\.[^']*)'/gm);
	const names = [...imports].map(([, name]) => name);
	return names
		.map((name) => `${path.resolve(path.dirname(file), name)}.ts`)
		.filter((target) => fs.existsSync(target));
}

/**
 * What shows concurrency or durability on PostgreSQL, or runs statements that no other file runs.
 * The quick tier runs these on PostgreSQL, the full tier every file that keeps something there.
 */
const quick = [
	/^test\/service\/assets\/(killed-before-answer|ledger-simulation)\./,
	/^test\/service\/operations\/(idempotency|idempotency-retention|once)\./,
	/^test\/service\/(accounts|database)\//,
	/^test\/service\/documents\/comparisons\/queue\./,
	/^test\/service\/log\/faults\./,
	/^test\/service\/mail\/outbox\./,
	/^test\/service\/objects\/(durability|buckets\/shared-bucket)\./,
	/^test\/service\/witness\/(witness|cosignatures)\./,
];

function isOfTier(name) {
	return (
		(process.env.TEST_TIER ?? 'quick') !== 'quick' || quick.some((pattern) => pattern.test(name))
	);
}

/** The file and all that its imports lead to. */
function reached(start) {
	const seen = new Set([start]);
	for (const file of seen) for (const target of importsOf(file)) seen.add(target);
	return seen;
}

function runsOnBoth(file) {
	const isOfExchange = file.startsWith(path.join(root, 'test', 'exchange', path.sep));
	if (isOfExchange) return fs.readFileSync(file, 'utf8').includes('databases.place()');
	const files = reached(file);
	return files.has(place) && !files.has(filling);
}

/** Below the root, as patterns of jest. */
function testsOnBothDatabases() {
	return suites.flatMap((suite) =>
		fs
			.readdirSync(path.join(root, suite), { recursive: true })
			.map((name) => path.posix.join(suite, name))
			.filter((name) => name.endsWith('.test.ts') && !once.includes(name) && isOfTier(name))
			.map((name) => path.join(root, name))
			.filter(runsOnBoth)
			.map((file) => `<rootDir>/${path.relative(root, file)}`),
	);
}

module.exports = { testsOnBothDatabases };
