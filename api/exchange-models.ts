/**
 * The records the exchange answers with, as plain data. Names follow Binance spot and FIX; amounts
 * are decimal strings, times milliseconds since 1970.
 */
import { accountModels } from './exchange-account-models';
import { managedAccountModels } from './exchange-admin-accounts';
import { managedMarketModels } from './exchange-admin-markets';
import { adminModels } from './exchange-admin-models';
import { bookModels } from './exchange-admin-books';
import { managedKeyModels } from './exchange-admin-keys';
import { transferModels } from './exchange-admin-transfers';
import { keyModels } from './exchange-keys';
import { limitModels } from './exchange-limits';
import { marketModels } from './exchange-market-models';
import { orderModels } from './exchange-order-models';

export const exchangeModels = {
	...marketModels,
	...orderModels,
	...accountModels,
	...adminModels,
	...managedAccountModels,
	...managedMarketModels,
	...managedKeyModels,
	...transferModels,
	...bookModels,
	...keyModels,
	...limitModels,
} as const;
