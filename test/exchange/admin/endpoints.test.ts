/**
 * Whatever an administrator does, they can do by command and by endpoint, and the audit log tells the
 * same of it but for who it was. Each pair is tried on traders and markets of its own, against the
 * running exchange and a running tracker.
 */
import os from 'node:os';
import { programs } from '../../../api/programs';
import { admin } from '../../../exchange/admin/admin';
import { listActs } from '../../../exchange/operator/audit';
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

interface Pair {
	/** Words behind the name of the program; text in braces is a value of the stage. */
	readonly command: string;
	/** What the command reads. */
	readonly typed?: string;
	/** Fields of the endpoint, whatever place they travel in. */
	readonly input: Readonly<Record<string, unknown>>;
	readonly needs?: readonly ExchangeStepName[];
}

const seller = { accountId: '{sellerAccount}' };
const waiting = ['means at the tracker', 'a deposit', 'limits of payouts', 'a payout'] as const;
const account = '--account {sellerAccount}';

/** By the operation of the endpoint; each is asked for with the reason `asked`. */
const pairs: Readonly<Record<string, Pair>> = {
	addAccount: { command: 'account add --name {base}', input: { name: '{base}' } },
	disableAccount: { command: `account disable ${account}`, input: seller },
	enableAccount: { command: `account enable ${account}`, input: seller },
	freezeAccount: {
		command: `account freeze ${account} --cancel-orders --public-reason told`,
		input: { ...seller, cancelOrders: true, publicReason: 'told' },
	},
	unfreezeAccount: { command: `account unfreeze ${account}`, input: seller },
	cancelAccountOrders: {
		command: `account cancel-orders ${account} --symbol {symbol}`,
		input: { ...seller, symbol: '{symbol}' },
	},
	setAccountEmail: {
		command: `account set-email ${account} --email {sellerName}@second.test`,
		input: { ...seller, email: '{sellerName}@second.test' },
	},
	setAccountPayouts: {
		command: `account set-payouts ${account} --mode ON_DEMAND`,
		input: { ...seller, payouts: 'ON_DEMAND' },
	},
	creditAccount: {
		command: `account fund ${account} --asset {base} --amount 5 --reference {base}`,
		input: { ...seller, asset: '{base}', amount: '5', reference: '{base}' },
	},
	limitOpenOrders: {
		command: `account limit-orders ${account} --max 7`,
		input: { ...seller, maxNumOrders: 7 },
	},
	limitHeld: {
		command: `account limit-held ${account} --asset {base} --max 7`,
		input: { ...seller, asset: '{base}', maxHeld: '7' },
	},
	limitNotional: {
		command: `account limit-notional ${account} --asset {quote} --max 7.5`,
		input: { ...seller, asset: '{quote}', maxNotional: '7.5' },
	},
	addKey: {
		command: 'key add --account {buyerAccount} --label bot --scope TRADE --lifetime-days 3',
		input: { accountId: '{buyerAccount}', label: 'bot', scope: 'TRADE', lifetimeDays: 3 },
	},
	addTrackerKey: {
		command: 'key add-own --account {buyerAccount} --label own --scope FULL --lifetime-days 3',
		typed: 'the-key-of-{buyerName}-at-the-tracker',
		input: {
			...{ accountId: '{buyerAccount}', label: 'own', scope: 'FULL', lifetimeDays: 3 },
			'x-tracker-key': 'the-key-of-{buyerName}-at-the-tracker',
		},
	},
	addAdministratorKey: {
		command: 'key add-administrator --label night --lifetime-days 3',
		input: { label: 'night', lifetimeDays: 3 },
	},
	revokeKey: {
		command: 'key revoke --id {sellerKeyId}',
		input: { keyId: '{sellerKeyId}' },
		needs: ['a key that reads'],
	},
	addAsset: {
		command: 'asset add --code A{base} --decimals 2',
		input: { asset: 'A{base}', decimals: 2 },
	},
	linkAsset: {
		command: 'asset link --code A{base} --tracker-asset of-{base} --unit 0.5',
		input: { asset: 'A{base}', trackerAssetId: 'of-{base}', unit: '0.5' },
	},
	addMarket: {
		command:
			'market add --symbol M-{base} --base {base} --quote {quote} --tick 0.01 --step 1 --max-price 9 --min-qty 1 --max-qty 9 --maker-fee-bps 5 --static-band-percent 20 --max-num-orders 9',
		input: {
			...{ symbol: 'M-{base}', baseAsset: '{base}', quoteAsset: '{quote}', tickSize: '0.01' },
			...{ stepSize: '1', maxPrice: '9', minQty: '1', maxQty: '9', makerFeeBps: 5 },
			...{ staticBandPercent: '20', maxNumOrders: 9 },
		},
	},
	setMarketRules: {
		command: 'market set-rules --symbol {symbol} --max-num-orders 9 --reference-price 0.5',
		input: { symbol: '{symbol}', maxNumOrders: 9, referencePrice: '0.5' },
	},
	setSelfTradePrevention: {
		command: 'market prevent-self-trades --symbol {symbol} --mode DECREMENT',
		input: { symbol: '{symbol}', mode: 'DECREMENT' },
	},
	setMarketStatus: {
		command: 'market status --symbol {symbol} --status HALT',
		input: { symbol: '{symbol}', status: 'HALT' },
	},
	setPayoutLimits: {
		command: 'payout limit --account {buyerAccount} --asset {quote} --per-day 9 --approval-above 5',
		input: { accountId: '{buyerAccount}', asset: '{quote}', perDayMax: '9', approvalAbove: '5' },
		needs: ['means at the tracker'],
	},
	approvePayout: {
		command: 'payout approve --id {buyerPayoutId}',
		input: { payoutId: '{buyerPayoutId}' },
		needs: waiting,
	},
	rejectPayout: {
		command: 'payout reject --id {buyerPayoutId}',
		input: { payoutId: '{buyerPayoutId}' },
		needs: waiting,
	},
	reviewTransfer: {
		command: 'settlement review --id {buyerPayoutId} --decision REFUSED',
		input: { transferId: '{buyerPayoutId}', decision: 'REFUSED' },
		needs: [...waiting, 'a payout held for review'],
	},
	payOutCommissions: {
		command: 'commissions pay-out --asset {quote} --amount 0.25 --email {sellerName}@first.test',
		input: { asset: '{quote}', amount: '0.25', email: '{sellerName}@first.test' },
		needs: [
			...(['means at the tracker', 'means at the exchange', 'an order to sell'] as const),
			'a purchase of some',
		],
	},
	clearAlarm: {
		command: 'settlement clear-alarm --id {alarmId}',
		input: { alarmId: '{alarmId}' },
		needs: ['an alarm'],
	},
	resumePayouts: {
		command: 'settlement resume-payouts --asset {quote}',
		input: { asset: '{quote}' },
		needs: ['means at the tracker', 'stopped payouts'],
	},
	reconcile: { command: 'settlement reconcile --format json', input: {} },
	beginMaintenance: {
		command: 'maintenance begin --to 2030-01-01T00:00:00Z',
		input: { endsAt: Date.UTC(2030, 0, 1) },
	},
	endMaintenance: { command: 'maintenance end', input: {}, needs: ['maintenance'] },
};

