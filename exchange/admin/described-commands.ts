/**
 * The commands of the description: each of an administrator's endpoints is one, named by its
 * operation (`freezeAccount` is `freeze-account`), with the endpoint's fields as options. A command
 * runs the same handler as a request, on the opened database.
 */
import os from 'node:os';
import type { EndpointDescription, Field } from '../../api/language/description';
import { programs } from '../../api/programs';
import { command, type Command, type OptionDescription } from '../../server/commands/command';
import { CommandFault, FieldFault } from '../../server/commands/command-fault';
import { flagOf } from '../../server/commands/shell';
import { listOf } from '../../server/config/schema';
import { checkFor, type Values } from '../../server/http/routing/checks';
import { endpointsOf, fieldsIn, type NamedEndpoint } from '../../server/http/routing/endpoints';
import { newId } from '../../server/clock';
import { Refusal } from '../../server/refusal';
import { IntentFeed } from '../feeds/intent-feed';
import { operatorHandlers } from '../handlers/operator/handlers';
import { exitCodes, type Verdict } from '../history/reconciliation/comparison';
import { readTime } from '../history/statements/statement';
import {
	handlerOf,
	type Operator,
	type OperatorParts,
	type SettlementParts,
} from '../operations/handler';
import { settingsOfFile } from '../settlement/setup/settings-file';
import { TraderBalances } from '../settlement/trader-balances';
import { answerText } from './answer-text';
import { edges, withTools, withTreasury, type Tools } from './tools';

/** Endpoints for everybody that an administrator's acts refer to. */
const publicOperations = ['exchangeStatus', 'getMarket', 'listMarkets'];

/** Their answers are in the Redis of a running exchange. */
const runningAlone = ['listQueues'];

const described = endpointsOf(programs.exchange).filter(
	({ operation, endpoint: { caller } }) =>
		publicOperations.includes(operation) ||
		(caller === 'ADMINISTRATOR' && !runningAlone.includes(operation)),
);

/** A credit is made once under this; the command makes one that is not given. */
const ownId = 'reference';

export const describedCommands: readonly Command[] = described.map((named) => {
	const { operation, endpoint } = named;
	return command(wordOf(operation), {
		does: endpoint.summary,
		options: optionsOf(endpoint),
		run: withTools((tools, values: Values) => run(tools, named, values)),
	});
});

function wordOf(operation: string): string {
	return flagOf(operation).slice('--'.length);
}

/** Header fields are keys: they are read from standard input, because others see a command line. */
function optionsOf({ fields }: EndpointDescription): Readonly<Record<string, OptionDescription>> {
	const options = Object.entries<Field>(fields).filter(([, field]) => field.in !== 'header');
	const json = { meaning: 'the answer as JSON, as the endpoint gives it' };
	return {
		...Object.fromEntries(options.map(([name, field]) => [name, optionOf(name, field)])),
		json,
	};
}

function optionOf(name: string, field: Field): OptionDescription {
	if (field.type === 'boolean') return { meaning: field.description };
	return {
		value: placeholderOf(name, field),
		meaning: field.description,
		isNeeded: field.required === true && name !== ownId,
		...('choices' in field && { choices: field.choices }),
		...('default' in field && { default: String(field.default) }),
	};
}

function placeholderOf(name: string, field: Field): string {
	if (name === 'accountId') return 'ID|NAME';
	if (field.many === true) return 'A,B';
	if (field.type === 'integer') return field.isMoment ? 'TIME' : 'N';
	if (field.type !== 'string') return 'TEXT';
	return field.choices ? 'CHOICE' : field.pattern ? 'VALUE' : 'TEXT';
}

async function run(
	tools: Tools,
	named: NamedEndpoint,
	{ json, ...given }: Values,
): Promise<unknown> {
	const { operation, endpoint } = named;
	const values = await checked(tools, endpoint, given);
	const answer = await perform(tools, named, values);
	if (operation === 'reconcile') {
		tools.endWith(exitCodes[(answer as { readonly verdict: Verdict }).verdict]);
	}
	if (json === true) return answer;
	await tools.terminal.write(answerText(endpoint.reply, answer));
	return undefined;
}

