/**
 * A small market that has a row in every table that traders are shown: trades and lists, archived
 * ones too, deposits and payouts at a scripted tracker, a reservation, a window, events and acts.
 */
import path from 'node:path';
import { marketSources } from '../../../../exchange/events/market-source';
import { Archiver } from '../../../../exchange/history/archive/archiver';
import { Archive } from '../../../../exchange/history/archive/history';
import { folderStore } from '../../../../exchange/history/archive/store';
import { linkAsset } from '../../../../exchange/settlement/assets/asset-links';
import { Carrier } from '../../../../exchange/settlement/carrying/carrier';
import { slotsDue } from '../../../../exchange/settlement/carrying/claims';
import { requestFunding } from '../../../../exchange/settlement/funding';
import type { TreasuryParts } from '../../../../exchange/settlement/setup/parts';
import { requestDeposit, requestPayout } from '../../../../exchange/settlement/store/requests';
import { closeWindow } from '../../../../exchange/settlement/windows/windows';
import { orderEvents } from '../../../../server/events/record/ordering';
import type { TestPlace } from '../../../support/servers/databases';
import { openScriptedStage, type ScriptedStage } from '../../settlement/scripted-stage';
import { listOf, openLane, type TestLane } from '../../support/lane';
import { operatorOn } from '../../support/operator';
import { dayMs } from '../archive/random-market';

export interface FilledMarket {
	readonly lane: TestLane;
	/** As a command opens it: it has read nothing yet. */
	archive(): Archive;
	close(): Promise<void>;
}

const limit = { type: 'LIMIT', price: '5' } as const;

export async function openFilledMarket(
	place: TestPlace,
	trackerPlace: TestPlace,
): Promise<FilledMarket> {
	const lane = await openLane(place);
	const tracker = await openScriptedStage(trackerPlace);
	const store = folderStore(path.join(place.dataFolder, 'archive'));
	const link = { asset: 'EUR', trackerAssetId: 'asset-eur', unit: 10_000n };
	await linkAsset(lane.database, link);
	for (const account of [lane.anna, lane.ben]) {
		await lane.fund(account, 'EUR', '1000');
		await lane.fund(account, 'CREDIT', '1000');
	}
	await archivePart(lane, store);
	await settle(lane, tracker);
	await trade(lane);
	await act(lane);
	await orderEvents(lane.database, marketSources);
	return {
		lane,
		archive: () => new Archive(store),
		async close() {
			await tracker.close();
			await lane.close();
		},
	};
}

/** Trades, and a list of two orders, that end and leave the database; one order stays open. */
async function archivePart(lane: TestLane, store: ReturnType<typeof folderStore>): Promise<void> {
	const { database, markets, clock, anna, ben } = lane;
	await lane.place(anna, { ...limit, side: 'SELL', quantity: '3' }, 'archived');
	await lane.place(ben, { ...limit, side: 'BUY', quantity: '3' });
	await placeList(lane, 'archived-list');
	await lane.place(anna, { ...limit, side: 'SELL', price: '9', quantity: '1' }, 'open-long');
	await lane.drain();
	await lane.intake.submit(lane.market, { kind: 'CANCEL', accountId: ben, orderId: 3 });
	await lane.drain();
	clock.time += 2 * dayMs;
	await lane.place(anna, { ...limit, side: 'SELL', price: '8', quantity: '1' });
	await lane.drain();
	await lane.lane.takeSnapshot(lane.market.description.symbol);
	const parts = { database, reader: database, markets, clock, store, commandsMax: 60 };
	await new Archiver(parts).run({ before: clock.now() - dayMs, takesAll: true });
}

function placeList(lane: TestLane, listClientOrderId: string) {
	const shared = { side: 'SELL', quantityLots: 2 } as const;
	const limit = { ...shared, type: 'LIMIT', priceTicks: 900 } as const;
	const stop = { ...shared, type: 'STOP_LOSS', stopPriceTicks: 100 } as const;
	return lane.intake.submit(lane.market, listOf(lane.ben, { listClientOrderId, limit, stop }));
}

/** A deposit and a payout that were asked for, an order that funds itself, and a window. */
async function settle(lane: TestLane, tracker: ScriptedStage): Promise<void> {
	const { database, anna, ben, clock, market } = lane;
	const parts = { ...tracker.parts(['idempotency-key']), database, clock };
	for (const [id, { email }] of [[anna, tracker.anna] as const, [ben, tracker.ben] as const]) {
		await database.updateTable('accounts').set({ email }).where('id', '=', id).execute();
	}
	const { key: traderKey } = tracker.anna;
	const asked = { accountId: anna, asset: 'EUR', amount: 500_000n };
	await requestDeposit(parts, { ...asked, reference: 'deposit', traderKey });
	await carry(parts);
	await requestPayout(parts, { ...asked, amount: 10_000n, reference: 'payout' });
	const terms = { side: 'BUY', type: 'LIMIT', priceTicks: 700, quantityLots: 200 } as const;
	const order = { accountId: anna, clientOrderId: 'funded', market, terms };
	await requestFunding(parts, { ...order, traderKey });
	await carry(parts);
	const { accountId, clientOrderId } = order;
	const funded = { accountId, clientOrderId, terms, origOrderId: undefined, isFunded: true };
	await lane.intake.submit(market, { kind: 'ORDER', ...funded });
	await lane.place(ben, { ...limit, side: 'SELL', price: '6', quantity: '4' });
	await lane.drain();
	clock.time += 100_000;
	await closeWindow(parts);
	await carry(parts);
}

async function carry(parts: TreasuryParts): Promise<void> {
	for (const slot of await slotsDue(parts.database, parts.clock.now())) {
		await new Carrier(parts, () => undefined).carry(slot);
	}
}

/** What stays in the database: trades, a list, an order that is open and one that waits. */
async function trade(lane: TestLane): Promise<void> {
	const { ben } = lane;
	await lane.place(ben, { ...limit, side: 'SELL', price: '6', quantity: '4' });
	await lane.place(ben, { type: 'MARKET', side: 'BUY', quantity: '1' });
	await placeList(lane, 'list');
	await lane.drain();
	await lane.place(ben, { ...limit, side: 'SELL', price: '20', quantity: '7' }, 'waiting');
}

async function act({ database, clock, market }: TestLane): Promise<void> {
	const by = { kind: 'ADMINISTRATOR', keyId: 'k1', label: 'night shift' } as const;
	const operator = operatorOn({ database, clock });
	const { symbol } = market.description;
	const reason = 'asked for';
	await operator.addAccount(by, { name: 'Carl', reason });
	await operator.setMarketStatus(by, { symbol, status: 'TRADING', reason });
}
