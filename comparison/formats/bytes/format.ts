import type { Format } from '../../core/format';

/** Nothing reads it: `common-format.ts` says so. */
export const protectedOffice = {
	name: 'an old or password-protected Office file',
	kind: 'bytes',
	begins: [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
} as const satisfies Format;

/** Compared as pieces of bytes. */
export const other = {
	name: 'bytes of an unknown format',
	kind: 'bytes',
} as const satisfies Format;
