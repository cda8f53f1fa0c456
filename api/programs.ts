/**
 * The two programs: which products each serves under which path, and the form of its requests and
 * errors. Each has one OpenAPI document.
 */
import type { SocketDescription } from './language/description';
import type { Area } from './endpoints';
import { signingHeaders } from './exchange/signing';
import { socket } from './exchange/socket';

export interface ProgramDescription {
	readonly name: 'service' | 'exchange';
	readonly title: string;
	readonly version: string;
	/** Sentences for the OpenAPI document. */
	readonly description: string;
	readonly areas: readonly AreaDescription[];
	/** The program rejects unknown fields of a query, too, and treats null in a body as absent. */
	readonly strict: boolean;
	/** Absent where a program has no WebSocket. */
	readonly socket?: SocketDescription;
	/** Headers of signed requests, and what they are; absent where none are taken. */
	readonly signingHeaders?: Readonly<Record<string, string>>;
}

export interface AreaDescription {
	readonly area: Area;
	/** Path prefix, below the program's address. */
	readonly prefix: '' | '/storage';
	/** The form of its error replies. */
	readonly refusals: 'main' | 'storage';
}

/** Rules for every endpoint of both programs. */
const everywhere =
	'A truth value is `true` or `false`, written so in a query and a form as well; anything else is refused with 400. Every GET but an event stream answers HEAD, too.';

const main = { prefix: '', refusals: 'main' } as const;

export const programs = {
	service: {
		name: 'service',
		title: 'Sealkeeper',
		version: '1.0.0',
		description: `Contract signing, asset tracking, document keeping and distributed storage behind one API key. An unknown field of a query is refused, but by the calls that the specification has. ${everywhere}`,
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
		signingHeaders,
	},
} as const satisfies Readonly<Record<string, ProgramDescription>>;

export type Program = keyof typeof programs;
