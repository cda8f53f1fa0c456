/**
 * What the shipped workflows of the exchange come to, in whatever way n8n runs: each scenario is a workflow
 * and what is true once it has run. They share one market, and leave its book empty.
 */
import type { IDataObject } from 'n8n-workflow';
import { until } from '../support/clients/requests';
import { symbol, type Scenarios, type WorkflowStage } from '../support/n8n/workflow-stage';

async function assetId(stage: WorkflowStage, name: string): Promise<string> {
	const held = await stage.tracker<readonly IDataObject[]>('alice', 'GET', 'balances');
	return String(held.find(({ displayName }) => displayName === name)?.id);
}

async function firstTrade({ n8n }: WorkflowStage): Promise<void> {
	const run = await n8n.run('first-trade', 'Start');
	const [{ json } = { json: {} }] = run.items('What It Came To');
	expect(json).toMatchObject({ status: 'FILLED', price: '12.5' });
	// The maker pays 0.1 % of 500.00.
	expect(Number(json.centsNow) - Number(json.centsBefore)).toBe(49_950);
}

async function tradeAt(stage: WorkflowStage, price: string): Promise<void> {
	await stage.order('bob', { side: 'SELL', price, quantity: '1' });
	expect(await stage.order('alice', { side: 'BUY', price, quantity: '1' })).toMatchObject({
		status: 'FILLED',
	});
}

async function priceAlert(stage: WorkflowStage): Promise<void> {
	const told = async () => {
		const run = await stage.n8n.run('price-alert', 'Every Minute');
		return run.items('Message').map(({ json }) => json.subject);
	};
	await tradeAt(stage, '12.5');
	await told();
	expect(await told()).toEqual([]);
	await tradeAt(stage, '11.9');
	expect(await told()).toEqual([`${symbol} has fallen to 11.9`]);
	expect(await told()).toEqual([]);
	await tradeAt(stage, '12.1');
	expect(await told()).toEqual([`${symbol} has risen to 12.1`]);
}

async function rebalancing(stage: WorkflowStage): Promise<void> {
	await stage.order('bob', { side: 'BUY', price: '12.4', quantity: '10' });
	await stage.order('bob', { side: 'SELL', price: '12.5', quantity: '100' });
	const run = await stage.n8n.run('rebalancing-bot', 'Every Hour');
	expect(run.items('Order').map(({ json }) => json)).toEqual([
		expect.objectContaining({ side: 'BUY', status: 'FILLED', executedQty: '40', price: '12.5' }),
	]);
	await stage.clearBook();
	expect((await stage.n8n.run('rebalancing-bot', 'Every Hour')).items('Order')).toEqual([]);
}

async function marketMaker(stage: WorkflowStage): Promise<void> {
	const { n8n } = stage;
	const quotes = async (count: number) => {
		await until(async () => (await stage.openOrders('alice')).length === count || undefined);
		const open = await stage.openOrders('alice');
		return open.map(({ side, timeInForce }) => `${String(side)} ${String(timeInForce)}`).sort();
	};
	const stopped = async (answer: 'Stop' | 'Go') => {
		await n8n.fillIn('market-maker', 'Kill Switch', [answer]);
		await n8n.ran('market-maker', (run) => {
			const [form] = run.items('Kill Switch');
			return form?.json.Quoting === answer;
		});
	};
	await n8n.run('market-maker', 'Every Minute');
	expect(await quotes(2)).toEqual(['BUY GTD', 'SELL GTD']);
	await n8n.publish('market-maker');
	await stopped('Stop');
	expect(await quotes(0)).toEqual([]);
	// In queue mode runs by hand know nothing of what published ones have kept.
	if (!stage.isQueueMode) {
		const still = await n8n.run('market-maker', 'Every Minute');
		expect(still.items('Kept Switch').map(({ json }) => json)).toEqual([{ isStopped: true }]);
		expect(await quotes(0)).toEqual([]);
	}
	await stopped('Go');
	expect(await quotes(2)).toEqual(['BUY GTD', 'SELL GTD']);
	await n8n.unpublish('market-maker');
	await stage.clearBook();
}

async function invoice(stage: WorkflowStage): Promise<void> {
	await stage.order('bob', { side: 'SELL', price: '12.9', quantity: '40' });
	await stage.publish('invoice-to-delivery');
	const money = await assetId(stage, 'Euro cent');
	const goods = await assetId(stage, 'Energy credit');
	const pay = (amount: number) =>
		stage.tracker('bob', 'POST', `assets/${money}/transfer`, {
			...{ recipientEmail: 'alice@demo.sealkeeper.test', amount },
		});
	await pay(51_999);
	await pay(52_000);
	const run = await stage.n8n.ran('invoice-to-delivery', (one) => one.items('Deliver').length > 0);
	expect(run.items('Buy Goods').map(({ json }) => json.status)).toEqual(['FILLED']);
	expect(run.items('Deliver').map(({ json }) => json)).toEqual([
		expect.objectContaining({
			...{ amount: 40, assetId: goods, recipientDisplayName: 'bob@demo.sealkeeper.test' },
		}),
	]);
	await stage.n8n.unpublish('invoice-to-delivery');
	expect(await stage.openOrders('bob')).toEqual([]);
}

async function dailyStatement(stage: WorkflowStage): Promise<void> {
	await tradeAt(stage, '12.2');
	const run = await stage.n8n.run('daily-statement', 'Every Morning');
	const [message] = run.items('Message');
	expect(message?.json.subject).toMatch(/^Statement of/);
	expect(message?.json.text).toMatch(/^EUR: [\d.]+ available, [\d.]+ held$/m);
	expect(message?.binary?.data?.fileName).toMatch(/^statement-\d{4}-\d{2}-\d{2}\.csv$/);
	const text = (await stage.n8n.binary(message)).toString();
	const [header = '', ...lines] = text.trim().split('\r\n');
	const kindAt = header.split(',').indexOf('kind');
	const kinds = new Set(lines.map((line) => line.split(',')[kindAt]));
	expect([...kinds]).toEqual(expect.arrayContaining(['DEPOSIT', 'TRADE', 'CLOSING']));
}

async function settlementAlarm(stage: WorkflowStage): Promise<void> {
	await stage.publish('settlement-alarm', 'exchange');
	const body = { asset: 'CREDIT', amount: '999999', clientDepositId: 'too-much' };
	const answer = await stage.exchange.call('POST', '/deposits', { key: stage.key('alice'), body });
	expect(answer.status).toBe(422);
	const told = await stage.n8n.ran('settlement-alarm', (run) => run.items('Message').length === 1);
	expect(told.items('Message')[0]?.json).toMatchObject({
		...{ subject: 'Exchange: deposit.refused' },
		text: expect.stringContaining('999999 CREDIT REFUSED'),
	});
	await stage.n8n.unpublish('settlement-alarm');
}

async function reserves(stage: WorkflowStage): Promise<void> {
	await stage.publishReserves();
	const run = await stage.n8n.run('reserves-check', 'Every Week');
	expect(run.items('Proof').map(({ json }) => json)).toEqual([
		expect.objectContaining({ valid: true, isCovered: true }),
	]);
	expect(run.items('Message')).toEqual([]);
}

export const exchangeWorkflows: Scenarios = {
	'first-trade': firstTrade,
	'price-alert': priceAlert,
	'rebalancing-bot': rebalancing,
	'market-maker': marketMaker,
	'invoice-to-delivery': invoice,
	'daily-statement': dailyStatement,
	'settlement-alarm': settlementAlarm,
	'reserves-check': reserves,
};
