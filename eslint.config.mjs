// What ships to n8n is held to n8n's own rules for verified community nodes, those for its cloud
// included. All that is ours is held to the rules of .oxlintrc.json.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesPlugin from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const packageFiles = ['nodes/**/*.ts', 'credentials/**/*.ts', 'api/**/*.ts', 'proof/**/*.ts'];
const { rules: n8nRules, plugins: n8nPlugins } = n8nCommunityNodesPlugin.configs.recommended;

export default tseslint.config(
	{ ignores: ['**/dist/', '**/node_modules/', '.data/', 'coverage/', '.cache/'] },
	// Their types are checked by oxlint.
	{ files: packageFiles, languageOptions: { parser: tseslint.parser } },
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
