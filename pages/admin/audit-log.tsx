import type { Model } from '../../api/types';
import { useState } from 'preact/hooks';
import { TextField } from '../parts/forms/fields';
import { Heading } from '../parts/frame';
import { lineOf } from '../parts/person-text';
import { go, usePlace } from '../parts/router';
import type { Column } from '../parts/table';
import { timeOf } from './parts/fields';
import { places } from './parts/places';
import { Records, When } from './parts/shown';

type Action = Model<'AdminAction'>;

const columns: readonly Column<Action>[] = [
	{ name: 'When', cell: ({ time }) => <When at={time} /> },
	{
		name: 'Who',
		cell: ({ actor: { kind, name } }) => (
			<>
				<bdi>{lineOf(name)}</bdi>{' '}
				<span class="soft">{kind === 'KEY' ? 'by key' : 'by command'}</span>
			</>
		),
	},
	{ name: 'What', cell: ({ action }) => actionText(action) },
	{ name: 'To what', cell: ({ subject }) => <code>{lineOf(subject)}</code> },
	{ name: 'Details', cell: ({ details }) => <Details details={details} /> },
	{ name: 'Why', cell: ({ reason }) => <Why reason={reason} /> },
];

/** ACCOUNT_FREEZE becomes "Account freeze". */
function actionText(action: string): string {
	const words = action.toLowerCase().replaceAll('_', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

function Details({ details }: Pick<Action, 'details'>) {
	if (details.length === 0) return <span class="soft">none</span>;
	return (
		<ul class="plain">
			{details.map(({ name, value }) => (
				<li key={name}>
					{name}: <bdi>{lineOf(value)}</bdi>
				</li>
			))}
		</ul>
	);
}

function Why({ reason }: Pick<Action, 'reason'>) {
	if (reason === undefined) return <span class="soft">not said</span>;
	return <bdi>{lineOf(reason)}</bdi>;
}

function numberOf(text: string | null | undefined): number | undefined {
	return text ? Number(text) : undefined;
}

/** The filter in the address. */
function rangeOf(query: URLSearchParams) {
	return {
		subject: query.get('subject') || undefined,
		startTime: numberOf(query.get('startTime')),
		endTime: numberOf(query.get('endTime')),
	};
}

export function AuditLog() {
	const { query } = usePlace();
	return (
		<>
			<Heading>Audit log</Heading>
			<Narrowing key={query.toString()} query={query} />
			<Records
				of="listAdminActions"
				filter={rangeOf(query)}
				one="act"
				none="Nothing was done that fits."
				caption="What administrators did, the newest first"
				columns={() => columns}
			/>
		</>
	);
}

/** Converts a time of the address, in milliseconds, to the local value of its field. */
function fieldTime(text: string | null): string {
	const time = new Date(Number(text ?? Number.NaN));
	if (Number.isNaN(time.getTime())) return '';
	const inZone = time.getTime() - time.getTimezoneOffset() * 60_000;
	return new Date(inZone).toISOString().slice(0, 16);
}

function Narrowing({ query }: { readonly query: URLSearchParams }) {
	const [subject, setSubject] = useState(query.get('subject') ?? '');
	const [from, setFrom] = useState(() => fieldTime(query.get('startTime')));
	const [to, setTo] = useState(() => fieldTime(query.get('endTime')));
	const narrow = () => {
		const chosen = new URLSearchParams();
		const [startTime, endTime] = [timeOf(from), timeOf(to)];
		if (subject.trim() !== '') chosen.set('subject', subject.trim());
		if (startTime !== undefined) chosen.set('startTime', String(startTime));
		if (endTime !== undefined) chosen.set('endTime', String(endTime));
		go(chosen.size === 0 ? places.actions : `${places.actions}?${chosen.toString()}`);
	};
	return (
		<form
			class="row narrowing"
			aria-label="Narrow the list"
			onSubmit={(event) => {
				event.preventDefault();
				narrow();
			}}
		>
			<TextField label="To what (an id or a symbol)" value={subject} onChange={setSubject} />
			<TextField label="From" type="datetime-local" value={from} onChange={setFrom} />
			<TextField label="Until" type="datetime-local" value={to} onChange={setTo} />
			<button class="second" type="submit">
				Narrow the list
			</button>
		</form>
	);
}
