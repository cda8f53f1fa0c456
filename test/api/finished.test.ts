/**
 * An endpoint is finished when it can be reached by a node, is shown by a golden file and an
 * OpenAPI entry, and stands in the table of endpoints. What is missing is named.
 */
import fs from 'node:fs';
import path from 'node:path';
import { exchangeEvents } from '../../api/exchange/events';
import { programs } from '../../api/programs';
import { exchangeScreen } from '../../nodes/Exchange/screen';
import { keeperScreen } from '../../nodes/Keeper/screen';
import { sealerScreen } from '../../nodes/Sealer/screen';
import { storageScreen } from '../../nodes/Storage/screen';
import { trackerScreen } from '../../nodes/Tracker/screen';
import { openApiText } from '../../server/http/documents/openapi';
import { endpointsOf, type NamedEndpoint } from '../../server/http/routing/endpoints';
import { endpointOf, goldens } from './golden';

const read = (file: string) => fs.readFileSync(path.join(__dirname, '..', '..', file), 'utf8');

/**
 * What no node is for: the products a key can use are asked for by the connection test of the
 * credential, the log is checked by Verify, and by the link of a mail a person signs, who has no key.
 */
const areasWithoutNode: readonly string[] = ['platform', 'log', 'signing'];

/** What the Exchange node asks besides its operations: dry runs, looking again, and what it checks by. */
const askedBesides: readonly string[] = [
	...[
		'testOrder',
		'testCancel',
		'placeOrders',
		'testOrders',
		'cancelOrders',
		'getOrderByClientId',
		'cancelOrderByClientId',
		'getDeposit',
		'getPayout',
		'reserves',
		'serverTime',
	],
].map((name) => `exchange.${name}`);

/** Of the exchange, what is for programs and for a trader's own settings, and not for a step of a workflow. */
const withoutNode: readonly string[] = [
	...[
		'exchangeStatus',
		'exchangeInfo',
		'ticker',
		'listTickers',
		'listReports',
		'createStreamToken',
	],
	...['reduceOrder', 'cancelAfter', 'listCancelAfter'],
	...['placeOco', 'listOrderLists', 'getOrderList', 'cancelOrderList'],
	// Events are for triggers.
	...Object.keys(exchangeEvents),
	...['setPayouts', 'listDeposits', 'listPayouts', 'makeOwnKey', 'listOwnKeys', 'endOwnKey'],
].map((name) => `exchange.${name}`);

function needsNode(name: string, { area, endpoint }: NamedEndpoint): boolean {
	if (areasWithoutNode.includes(area) || withoutNode.includes(name)) return false;
	return endpoint.reply.kind !== 'stream' && endpoint.caller !== 'ADMINISTRATOR';
}

const screens = [sealerScreen, trackerScreen, keeperScreen, storageScreen, exchangeScreen];

const reached = new Set([
	...screens.flatMap(({ area, operations }) =>
		operations.map(({ endpoint }) => `${area}.${endpoint}`),
	),
	...askedBesides,
]);

const documents = Object.values(programs).map(openApiText).join();
const page = read('docs/endpoints.md');
const shown = new Set(
	goldens
		.filter(([, { code }]) => code === undefined)
		.map(([, golden]) => endpointOf(golden))
		.map((found) => `${found?.area}.${found?.operation}`),
);

/** What each endpoint needs to be finished, by the words a missing one is told in. */
const needed: Readonly<Record<string, (name: string, endpoint: NamedEndpoint) => boolean>> = {
	'an operation of its node': (name, named) => !needsNode(name, named) || reached.has(name),
	'a golden file of a success': (name) => shown.has(name),
	'an entry in its OpenAPI document': (_name, { area, operation }) =>
		documents.includes(`"operationId": "${area}_${operation}"`),
	'a row in docs/endpoints.md': (name) => page.includes(`| \`${name}\` `),
};

const all = Object.values(programs)
	.flatMap(endpointsOf)
	.map((endpoint) => [`${endpoint.area}.${endpoint.operation}`, endpoint] as const);

test.each(all)('%s is finished', (name, endpoint) => {
	const missing = Object.entries(needed).filter(([, isThere]) => !isThere(name, endpoint));
	expect(missing.map(([what]) => `${name} has not ${what}`)).toEqual([]);
});

test('nodes reach described endpoints only, and none that has no node', () => {
	const known = new Set<string>(all.map(([name]) => name));
	const strange = [...reached].filter(
		(name) =>
			!known.has(name) ||
			withoutNode.includes(name) ||
			areasWithoutNode.includes(name.split('.')[0] ?? ''),
	);
	expect(strange).toEqual([]);
});
