/**
 * Verifies a delivery as Standard Webhooks defines it: the signature must be made with a valid
 * secret over the exact body, and be recent.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

export interface Delivery {
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	/** The raw body; undefined if n8n parsed it as a form. */
	readonly body: Buffer | undefined;
	/** Any of them is valid. */
	readonly secrets: readonly string[];
	/** Milliseconds. */
	readonly now: number;
}

/**
 * The service retries after these statuses: with another timestamp, once a new secret is known, or
 * once the registration is stored.
 */
export type DeliveryVerdict =
	| { readonly event: IDataObject }
	| { readonly status: 400 | 401 | 413; readonly reason: string };

/** Events are small; a larger body is not hashed. */
export const bodyBytesMax = 256 * 1024;

/** In both directions, like the libraries for Standard Webhooks. */
const windowSeconds = 300;

const secretPrefix = 'whsec_';

export function judgeDelivery({ headers, body, secrets, now }: Delivery): DeliveryVerdict {
	const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
		[headers[`webhook-${name}`]].flat().join(),
	);
	if (body === undefined || !id || !timestamp || !signatures) {
		return { status: 401, reason: 'this is no signed event' };
	}
	if (body.length > bodyBytesMax) return { status: 413, reason: 'an event is smaller' };
	if (!isSigned({ id, timestamp, body, signatures: signatures.split(' ') }, secrets)) {
		return { status: 401, reason: 'the signature is not good' };
	}
	const ageSeconds = now / 1000 - Number(timestamp);
	if (!/^\d{1,12}$/.test(timestamp) || Math.abs(ageSeconds) > windowSeconds) {
		return { status: 401, reason: 'the timestamp is too far from the time here' };
	}
	const event = recordOf(body);
	return event?.id === id ? { event } : { status: 400, reason: 'the body is no event' };
}

interface Signed {
	readonly id: string;
	readonly timestamp: string;
	readonly body: Buffer;
	readonly signatures: readonly string[];
}

/** Compares every pair in constant time. */
function isSigned({ id, timestamp, body, signatures }: Signed, secrets: readonly string[]) {
	const good = secrets.map((secret) => {
		const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
		const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
		return Buffer.from(`v1,${hmac.digest('base64')}`);
	});
	const given = signatures.map((signature) => Buffer.from(signature));
	const equal = good.flatMap((one) =>
		given.map((other) => one.length === other.length && timingSafeEqual(one, other)),
	);
	return equal.includes(true);
}

function recordOf(body: Buffer): IDataObject | undefined {
	try {
		const value: unknown = JSON.parse(body.toString('utf8'));
		return typeof value === 'object' && value !== null ? (value as IDataObject) : undefined;
	} catch {
		return undefined;
	}
}
