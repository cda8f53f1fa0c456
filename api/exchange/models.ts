/**
 * Models of the exchange's replies. Names follow Binance spot and FIX; amounts are decimal strings,
 * times milliseconds since 1970.
 */
import { accountModels } from './account/models';
import { managedAccountModels } from './admin/accounts';
import { managedMarketModels } from './admin/markets';
import { adminModels } from './admin/models';
import { bookModels } from './admin/books';
import { managedKeyModels } from './admin/keys';
import { transferModels } from './admin/transfers';
import { keyModels } from './account/keys';
import { limitModels } from './admin/limits';
import { marketModels } from './market-data/models';
import { orderModels } from './trading/models';

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
