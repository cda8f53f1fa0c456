/**
 * The sign of each kind of change in all reports, so that no kind is recognisable by colour alone.
 */
import type { ChangeKind } from '../comparison';

export const changeSigns: Readonly<Record<ChangeKind, string>> = {
	added: '+',
	removed: '−',
	changed: '≠',
	moved: '~',
	formatted: '≈',
};
