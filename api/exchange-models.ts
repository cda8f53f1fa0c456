/**
 * The records the exchange answers with, as plain data. Names follow Binance spot and FIX; amounts
 * are decimal strings, times milliseconds since 1970.
 */
import { accountModels } from './exchange-account-models';
import { adminModels } from './exchange-admin-models';
import { keyModels } from './exchange-keys';
import { limitModels } from './exchange-limits';
import { marketModels } from './exchange-market-models';
import { orderModels } from './exchange-order-models';

export const exchangeModels = {
	...marketModels,
	...orderModels,
	...accountModels,
	...adminModels,
	...keyModels,
	...limitModels,
} as const;
