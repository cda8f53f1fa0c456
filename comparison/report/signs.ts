/** The sign of each kind of change, so that colour is never the only mark. */
import { Markup } from '../../server/html/markup';
import type { ChangeKind } from '../core/comparison';

const sign = (text: string, kind: ChangeKind) => new Markup(text, new Set([kind]));

/** A report's legend explains each that stands in it. */
export const changeSigns: Readonly<Record<ChangeKind, Markup>> = {
	added: sign('+', 'added'),
	removed: sign('−', 'removed'),
	changed: sign('≠', 'changed'),
	moved: sign('~', 'moved'),
	formatted: sign('≈', 'formatted'),
};
