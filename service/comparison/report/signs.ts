/** The sign of each kind of change, the same in all reports, so that none is told by its colour alone. */
import type { ChangeKind } from '../comparison';

export const changeSigns: Readonly<Record<ChangeKind, string>> = {
	added: '+',
	removed: '−',
	changed: '≠',
	moved: '~',
	formatted: '≈',
};
