import path from 'node:path';
import { cleanEnvironment } from '../../../start/machine/clean-environment';

describe('the environment of started processes', () => {
	test('drops settings meant for another n8n or npm project', () => {
		const environment = cleanEnvironment({
			N8N_ENCRYPTION_KEY: 'other',
			DB_TYPE: 'postgresdb',
			EXECUTIONS_MODE: 'queue',
			npm_config_ignore_scripts: 'true',
			npm_lifecycle_event: 'start',
			NODE_OPTIONS: '--inspect',
			HOME: '/people/ada',
			LANG: 'de_AT.UTF-8',
		});
		expect(environment).toEqual({
			HOME: '/people/ada',
			LANG: 'de_AT.UTF-8',
			PATH: expect.any(String),
		});
	});

	test('keeps where packages come from', () => {
		const network = {
			npm_config_registry: 'https://registry.example/',
			npm_config_cafile: '/ca.pem',
			HTTPS_PROXY: 'http://proxy.example',
		};
		expect(cleanEnvironment(network)).toMatchObject(network);
	});

	test('puts this Node.js first on the PATH', () => {
		const [first, second] = (cleanEnvironment({ PATH: '/usr/bin' }).PATH ?? '').split(':');
		expect([first, second]).toEqual([path.dirname(process.execPath), '/usr/bin']);
	});
});
