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

An event is written in the same database transaction as the change it reports: every change has its event, and a
change that was rolled back has none. Event names and the content of a version never change;
optional members may be added to it.

## As a list

\`GET /events\` answers \`{ events, cursor, hasMore, oldestSequence }\`. For the next page, call it again with \`after\` set
to that \`cursor\`. A cursor skips no event, even if its transaction ends late. \`latest=true\` answers the newest events
and a cursor after them, to start from there. Events are kept for some days; if your cursor is before
\`oldestSequence\`, you have missed some. \`types\`, \`productId\` (at the exchange \`symbol\`, a market) and \`subject\` filter
the list.

You receive only events you may read. The column *Who may read it* says which roles read every event of their
organisation, and which only those they take part in. At the exchange traders read the events of their own account,
and an administrator's key reads those for the operator. A \`sequence\` is unique and grows, with gaps for events you
may not read. Events of one \`subject\` come in order. The \`id\` identifies an event, however often you receive it.

## As a stream

\`GET /events\` with \`accept: text/event-stream\` as the first choice answers with
[server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html): first the events after \`after\`, with the
same filters, then new ones as they happen. \`opened\` says where the stream starts and which event is the oldest kept. Each
\`message\` is an event, with its \`sequence\` as \`id\`. \`ended\` says why the stream ends: \`KeyEnded\`, or \`TooSlow\` if
you have read nothing for half a minute. After a disconnect, open the stream again with \`Last-Event-ID\`, as every
\`EventSource\` does by itself: no event is skipped, even if the server was restarted in between.

\`\`\`sh
curl -N -H "x-api-key: $KEY" -H 'accept: text/event-stream' "$URL/events?after=4711"
\`\`\`

## As webhooks

\`POST /subscriptions\` with a \`url\`, and \`types\`, \`productId\` or \`symbol\`, \`subject\` as filters, answers the subscription
with its \`secret\` (\`whsec_…\`). From then on, or from \`after\`, each event is sent by \`POST\` as JSON with the headers of
[Standard Webhooks](https://www.standardwebhooks.com): \`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`; any library for
that standard verifies them. Answer 2xx within 15 seconds, and do longer work afterwards.

- **At least once.** A failed delivery is retried with the same \`webhook-id\`, after pauses that grow from a second to
  eight hours, for three days; then it is parked and listed (\`GET /subscriptions/{id}/deliveries\`).
  \`POST /subscriptions/{id}/replay\` with \`after\` sends all events after that one again.
- **In order per subject.** A later event of a subject waits for the earlier ones; other subjects do not wait.
- 410 disables a subscription; 429, 502, 503 and 504 slow it down, for as long as \`Retry-After\` says. Redirects count as
  failures. At most 16 kB of an answer are read.
- **Nothing is dropped silently.** \`state\` and \`reason\` of a subscription say why it does not continue: \`Failing\`,
  \`Disabled\`, \`Stopped\` (its owner has lost the role or the key; it continues by itself when they are back), \`Expired\`.
  A subscription whose URL contains \`/webhook-test/\` ends after 15 minutes, one with \`expires\` at that time; both are
  removed a week later.
- \`POST /subscriptions/{id}/secret\` creates a new secret; the old one also signs for \`graceHours\`.
  \`POST /subscriptions/{id}/test\` sends an event of the type \`subscription.test\`.
- Targets are https URLs on the public internet, or this machine by its own name. \`WEBHOOK_NETWORKS\` allows private
  networks, also over plain http, such as that of n8n in containers.`;

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
		'| Event | Version | When | Subject | Who may read it |',
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
