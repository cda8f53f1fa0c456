/** A trader who signs, by the words of docs/exchange.md and none of the program's code. */
import crypto from 'node:crypto';

export interface SignedCall {
	readonly method: string;
	readonly path: string;
	readonly body?: string;
	/** In milliseconds since 1970. */
	readonly timestamp: number;
	readonly window?: number;
}

export class SigningTrader {
	readonly pair = crypto.generateKeyPairSync('ed25519');
	keyId = '';

	/** Base64 of the 32 bytes. */
	get publicKey(): string {
		const der = this.pair.publicKey.export({ format: 'der', type: 'spki' });
		return der.subarray(-32).toString('base64');
	}

	get pem(): string {
		return this.pair.publicKey.export({ format: 'pem', type: 'spki' }).toString();
	}

	get privatePem(): string {
		return this.pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
	}

	/** The headers of a call. */
	headers({ method, path, body, timestamp, window }: SignedCall): Record<string, string> {
		const sum = body === undefined ? '' : crypto.hash('sha256', body, 'hex');
		const lines = [this.keyId, timestamp, window ?? 5000, method, path, sum];
		return {
			'x-key-id': this.keyId,
			'x-timestamp': String(timestamp),
			...(window !== undefined && { 'x-recv-window': String(window) }),
			'x-signature': this.sign(lines.join('\n')),
			...(body !== undefined && { 'x-body-sha256': sum, 'content-type': 'application/json' }),
		};
	}

	/** An `authenticate` message. */
	message(timestamp: number, recvWindow?: number) {
		const lines = [this.keyId, timestamp, recvWindow ?? 5000, 'SOCKET', '/socket', ''];
		const signature = this.sign(lines.join('\n'));
		return { keyId: this.keyId, timestamp, recvWindow, signature };
	}

	private sign(text: string): string {
		return crypto.sign(null, Buffer.from(text), this.pair.privateKey).toString('base64');
	}
}
