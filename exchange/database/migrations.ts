/** The migrations in their order. One that was released is never edited; a new one follows it. */
import type { Migration } from 'kysely';
import { accounts } from './migrations/0001-accounts';
import { markets } from './migrations/0002-markets';
import { lane } from './migrations/0003-lane';
import { ledger } from './migrations/0004-ledger';
import { settlement } from './migrations/0005-settlement';
import { unendedIntents } from './migrations/0006-unended-intents';
import { reserves } from './migrations/0007-reserves';
import { escrow } from './migrations/0008-escrow';
import { alarmIntents } from './migrations/0009-alarm-intents';
import { intentSlots } from './migrations/0010-intent-slots';
import { money } from './migrations/0011-money';
import { venue } from './migrations/0012-venue';
import { keys } from './migrations/0013-keys';
import { reading } from './migrations/0014-reading';
import { engine } from './migrations/0015-engine';
import { snapshots } from './migrations/0016-snapshots';
import { operator } from './migrations/0018-operator';
import { reservations } from './migrations/0019-settlement';
import { orders } from './migrations/0020-orders';
import { orderLists } from './migrations/0024-order-lists';
import { archive } from './migrations/0025-archive';
import { operating } from './migrations/0028-operator';
import { events } from './migrations/0029-events';
import { parkedDeliveries } from './migrations/0032-parked-deliveries';
import { sealedSecrets } from './migrations/0035-sealed-secrets';

export const migrations: Readonly<Record<string, Migration>> = {
	'0001-accounts': accounts,
	'0002-markets': markets,
	'0003-lane': lane,
	'0004-ledger': ledger,
	'0005-settlement': settlement,
	'0006-unended-intents': unendedIntents,
	'0007-reserves': reserves,
	'0008-escrow': escrow,
	'0009-alarm-intents': alarmIntents,
	'0010-intent-slots': intentSlots,
	'0011-money': money,
	'0012-venue': venue,
	'0013-keys': keys,
	'0014-reading': reading,
	'0015-engine': engine,
	'0016-snapshots': snapshots,
	'0018-operator': operator,
	'0019-settlement': reservations,
	'0020-orders': orders,
	'0024-order-lists': orderLists,
	'0025-archive': archive,
	'0028-operator': operating,
	'0029-events': events,
	'0032-parked-deliveries': parkedDeliveries,
	'0035-sealed-secrets': sealedSecrets,
};
