/** The sign of each kind of change, so that colour is never the only mark. */
import type { ChangeKind } from '../comparison';

export const changeSigns: Readonly<Record<ChangeKind, string>> = {
	added: '+',
	removed: '−',
	changed: '≠',
	moved: '~',
	formatted: '≈',
};
