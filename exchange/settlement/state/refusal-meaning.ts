/**
 * Classifies the tracker's refusals. This one table decides whether a call is repeated; intent.ts
 * handles each leg.
 *
 *   LATER   not now, but the same call can succeed by waiting
 *   KEY     the caller's key is wrong, revoked or without the role
 *   SPENT   the caller's balance is too low
 *   NEVER   the same call cannot succeed: a person must change something
 */
import type { ErrorCode } from '../../../api/errors';
import type { Refused } from '../../tracker/tracker';

export type Meaning = 'LATER' | 'KEY' | 'SPENT' | 'NEVER';

const meanings: Partial<Readonly<Record<ErrorCode, Meaning>>> = {
	Factory_FactoryNotConfirmed: 'LATER',
	Auth_KeyMissing: 'KEY',
	Auth_KeyInvalid: 'KEY',
	Auth_RoleMissing: 'KEY',
	Product_NotFound: 'KEY',
	Factory_FactoryTransferInsufficientFund: 'SPENT',
};

/** Codes missing from the table mean NEVER, except status 401 and 403, which mean KEY. */
export function meaningOf({ code, status }: Pick<Refused, 'code' | 'status'>): Meaning {
	const byCode: Readonly<Record<string, Meaning | undefined>> = meanings;
	const found = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
	if (found !== undefined) return found;
	return status === 401 || status === 403 ? 'KEY' : 'NEVER';
}
