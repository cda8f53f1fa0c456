/** What the tests use of the package, which has no types of its own. */
declare module 'oidc-provider' {
	import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

	export interface Context {
		readonly path: string;
		readonly req: IncomingMessage;
		readonly res: ServerResponse;
		readonly oidc: {
			readonly client: { readonly clientId: string };
			readonly session: { readonly accountId: string };
			readonly provider: Provider;
		};
		body: unknown;
		/** False if the answer was sent past the package. */
		respond?: boolean;
	}

	interface Grant {
		addOIDCScope(scope: string): void;
		save(): Promise<string>;
	}

	export class Provider {
		constructor(issuer: string, configuration: object);
		readonly Grant: new (of: { accountId: string; clientId: string }) => Grant;
		callback(): RequestListener;
		use(step: (context: Context, next: () => Promise<void>) => Promise<void>): void;
		interactionFinished(
			request: IncomingMessage,
			reply: ServerResponse,
			result: object,
		): Promise<void>;
	}
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
	export default class MemoryAdapter {}
}
