/**
 * The wire of all products as plain data: the specification's 14 endpoints in 13 operations (E3 is
 * E2's older path), and beyond them what makes the products usable and the exchange. Routes,
 * request checks, OpenAPI, client types and node properties are worked out from this description.
 */
import type { EndpointDescription } from './description';
import { accounts } from './exchange-accounts';
import { admin } from './exchange-admin';
import { managedAccounts } from './exchange-admin-accounts';
import { managedKeys } from './exchange-admin-keys';
import { managedMarkets } from './exchange-admin-markets';
import { managedBooks } from './exchange-admin-books';
import { managedTransfers } from './exchange-admin-transfers';
import { payoutApprovals } from './exchange-payout-approvals';
import { cancelAfter } from './exchange-cancel-after';
import { exchangeEvents } from './exchange-events';
import { keys } from './exchange-keys';
import { limits } from './exchange-limits';
import { markets } from './exchange-markets';
import { orderBatches } from './exchange-order-batches';
import { orderLists } from './exchange-order-lists';
import { orders } from './exchange-orders';
import { keeper } from './keeper';
import { log } from './log';
import { platform } from './platform';
import { sealer } from './sealer';
import { signing } from './signing';
import { storage } from './storage';
import { tracker } from './tracker';

export const endpoints = {
	sealer,
	signing,
	tracker,
	keeper,
	storage,
	platform,
	log,
	exchange: {
		...markets,
		...orders,
		...orderBatches,
		...cancelAfter,
		...orderLists,
		...accounts,
		...admin,
		...managedAccounts,
		...managedKeys,
		...managedMarkets,
		...managedTransfers,
		...managedBooks,
		...keys,
		...limits,
		...payoutApprovals,
		...exchangeEvents,
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, EndpointDescription>>>>;

export type Area = keyof typeof endpoints;
