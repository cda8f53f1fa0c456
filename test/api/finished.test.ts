/**
 * An endpoint is finished when it can be reached by a node, is shown by a golden file and an
 * OpenAPI entry, stands in the table of endpoints and in the changelog. What is missing is named.
 */
import fs from 'node:fs';
import path from 'node:path';
import { programs } from '../../api/programs';
import { keeperScreen } from '../../nodes/Keeper/screen';
import { sealerScreen } from '../../nodes/Sealer/screen';
import { storageScreen } from '../../nodes/Storage/screen';
import { trackerScreen } from '../../nodes/Tracker/screen';
import { endpointsOf, type NamedEndpoint } from '../../server/http/endpoints';
import { goldens } from './golden';

const read = (file: string) => fs.readFileSync(path.join(__dirname, '..', '..', file), 'utf8');

/**
 * What no node is for: the products a key can use are asked for by the connection test of the
 * credential, the log is checked by Verify, and the exchange is reached over HTTP.
 */
const areasWithoutNode: readonly string[] = ['platform', 'log', 'exchange'];

const reached = new Set(
	[sealerScreen, trackerScreen, keeperScreen, storageScreen].flatMap(({ area, operations }) =>
		operations.map(({ endpoint }) => `${area}.${endpoint}`),
	),
);

const documents = ['api/openapi.json', 'api/openapi-exchange.json'].map(read).join();
const page = read('docs/endpoints.md');
const changelog = read('CHANGELOG.md');
const shown = new Set(
	goldens
		.filter(([, { code }]) => code === undefined)
		.map(([file]) => file.split('.').slice(0, 2).join('.')),
);

/** What each endpoint needs to be finished, by the words a missing one is told in. */
const needed: Readonly<Record<string, (name: string, endpoint: NamedEndpoint) => boolean>> = {
	'an operation of its node': (name, { area }) =>
		areasWithoutNode.includes(area) || reached.has(name),
	'a golden file of a success': (name) => shown.has(name),
	'an entry in its OpenAPI document': (_name, { area, operation }) =>
		documents.includes(`"operationId": "${area}_${operation}"`),
	'a row in docs/endpoints.md': (name) => page.includes(`| \`${name}\` `),
	'its name in the changelog': (name) => changelog.includes(`\`${name}\``),
};

const all = Object.values(programs)
	.flatMap(endpointsOf)
	.map((endpoint) => [`${endpoint.area}.${endpoint.operation}`, endpoint] as const);

test.each(all)('%s is finished', (name, endpoint) => {
	const missing = Object.entries(needed).filter(([, isThere]) => !isThere(name, endpoint));
	expect(missing.map(([what]) => `${name} has not ${what}`)).toEqual([]);
});

test('nodes reach described endpoints only, and none of an area that has no node', () => {
	const known = new Set<string>(all.map(([name]) => name));
	const strange = [...reached].filter(
		(name) => !known.has(name) || areasWithoutNode.includes(name.split('.')[0] ?? ''),
	);
	expect(strange).toEqual([]);
});
