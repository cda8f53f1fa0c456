/**
 * A provider of OpenID Connect on a port of its own: `oidc-provider`, which the authors of the standard have
 * certified. It signs in at once whoever the test names. A test changes the tokens it hands out, signed by its key or
 * by another.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Context } from 'oidc-provider';
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js';

export type Claims = Readonly<Record<string, unknown>>;

const clientId = 'sealkeeper';
const clientSecret = 'a secret of the test: +/%';
const scope = 'openid email profile';

/** An RSA key that nobody publishes. */
export function newKey() {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	return privateKey;
}

/** A class of its own, because the package warns of its one. */
class Memory extends MemoryAdapter {}

export class OpenIdProvider {
	/** Who signs in next; nobody is let in while it is undefined. */
	person: Claims | undefined;
	/** Changes the claims of tokens. */
	change: (claims: Claims) => Claims = (claims) => claims;
	/** Signs changed tokens; its published key, unless a test sets another. */
	signer = newKey();
	private key = this.signer;
	private provider: Provider | undefined;
	private redirectUri = '';
	private keyCount = 0;
	private readonly server = http.createServer((request, reply) => {
		void this.provider?.callback()(request, reply);
	});

	static async open(): Promise<OpenIdProvider> {
		const opened = new OpenIdProvider();
		await opened.listen(0);
		return opened;
	}

	get issuer(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	get settings() {
		return {
			OIDC_ISSUER: this.issuer,
			OIDC_CLIENT_ID: clientId,
			OIDC_CLIENT_SECRET: clientSecret,
		};
	}

	listen(port: number): Promise<void> {
		return new Promise((resolve) => this.server.listen(port, '127.0.0.1', resolve));
	}

	/** Serves one client, which is called back there. */
	serve(redirectUri: string): void {
		this.redirectUri = redirectUri;
		this.renewKey();
	}

	/** From now on another key is published, and signs. */
	renewKey(): void {
		this.key = newKey();
		this.signer = this.key;
		this.keyCount += 1;
		const client = { client_id: clientId, client_secret: clientSecret };
		const provider = new Provider(this.issuer, {
			adapter: Memory,
			clients: [{ ...client, redirect_uris: [this.redirectUri] }],
			jwks: { keys: [{ ...this.key.export({ format: 'jwk' }), kid: this.kid, use: 'sig' }] },
			cookies: { keys: ['a key of the test'] },
			claims: { email: ['email', 'email_verified'], profile: ['groups'] },
			conformIdTokenClaims: false,
			ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
			features: { devInteractions: { enabled: false } },
			interactions: { url: () => '/interaction' },
			findAccount: (_context: Context, sub: string) => {
				const claims = { ...this.person, sub };
				return { accountId: sub, claims: () => claims };
			},
			loadExistingGrant: async ({ oidc }: Context) => {
				const { accountId } = oidc.session;
				const grant = new oidc.provider.Grant({ accountId, clientId });
				grant.addOIDCScope(scope);
				await grant.save();
				return grant;
			},
		});
		provider.use((context, next) => this.step(provider, context, next));
		this.provider = provider;
	}

	/** Hands out its own tokens again. */
	restore(): void {
		this.change = (claims) => claims;
		this.signer = this.key;
	}

	close(): Promise<void> {
		this.server.closeAllConnections();
		return new Promise((resolve) => this.server.close(() => resolve()));
	}

	private get kid(): string {
		return `key-${this.keyCount}`;
	}

	private async step(provider: Provider, context: Context, next: () => Promise<void>) {
		if (context.path === '/interaction') {
			context.respond = false;
			const result =
				this.person === undefined
					? { error: 'access_denied', error_description: 'not today' }
					: { login: { accountId: String(this.person['sub']) } };
			await provider.interactionFinished(context.req, context.res, result);
			return;
		}
		await next();
		if (context.path !== '/token') return;
		const body = context.body as { readonly id_token?: string };
		if (body.id_token !== undefined) {
			context.body = { ...body, id_token: this.changed(body.id_token) };
		}
	}

	private changed(token: string): string {
		const [, payload = ''] = token.split('.');
		const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
		const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
		const signed = `${part({ alg: 'RS256', kid: this.kid })}.${part(this.change(claims))}`;
		const signature = sign('sha256', Buffer.from(signed), this.signer);
		return `${signed}.${signature.toString('base64url')}`;
	}
}
