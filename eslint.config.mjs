// What ships to n8n is held to n8n's own rules for verified community nodes, those for its cloud
// included; everything else to the recommended rules for TypeScript. n8n's rules that forbid
// Node's own modules and globals are not meant for a service, so it is outside their files.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesPlugin from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';
import { timedVerdicts } from './test/tidy/timed-verdicts.mjs';

const packageFiles = ['nodes/**/*.ts', 'credentials/**/*.ts', 'api/**/*.ts', 'proof/**/*.ts'];
const { rules: n8nRules, plugins: n8nPlugins } = n8nCommunityNodesPlugin.configs.recommended;

/** A promise that is left alone loses its fault; one that is misread is always true. */
const promiseRules = {
	'@typescript-eslint/no-floating-promises': 'error',
	'@typescript-eslint/no-misused-promises': 'error',
	'@typescript-eslint/await-thenable': 'error',
	'@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
	'@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
};

const typeRules = {
	// A `default` does not count: a new kind of state must be met in every switch over it.
	'@typescript-eslint/switch-exhaustiveness-check': [
		'error',
		{ considerDefaultExhaustiveForUnions: false, requireDefaultForNonUnion: true },
	],
	'@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true }],
	'@typescript-eslint/no-unnecessary-type-assertion': 'error',
	'@typescript-eslint/no-redundant-type-constituents': 'error',
	'@typescript-eslint/restrict-plus-operands': 'error',
};

/** What JSON and other untyped edges hand in is checked before it is used. */
const anyRules = {
	'@typescript-eslint/no-unsafe-argument': 'error',
	'@typescript-eslint/no-unsafe-assignment': 'error',
	'@typescript-eslint/no-unsafe-call': 'error',
	'@typescript-eslint/no-unsafe-member-access': 'error',
	'@typescript-eslint/no-unsafe-return': 'error',
};

export default tseslint.config(
	{ ignores: ['**/dist/', '**/node_modules/', '.data/', 'coverage/', '.cache/'] },
	{
		files: ['**/*.{ts,tsx}'],
		extends: [tseslint.configs.recommended],
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
			],
			...promiseRules,
			...typeRules,
		},
	},
	{
		files: ['**/*.{ts,tsx}'],
		ignores: ['test/**'],
		rules: anyRules,
	},
	{
		files: ['test/**/*.ts'],
		ignores: ['test/bench/**'],
		plugins: { tests: { rules: { 'timed-verdicts': timedVerdicts } } },
		rules: { 'tests/timed-verdicts': 'error' },
	},
	{
		files: ['**/*.js', '**/*.mjs'],
		extends: [tseslint.configs.recommended],
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{
		files: [...packageFiles, 'package.json'],
		plugins: { ...n8nPlugins, 'n8n-nodes-base': n8nNodesPlugin },
		rules: { ...n8nRules, 'no-console': 'error' },
	},
	{
		files: ['package.json'],
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
		rules: n8nNodesPlugin.configs.community.rules,
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesPlugin.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesPlugin.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
