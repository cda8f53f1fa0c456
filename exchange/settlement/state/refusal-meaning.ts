/**
 * What a refusal of the tracker means for the transfer it refused. The one table that steers
 * whether a call is made again; what follows for each leg stands in intent.ts.
 *
 *   LATER   not now, but the same call can succeed by waiting
 *   KEY     the caller's key is wrong, revoked or without the role
 *   SPENT   the caller does not have so much
 *   NEVER   the same call will not succeed: a person must change something
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

/** Codes that are not in the table mean NEVER, except where the status says it is the key. */
export function meaningOf({ code, status }: Pick<Refused, 'code' | 'status'>): Meaning {
	const byCode: Readonly<Record<string, Meaning | undefined>> = meanings;
	const found = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
	if (found !== undefined) return found;
	return status === 401 || status === 403 ? 'KEY' : 'NEVER';
}
