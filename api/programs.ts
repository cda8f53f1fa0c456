/**
 * The programs that serve the wire: which products each has, where it mounts them and how it
 * takes a request and says no. One OpenAPI document describes each program.
 */
import type { SocketDescription } from './language/description';
import type { Area } from './endpoints';
import { socket } from './exchange/socket';

export interface ProgramDescription {
	readonly name: 'service' | 'exchange';
	readonly title: string;
	readonly version: string;
	/** Sentences, for the document. */
	readonly description: string;
	readonly areas: readonly AreaDescription[];
	/** A field that is not described is refused, and null in a body stands for left out. */
	readonly strict: boolean;
	/** Absent where a program has no WebSocket. */
	readonly socket?: SocketDescription;
}

export interface AreaDescription {
	readonly area: Area;
	/** Where its paths begin below the address of the program. */
	readonly prefix: '' | '/storage';
	/** The form its refusals have. */
	readonly refusals: 'main' | 'storage';
}

/** What holds for every endpoint of both. */
const everywhere =
	'A truth value is `true` or `false`, written so in a query and a form as well; anything else is refused with 400. Every GET but an event stream answers HEAD, too.';

const main = { prefix: '', refusals: 'main' } as const;

export const programs = {
	service: {
		name: 'service',
		title: 'Sealkeeper',
		version: '1.0.0',
		description: `Contract signing, asset tracking, document keeping and distributed storage behind one API key. ${everywhere}`,
		areas: [
			{ area: 'sealer', ...main },
			{ area: 'signing', ...main },
			{ area: 'tracker', ...main },
			{ area: 'keeper', ...main },
			{ area: 'storage', prefix: '/storage', refusals: 'storage' },
			{ area: 'platform', ...main },
			{ area: 'log', ...main },
		],
		strict: false,
	},
	exchange: {
		name: 'exchange',
		title: 'Sealkeeper Exchange',
		version: '1.0.0',
		description: `Orders, market data and accounts. Amounts are decimal strings, times milliseconds since 1970. A field that is not described is refused; null in a body stands for a field left out. ${everywhere}`,
		areas: [{ area: 'exchange', ...main }],
		strict: true,
		socket,
	},
} as const satisfies Readonly<Record<string, ProgramDescription>>;

export type Program = keyof typeof programs;