/** What takes longer than a request may. */
const byCommandAlone = ['archive run'];

const databases = new TestDatabases();
let staged: StagedExchange;
/** Where is acted by command, and where by endpoint; both of those pairs that need nothing. */
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
	expect(Object.keys(pairs).sort()).toEqual(acting.map(({ operation }) => operation).sort());
	const written = admin.commands.filter(({ options }) => 'reason' in options);
	const paired = Object.values(pairs).map(({ command }) => command.replace(/ --.*/, ''));
	const words = written.map((command) => command.words);
	expect([...paired, ...byCommandAlone].sort()).toEqual([...words].sort());
});

async function runCommand(stage: ExchangeStage, { command, typed = '' }: Pair): Promise<void> {
	const terminal = new TextTerminal({ typed: filled(typed, stage.values) });
	const words = [...filled(command, stage.values).split(' '), '--reason', 'asked'];
	const environment = { EXCHANGE_DATA: staged.dataFolder };
	const code = await runCommandLine(admin, words, { environment, terminal });
	const { complaint } = terminal;
	expect({ words, code, complaint }).toEqual({ words, code: 0, complaint: '' });
}

async function callEndpoint(stage: ExchangeStage, operation: string, given: Pair['input']) {
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

test.each(Object.entries(pairs))(
	'%s is told by the audit log as its command is',
	async (operation, pair) => {
		const { needs } = pair;
		const open = () => ExchangeStage.open(staged);
		const [one, other] = needs === undefined ? shared : [await open(), await open()];
		const prepare = async (stage: ExchangeStage) => {
			for (const need of needs ?? []) await exchangeSteps[need](stage);
		};
		await prepare(one);
		await runCommand(one, pair);
		const byCommand = await newestAct(one);
		await prepare(other);
		await callEndpoint(other, operation, pair.input);
		const byEndpoint = await newestAct(other);
		expect(byEndpoint.told).toEqual(byCommand.told);
		expect(byCommand.actor).toEqual({ kind: 'COMMAND', name: os.userInfo().username });
		expect(byEndpoint.actor).toMatchObject({ kind: 'KEY', name: 'test' });
	},
);
