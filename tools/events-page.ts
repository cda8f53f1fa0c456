/** Generates docs/events.md. */
import {
	events,
	eventTypesOf,
	type EventDescription,
	type EventType,
	type Hearers,
} from '../api/events/events';
import { programs } from '../api/programs';
import { modelExample, modelFields } from '../server/http/routing/schemas';

const opening = `# Events

<!-- Written by \`npm run generate\` from api/events/events.ts; do not edit. -->

What happens is an event, written in the transaction of what happened: nothing that happened goes untold, and
nothing is told that was taken back. Names and what a version of them holds never change.

## To be had as a list

\`GET /events\` answers \`{ events, cursor, hasMore, oldestSequence }\`. Call it again with \`after\` set to that
\`cursor\`: a cursor passes over no event, however late its transaction ends. \`latest=true\` answers the newest events
and a cursor behind them, to begin there. Events are kept for some days; whose cursor is before \`oldestSequence\` has
missed some. \`types\`, \`productId\` (at the exchange \`symbol\`, a market) and \`subject\` narrow the list.

Everybody hears what they may read, no more: the column *Who hears it* says which roles hear every event of their
organisation, and which hear of what they take part in. At the exchange a trader hears what happens to their own
account, and an administrator's key what the operator must know. A \`sequence\` grows and is given once, with gaps for what others
hear; events of one \`subject\` come in their order; an event is known again by its \`id\`.

## To be had as a stream

Whoever accepts \`text/event-stream\` before anything else is answered by \`GET /events\` with
[server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html): the same events behind the same \`after\`,
narrowed the same way, and then what comes. \`opened\` says where it begins and which event is the oldest kept, each
\`message\` is an event with its \`sequence\` as \`id\`, and \`ended\` says why nothing follows: \`KeyEnded\`, or \`TooSlow\` for who has
taken nothing for half a minute. A stream that breaks is opened again with \`Last-Event-ID\`, as every \`EventSource\` does by
itself: nothing is passed over, whatever was ended or restarted meanwhile.

\`\`\`sh
curl -N -H "x-api-key: $KEY" -H 'accept: text/event-stream' "$URL/events?after=4711"
\`\`\`

## To be sent to you

\`POST /subscriptions\` with a \`url\`, and \`types\`, \`productId\` or \`symbol\`, \`subject\` where not everything is wanted, answers the
subscription with its \`secret\` (\`whsec_…\`). From then on, or from behind \`after\`, each event is sent by \`POST\` as JSON with
the headers of [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-id\`, \`webhook-timestamp\`,
\`webhook-signature\`; any library for it checks them. Answer 2xx within 15 seconds, and do what takes longer later.

- **At least once.** An event that was not taken is sent again under its \`webhook-id\`, after pauses that grow from a
  second to eight hours, for three days; then it is parked and shown (\`GET /subscriptions/{id}/deliveries\`).
  \`POST /subscriptions/{id}/replay\` with \`after\` sends everything behind an event again.
- **In order per subject.** What comes later of a subject waits for what came before; other subjects do not.
- 410 disables a subscription; 429, 502, 503 and 504 slow it down, for as long as \`Retry-After\` says. Redirects are
  failures. No more than 16 kB of an answer are read.
- **Nothing is dropped without a trace.** \`state\` and \`reason\` of a subscription say why it does not go on: \`Failing\`,
  \`Disabled\`, \`Stopped\` (its owner has lost role or key; it goes on by itself when they are back), \`Expired\`. One whose
  address holds \`/webhook-test/\` ends after 15 minutes, one with \`expires\` at that moment; both are removed a week
  later.
- \`POST /subscriptions/{id}/secret\` gives another secret, beside which the one before signs for \`graceHours\`.
  \`POST /subscriptions/{id}/test\` sends an event of the type \`subscription.test\`.
- Targets are https on the public internet, or this machine by its own name; \`WEBHOOK_NETWORKS\` opens private networks,
  such as that of n8n in containers, over plain http, too.`;

export function eventsPage(): string {
	const sections = Object.values(programs).flatMap(({ name, title }) => {
		const types = eventTypesOf(name);
		return types.length === 0 ? [] : [`## ${title}`, table(types), ...examples(types)];
	});
	return `${[opening, ...sections].join('\n\n')}\n`;
}

function table(types: readonly EventType[]): string {
	const rows = types.map((type) => {
		const { when, subject, version, hearers }: EventDescription = events[type];
		return `| \`${type}\` | ${version} | ${when} | ${subject} | ${hearersText(hearers)} |`;
	});
	return [
		'| Event | Version | When | Subject | Who hears it |',
		'| --- | --- | --- | --- | --- |',
		...rows,
	].join('\n');
}

function hearersText(hearers: Hearers): string {
	switch (hearers) {
		case 'ACCOUNT':
			return 'the account';
		case 'ACCOUNT_AND_ADMINISTRATOR':
			return 'the account; administrators of all';
		case 'ANYONE':
			return 'everybody with a key';
		case 'ADMINISTRATOR':
			return 'administrators';
		default: {
			const own = hearers.own === undefined ? '' : `; ${hearers.own.join(', ')} of their own`;
			return hearers.all.join(', ') + own;
		}
	}
}

/** One example for each data model. */
function examples(types: readonly EventType[]): readonly string[] {
	const shown = new Map<string, EventType>();
	for (const type of types) {
		const { model } = events[type];
		if (!shown.has(model)) shown.set(model, type);
	}
	return [...shown.values()].map((type) => {
		const { model, version }: EventDescription = events[type];
		const data = modelExample(modelFields(model));
		const example = { ...modelExample(modelFields('Event')), type, version, data };
		return `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``;
	});
}
