/** Checks whether a caller may make a call, by the description of the endpoint. */
import type { EndpointDescription } from '../../api/language/description';
import { refuse } from '../../server/refusal';
import type { Caller as KeyHolder } from './accounts';
import { covers } from './key-scope';

export function required(key: string | undefined): string {
	if (key === undefined || key === '') throw refuse('Auth_KeyMissing');
	return key;
}

/** Returns the caller if kind and scope suffice; refuses otherwise. */
export function permit(
	endpoint: Pick<EndpointDescription, 'caller' | 'scope'>,
	caller: KeyHolder | undefined,
): KeyHolder {
	const isAsked = endpoint.caller === 'TRADER_OR_ADMINISTRATOR' || caller?.kind === endpoint.caller;
	if (caller === undefined || !isAsked) throw refuse('Auth_KeyInvalid');
	if (caller.kind !== 'TRADER' || endpoint.scope === undefined) return caller;
	if (covers(caller.scope, endpoint.scope)) return caller;
	throw refuse('Auth_ScopeMissing', caller.scope, endpoint.scope);
}