/** A command line has texts, as a query has; the check is that of the endpoint. */
async function checked(tools: Tools, endpoint: EndpointDescription, given: Values) {
	const entries = Object.entries(endpoint.fields);
	const fields = entries.map(([name, field]) => [name, { ...field, in: 'query' }] as const);
	const values: Values = {};
	for (const [name, field] of entries) {
		const text = given[name];
		if (field.in === 'header') values[name] = (await tools.terminal.read()).trim();
		else if (typeof text === 'string') values[name] = await readText(tools, name, { field, text });
		else if (text !== undefined) values[name] = text;
		else if (name === ownId) values[name] = newId(edges.clock);
	}
	const asQuery = { ...endpoint, fields: Object.fromEntries(fields) } as EndpointDescription;
	try {
		return checkFor(asQuery, 'query', programs.exchange)(values);
	} catch (fault) {
		throw asCommandFault(endpoint, fault);
	}
}

async function readText(
	{ accounts, markets }: Tools,
	name: string,
	{ field, text }: { readonly field: Field; readonly text: string },
): Promise<unknown> {
	if (field.many === true) return listOf(text);
	if (name === 'accountId') return (await accounts.find(text))?.id ?? text;
	// What is done to an account has its id, and a person knows its name.
	if (name === 'subject' && (await markets.decimalsOf(text)) === undefined) {
		return (await accounts.find(text))?.id ?? text;
	}
	return field.type === 'integer' && field.isMoment ? momentOf(name, text) : text;
}

/** Also takes a date: its begin, or for the end of something the last moment of that day. */
function momentOf(name: string, text: string): unknown {
	if (/^\d{9,}$/.test(text)) return text;
	const isLast = name.startsWith('end') && !text.includes('T');
	const time = readTime(text, isLast ? 'to' : 'from');
	if (time !== null) return isLast ? time - 1 : time;
	throw new CommandFault(
		`${flagOf(name)} must be a date such as 2026-11-20 or a time such as 2026-11-20T08:00:00Z`,
	);
}

/** Runs the handler of an operation and returns the body of its answer. */
export async function perform(
	tools: Tools,
	{ operation, endpoint }: Pick<NamedEndpoint, 'operation' | 'endpoint'>,
	values: Values,
): Promise<unknown> {
	const act = async (settlement: SettlementParts | undefined) => {
		const handler = handlerOf(operatorHandlers(partsOf(tools, settlement)), operation);
		const answer = await handler(operator(), values).catch((fault: unknown) => {
			throw asCommandFault(endpoint, fault);
		});
		if (endpoint.otherReplies === undefined) return answer;
		return (answer as { readonly body: unknown }).body;
	};
	if (!endpoint.errors.includes('Exchange_SettlementOff')) return act(undefined);
	return withTreasury(tools, (treasury) =>
		act({
			treasury,
			// A transfer is carried out by the workers, which may not run, so nothing waits for it.
			intents: new IntentFeed(tools.database, { transferMs: 0 }),
			accounts: tools.accounts,
			traderBalances: new TraderBalances(treasury.tracker, treasury.settings),
			onPlanned: () => undefined,
		}),
	);
}

/** The workers of a running exchange find what was appended or planned within a second. */
function partsOf(tools: Tools, settlement: SettlementParts | undefined): OperatorParts {
	const { database, accounts, markets, config } = tools;
	return {
		...edges,
		database,
		reader: database,
		accounts,
		markets,
		settlement,
		keyLifetimeDays: config.keyLifetimeDays,
		settlementSettings: () => settingsOfFile(config.settlementFile),
		onAppended: () => undefined,
		queues: [],
	};
}

/** A container may run as a user without a name. */
export function operator(): Operator {
	try {
		return { kind: 'OPERATOR', user: os.userInfo().username };
	} catch {
		return { kind: 'OPERATOR', user: `uid ${process.getuid?.() ?? 'unknown'}` };
	}
}

/** In the words of a command line: fields are options. */
function asCommandFault(endpoint: EndpointDescription, fault: unknown): unknown {
	if (fault instanceof FieldFault) return fieldFault(endpoint, fault.field, fault.fault);
	if (!(fault instanceof Refusal)) return fault;
	const [field = '', what = ''] = fault.args;
	if (fault.code === 'Request_Invalid') return fieldFault(endpoint, String(field), String(what));
	return new CommandFault(`${fault.message} ${fault.change}`);
}

function fieldFault(endpoint: EndpointDescription, field: string, fault: string): CommandFault {
	const isOption = field in endpoint.fields && !(field in fieldsIn(endpoint, 'header'));
	return new CommandFault(`${isOption ? flagOf(field) : field} ${fault}`);
}
