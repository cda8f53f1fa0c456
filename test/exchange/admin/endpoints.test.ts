/**
 * Whatever an administrator does, they can do by command and by endpoint, and the audit log tells the
 * same of it but for who it was. Each is tried on traders and markets of its own, against the
 * running exchange and a running tracker.
 */
import os from 'node:os';
import { programs } from '../../../api/programs';
import { admin } from '../../../exchange/admin/admin';
import { listActs } from '../../../exchange/guard/audit';
import { endpointsOf } from '../../../server/http/routing/endpoints';
import { runCommandLine } from '../../../server/commands/shell';
import {
	ExchangeStage,
	exchangeSteps,
	stageExchange,
	type ExchangeStepName,
	type StagedExchange,
} from '../../api/exchange-stage';
import { filled } from '../../api/golden';
import { TestDatabases } from '../../support/servers/databases';
import { send } from '../../support/clients/requests';
import { TextTerminal } from '../../support/programs/text-terminal';

interface Act {
	/** Fields of the endpoint, whatever place they travel in. */
	readonly input: Readonly<Record<string, unknown>>;
	readonly needs?: readonly ExchangeStepName[];
}

const seller = { accountId: '{sellerAccount}' };
const waiting = ['means at the tracker', 'a deposit', 'limits of payouts', 'a payout'] as const;

/** By the operation, each with the reason `asked`; text in braces is a value of the stage. */
const acts: Readonly<Record<string, Act>> = {
	addAccount: { input: { name: '{base}' } },
	disableAccount: { input: seller },
	enableAccount: { input: seller },
	freezeAccount: { input: { ...seller, cancelOrders: true, publicReason: 'told' } },
	unfreezeAccount: { input: seller },
	cancelAccountOrders: { input: { ...seller, symbol: '{symbol}' } },
	setAccountEmail: { input: { ...seller, email: '{sellerName}@second.test' } },
	setAccountPayouts: { input: { ...seller, payouts: 'ON_DEMAND' } },
	creditAccount: { input: { ...seller, asset: '{base}', amount: '5', reference: '{base}' } },
	limitOpenOrders: { input: { ...seller, maxNumOrders: 7 } },
	limitHeld: { input: { ...seller, asset: '{base}', maxHeld: '7' } },
	limitNotional: { input: { ...seller, asset: '{quote}', maxNotional: '7.5' } },
	addKey: {
		input: { accountId: '{buyerAccount}', label: 'bot', scope: 'TRADE', lifetimeDays: 3 },
	},
	addTrackerKey: {
		input: {
			...{ accountId: '{buyerAccount}', label: 'own', scope: 'FULL', lifetimeDays: 3 },
			'x-tracker-key': 'the-key-of-{buyerName}-at-the-tracker',
		},
	},
	addAdministratorKey: { input: { label: 'night', lifetimeDays: 3 } },
	revokeKey: { input: { keyId: '{sellerKeyId}' }, needs: ['a key that reads'] },
	addAsset: { input: { asset: 'A{base}', decimals: 2 } },
	linkAsset: { input: { asset: 'A{base}', trackerAssetId: 'of-{base}', unit: '0.5' } },
	addMarket: {
		input: {
			...{ symbol: 'M-{base}', baseAsset: '{base}', quoteAsset: '{quote}', tickSize: '0.01' },
			...{ stepSize: '1', maxPrice: '9', minQty: '1', maxQty: '9', makerFeeBps: 5 },
			...{ staticBandPercent: '20', maxNumOrders: 9 },
		},
	},
	setMarketRules: { input: { symbol: '{symbol}', maxNumOrders: 9, referencePrice: '0.5' } },
	setSelfTradePrevention: { input: { symbol: '{symbol}', mode: 'DECREMENT' } },
	setMarketStatus: { input: { symbol: '{symbol}', status: 'HALT' } },
	setPayoutLimits: {
		input: { accountId: '{buyerAccount}', asset: '{quote}', perDayMax: '9', approvalAbove: '5' },
		needs: ['means at the tracker'],
	},
	approvePayout: { input: { payoutId: '{buyerPayoutId}' }, needs: waiting },
	rejectPayout: { input: { payoutId: '{buyerPayoutId}' }, needs: waiting },
	reviewTransfer: {
		input: { transferId: '{buyerPayoutId}', decision: 'REFUSED' },
		needs: [...waiting, 'a payout held for review'],
	},
	payOutCommissions: {
		input: { asset: '{quote}', amount: '0.25', email: '{sellerName}@first.test' },
		needs: [
			...(['means at the tracker', 'means at the exchange', 'an order to sell'] as const),
			'a purchase of some',
		],
	},
	clearAlarm: { input: { alarmId: '{alarmId}' }, needs: ['an alarm'] },
	resumePayouts: {
		input: { asset: '{quote}' },
		needs: ['means at the tracker', 'stopped payouts'],
	},
	reconcile: { input: {} },
	beginMaintenance: { input: { endsAt: Date.UTC(2030, 0, 1) } },
	endMaintenance: { input: {}, needs: ['maintenance'] },
};

