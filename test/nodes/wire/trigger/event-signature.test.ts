/** Which deliveries a trigger node takes for events; a foreign library signs those that are good. */
import { Webhook } from 'standardwebhooks';
import {
	bodyBytesMax,
	judgeDelivery,
	type Delivery,
	type DeliveryVerdict,
} from '../../../../nodes/wire/trigger/event-signature';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const now = Date.parse('2026-01-31T09:30:00Z');
const event = { id: 'event-1', type: 'asset.created', subject: 'asset-1' };
const body = JSON.stringify(event);

function sent(text: string, signedAtMs = now, by = [secret]): Delivery {
	const at = new Date(signedAtMs);
	const headers = {
		'webhook-id': event.id,
		'webhook-timestamp': String(Math.floor(signedAtMs / 1000)),
		'webhook-signature': by.map((one) => new Webhook(one).sign(event.id, at, text)).join(' '),
	};
	return { headers, body: Buffer.from(text), secrets: [secret], now };
}

const good = sent(body);

function withHeader(name: string, value: string | undefined): Delivery {
	return { ...good, headers: { ...good.headers, [`webhook-${name}`]: value } };
}

const taken: ReadonlyArray<readonly [string, Delivery]> = [
	['signed with its secret', good],
	['signed with a secret that is new here and one that is known', sent(body, now, [other, secret])],
	['signed with the secret before, while that is good', { ...good, secrets: [other, secret] }],
	['signed five minutes ago', sent(body, now - 299_000)],
	['signed by a clock that is five minutes ahead', sent(body, now + 299_000)],
];

test.each(taken)('an event is taken that was %s', (_how, delivery) => {
	expect(judgeDelivery(delivery)).toEqual({ event });
});

const large = JSON.stringify({ ...event, data: 'x'.repeat(bodyBytesMax) });

const refused: ReadonlyArray<readonly [string, Delivery, number]> = [
	['is signed with another secret', sent(body, now, [other]), 401],
	['has no signature', withHeader('signature', undefined), 401],
	['has a signature of another kind', withHeader('signature', 'v1a,AAAA'), 401],
	['has a signature that is cut off', withHeader('signature', 'v1,'), 401],
	['has no timestamp', withHeader('timestamp', undefined), 401],
	['has another timestamp than was signed', withHeader('timestamp', '1769851801'), 401],
	['has no id', withHeader('id', undefined), 401],
	['has another id than was signed', withHeader('id', 'event-2'), 401],
	['was changed', { ...good, body: Buffer.from(body.replace('created', 'deleted')) }, 401],
	['is cut off', { ...good, body: Buffer.from(body.slice(0, -1)) }, 401],
	['is a form', { ...good, body: undefined }, 401],
	['was signed six minutes ago', sent(body, now - 360_000), 401],
	['was signed for a time to come', sent(body, now + 360_000), 401],
	['comes while no secret is known', { ...good, secrets: [] }, 401],
	['is too large', sent(large), 413],
	['is signed, but is no JSON', sent('event-1'), 400],
	['is signed, but is another event', sent('{"id":"event-2"}'), 400],
	['is signed, but is nothing', sent('null'), 400],
];

test.each(refused)('what %s is refused', (_what, delivery, status) => {
	const judged: DeliveryVerdict = judgeDelivery(delivery);
	expect(judged).toEqual({ status, reason: expect.any(String) });
});
