/** Parses the arguments of `npm start` and `sealkeeper start`. */
import { calledAs } from '../server/release';

export type StartOptions =
	| {
			readonly kind: 'start';
			readonly withN8n: boolean;
			readonly withExchange: boolean;
			readonly opensBrowser: boolean;
	  }
	| { readonly kind: 'help' }
	| { readonly kind: 'unknown'; readonly word: string };

export const helpText = `Usage: ${calledAs('start')} [--without-n8n] [--without-exchange] [--no-open]

Starts the Sealkeeper service with a demo organisation, the exchange with a demo market, and a
real n8n with the Sealkeeper nodes and ready workflows in it. Ctrl-C ends all of
them once what is under way is finished, a second Ctrl-C at once.

  --without-n8n        leaves n8n out, as an installed release always does
  --without-exchange   leaves the exchange out
  --no-open            does not open the console in a browser, as it does from a terminal
  --help               this text

SEALKEEPER_DATA    the folder all state is kept in (usual: .data)
SEALKEEPER_CACHE   the folder n8n is installed in, once per machine
PORT, N8N_PORT, EXCHANGE_PORT
                   the ports to try first (usual: 8080, 5678, 8090); free ones when taken
`;

export function readOptions(words: readonly string[]): StartOptions {
	const known = new Set(['--without-n8n', '--without-exchange', '--no-open', '--help', '-h']);
	const unknown = words.find((word) => !known.has(word));
	if (unknown !== undefined) return { kind: 'unknown', word: unknown };
	if (words.includes('--help') || words.includes('-h')) return { kind: 'help' };
	return {
		kind: 'start',
		withN8n: !words.includes('--without-n8n'),
		withExchange: !words.includes('--without-exchange'),
		opensBrowser: !words.includes('--no-open'),
	};
}
