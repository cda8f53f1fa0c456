/**
 * Tests run as TypeScript through swc, two files at a time; the closing line is for CI. A file says
 * its tier by its name: the quick tier leaves out `*.full.test.ts`, and only the long one runs
 * `*.long.test.ts`. What the service keeps in a database is tested twice: in SQLite with everything
 * else, and in PostgreSQL.
 */
const { testsOnBothDatabases } = require('./test/support/run/both-databases');
const { isProduct, isShared, readTypeScript } = require('./test/support/run/shared-modules');

const leftOut = {
	quick: ['\\.(full|long)\\.test\\.ts$'],
	full: ['\\.long\\.test\\.ts$'],
	long: ['(?<!\\.long)\\.test\\.ts$'],
};
const tier = process.env.TEST_TIER ?? 'quick';
if (!Object.hasOwn(leftOut, tier)) {
	throw new Error(`TEST_TIER is '${tier}' and must be one of ${Object.keys(leftOut).join(', ')}.`);
}

const tests = {
	testEnvironment: '<rootDir>/test/support/run/test-environment.js',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: leftOut[tier],
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/test/n8n-host/node_modules'],
	// Besides those that files share, packages that are published as ES modules only.
	transformIgnorePatterns: [
		`^(?!.*${isShared}).*/node_modules/(?!(content-disposition|jose|oidc-provider|pixelmatch)/)`,
	],
	transform: {
		[isShared]: '<rootDir>/test/support/run/shared-modules.js',
		[isProduct]: '<rootDir>/test/support/run/shared-modules.js',
		'\\.[jt]s$': ['@swc/jest', readTypeScript],
	},
	setupFilesAfterEnv: ['<rootDir>/test/support/run/equal-bytes.ts'],
	// In the realm of the tests each use of a global is a search; these are handed to every file.
	sandboxInjectedGlobals: ['Array', 'JSON', 'Math', 'Number', 'Object', 'Uint8Array'],
	globalSetup: '<rootDir>/test/support/run/before-run.ts',
	globalTeardown: '<rootDir>/test/support/run/after-run.ts',
};

module.exports = {
	projects: [
		{ ...tests, displayName: 'all' },
		{
			...tests,
			displayName: 'PostgreSQL',
			testMatch: testsOnBothDatabases(),
			setupFiles: ['<rootDir>/test/support/run/on-postgres.js'],
		},
	],
	// As many as the machine of CI has processors, so that a test has one for itself.
	maxWorkers: 2,
	// Of the tests of a file that run beside each other; each is a program of its own.
	maxConcurrency: 2,
	// Each file leaves a little behind; a process that has run a hundred of them does little but collect it.
	workerIdleMemoryLimit: '1GB',
	// Ends what hangs; how long a test takes is no matter of it.
	testTimeout: 300_000,
	reporters: ['default', '<rootDir>/test/closing-line.js'],
};
