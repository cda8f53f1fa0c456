/** Which scope of a key is enough for what; the scopes themselves stand in api/language/scopes.ts. */
import { scopes, type Scope } from '../../api/language/scopes';

/** Whether what a key of `needed` may do, a key of `scope` may do, too. */
export function covers(scope: Scope, needed: Scope): boolean {
	return scopes.indexOf(scope) >= scopes.indexOf(needed);
}
