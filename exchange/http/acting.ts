/** An administrator's request as the audit log is told of it. */
import type { Acting } from '../audit/audit';
import type { Administrator, HandlerParts } from './handler';

export function actingBy(
	{ database, clock }: HandlerParts,
	{ keyId: id, label: name }: Administrator,
	reason: string,
): Acting & { readonly reason: string } {
	return { database, clock, actor: { kind: 'KEY', id, name }, reason };
}
