/**
 * Tests run as TypeScript through swc, three files at a time; the closing line is for CI. What the
 * service keeps in a database is tested twice: in SQLite with everything else, and in PostgreSQL.
 */
const { testsOnBothDatabases } = require('./test/support/both-databases');

const tests = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['\\.long\\.test\\.ts$'],
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/test/n8n-host/node_modules'],
	// Packages that are published as ES modules only.
	transformIgnorePatterns: ['/node_modules/(?!(content-disposition|pixelmatch)/)'],
	transform: {
		'\\.[jt]s$': [
			'@swc/jest',
			{ jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
		],
	},
	setupFiles: ['<rootDir>/test/support/child-processes.js'],
	globalSetup: '<rootDir>/test/support/before-run.ts',
	globalTeardown: '<rootDir>/test/support/after-run.ts',
};

module.exports = {
	projects: [
		{ ...tests, displayName: 'all' },
		{
			...tests,
			displayName: 'PostgreSQL',
			testMatch: testsOnBothDatabases(),
			setupFiles: [...tests.setupFiles, '<rootDir>/test/support/on-postgres.js'],
		},
	],
	// One more than the machine of CI has processors: every other file waits for something at times.
	maxWorkers: 3,
	// Each file leaves a little behind; a process that has run a hundred of them does little but collect it.
	workerIdleMemoryLimit: '1GB',
	// Ends what hangs; how long a test takes is no matter of it.
	testTimeout: 240_000,
	reporters: ['default', '<rootDir>/test/closing-line.js'],
};