/** What takes longer than a request may, and an act on many that an endpoint does on one. */
const byCommandAlone = ['archive run', 'review-transfers'];

const databases = new TestDatabases();
let staged: StagedExchange;
/** Where is acted by command, and where by endpoint; both of those acts that need nothing. */
let shared: readonly [ExchangeStage, ExchangeStage];

beforeAll(async () => {
	staged = await stageExchange(await databases.place('SQLite'));
	shared = [await ExchangeStage.open(staged), await ExchangeStage.open(staged)];
});
afterAll(async () => {
	await staged.close();
	await databases.close();
});

const acting = endpointsOf(programs.exchange).filter(
	({ endpoint }) => endpoint.caller === 'ADMINISTRATOR' && endpoint.method !== 'GET',
);

test('every endpoint by which an administrator acts has its command, and every command its endpoint', () => {
	const operations = acting.map(({ operation }) => operation);
	expect(Object.keys(acts).sort()).toEqual(operations.sort());
	const written = admin.commands.filter(({ options }) => 'reason' in options);
	const words = written.map((command) => command.words);
	expect(words.sort()).toEqual([...operations.map(hyphened), ...byCommandAlone].sort());
});

function hyphened(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A moment is written as a person does; a key is read from standard input. */
function optionsOf(input: Readonly<Record<string, unknown>>): readonly string[] {
	return Object.entries(input).flatMap(([name, value]) => {
		if (name === 'x-tracker-key') return [];
		const option = `--${hyphened(name)}`;
		if (value === true) return [option];
		const text = name === 'endsAt' ? new Date(Number(value)).toISOString() : String(value);
		return [option, text];
	});
}

async function runCommand(stage: ExchangeStage, operation: string, given: Act['input']) {
	const input = filled(given, stage.values);
	const terminal = new TextTerminal({ typed: String(input['x-tracker-key'] ?? '') });
	const words = [hyphened(operation), ...optionsOf({ ...input, reason: 'asked' })];
	const environment = { EXCHANGE_DATA: staged.dataFolder };
	const code = await runCommandLine(admin, words, { environment, terminal });
	const { complaint } = terminal;
	expect({ words, code, complaint }).toEqual({ words, code: 0, complaint: '' });
}

async function callEndpoint(stage: ExchangeStage, operation: string, given: Act['input']) {
	const endpoint = acting.find((named) => named.operation === operation)?.endpoint;
	if (endpoint === undefined) throw new Error(`there is no endpoint ${operation}`);
	const input: Record<string, unknown> = { ...filled(given, stage.values), reason: 'asked' };
	const placed = (place: string) =>
		Object.entries(endpoint.fields).filter(([name, field]) => field.in === place && name in input);
	const path = placed('path').reduce(
		(text, [name]) => text.replace(`{${name}}`, String(input[name])),
		endpoint.path,
	);
	const answer = await send({
		method: endpoint.method,
		url: stage.value('exchange_url') + path,
		headers: {
			'x-api-key': stage.value('administratorKey'),
			...Object.fromEntries(placed('header').map(([name]) => [name, String(input[name])])),
		},
		json: Object.fromEntries(placed('json').map(([name]) => [name, input[name]])),
	});
	if (answer.status >= 300) throw new Error(`${operation} answers ${answer.text}`);
}

/** The newest act, with what is of the stage alone called by its name. */
async function newestAct({ values }: ExchangeStage) {
	const { database } = staged.exchange.exchange;
	const [act] = await listActs(database, { limit: 1, offset: 0 });
	if (act === undefined) throw new Error('nothing stands in the audit log');
	const { actor, action, subject, details, reason } = act;
	let text = JSON.stringify({ action, subject, details, reason });
	for (const [name, value] of Object.entries(values)) text = text.replaceAll(value, `{${name}}`);
	return { actor, told: JSON.parse(text.replace(/[0-9a-f]{24}/g, '<id>')) as object };
}

test.each(Object.entries(acts))(
	'%s is told by the audit log as its command is',
	async (operation, { input, needs }) => {
		const open = () => ExchangeStage.open(staged);
		const [one, other] = needs === undefined ? shared : [await open(), await open()];
		const prepare = async (stage: ExchangeStage) => {
			for (const need of needs ?? []) await exchangeSteps[need](stage);
		};
		await prepare(one);
		await runCommand(one, operation, input);
		const byCommand = await newestAct(one);
		await prepare(other);
		await callEndpoint(other, operation, input);
		const byEndpoint = await newestAct(other);
		expect(byEndpoint.told).toEqual(byCommand.told);
		expect(byCommand.actor).toEqual({ kind: 'COMMAND', name: os.userInfo().username });
		expect(byEndpoint.actor).toMatchObject({ kind: 'KEY', name: 'test' });
	},
);
