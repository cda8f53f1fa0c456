import { scopes, type Scope } from '../../api/language/scopes';

/** True if a key of `scope` may do everything that a key of `needed` may do. */
export function covers(scope: Scope, needed: Scope): boolean {
	return scopes.indexOf(scope) >= scopes.indexOf(needed);
}
