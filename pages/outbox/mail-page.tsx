/** One mail: its HTML in a sandboxed frame, its links, and its plain text. */
import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { Heading } from '../parts/frame';
import { useTexts } from '../parts/language/texts';
import { lineOf } from '../parts/person-text';
import { Link } from '../parts/router';
import { Notice, WhenLoaded } from '../parts/states';
import { Tabs } from '../parts/tabs';
import { Copy, Time } from '../parts/values';
import { MailFrame } from './mail-frame';
import { useAsked } from './session';
import { texts } from './texts';

type Mail = Model<'Mail'>;

export function MailPage({ mailId }: { readonly mailId: string }) {
	const say = useTexts(texts);
	const asked = useAsked(mailId, ({ platform }) => platform.call('getMail', { mailId }));
	return (
		<WhenLoaded asked={asked}>
			{(mail) => (
				<>
					<Heading>{lineOf(mail.subject)}</Heading>
					<Facts mail={mail} />
					{mail.text === undefined ? <NotHere mail={mail} /> : <Content mail={mail} />}
					<p>
						<Link to="/outbox">{say('To all mails')}</Link>
					</p>
				</>
			)}
		</WhenLoaded>
	);
}

function Facts({ mail }: { readonly mail: Mail }) {
	const say = useTexts(texts);
	const { recipient, creationDate, status, fault, fileName, links = [] } = mail;
	return (
		<dl class="facts">
			<dt>{say('To')}</dt>
			<dd>
				<bdi>{lineOf(recipient)}</bdi>
			</dd>
			<dt>{say('Written')}</dt>
			<dd>
				<Time at={creationDate} />
			</dd>
			<dt>{say('State')}</dt>
			<dd>
				{fault === undefined
					? say(status)
					: say('{state}: {why}', { state: say(status), why: lineOf(fault) })}
			</dd>
			{fileName !== undefined && (
				<>
					<dt>{say('Attached')}</dt>
					<dd>
						<bdi>{lineOf(fileName)}</bdi>
					</dd>
				</>
			)}
			{links.map((link) => (
				<LinkRow key={link} link={link} />
			))}
		</dl>
	);
}

/**
 * Whoever has the link acts for the recipient; it opens in a new tab, because this page holds a
 * key.
 */
function LinkRow({ link }: { readonly link: string }) {
	const say = useTexts(texts);
	return (
		<>
			<dt>{say('Link')}</dt>
			<dd class="lines-break">
				<a href={link} target="_blank" rel="noreferrer">
					{link}
				</a>{' '}
				<Copy text={link} what={say('the link')} />
			</dd>
		</>
	);
}

type Form = 'html' | 'text';

function Content({ mail: { html = '', text = '' } }: { readonly mail: Mail }) {
	const say = useTexts(texts);
	const [form, choose] = useState<Form>('html');
	return (
		<Tabs<Form>
			label={say('Forms of the mail')}
			current={form}
			onChoose={choose}
			tabs={[
				{ name: 'html', label: say('As it looks'), content: <MailFrame html={html} /> },
				{ name: 'text', label: say('Plain text'), content: <p class="lines mono">{text}</p> },
			]}
		/>
	);
}

function NotHere({ mail: { status } }: { readonly mail: Mail }) {
	const say = useTexts(texts);
	if (status === 'Waiting') {
		return (
			<Notice kind="plain" title={say('It has not left yet')}>
				<p>{say('What it says can be read once it lies in the outbox folder.')}</p>
			</Notice>
		);
	}
	return (
		<Notice kind="plain" title={say('What it says is not kept here')}>
			<p>
				{say(
					'A mail server has taken it, or it lies in the outbox folder of another process or of another machine.',
				)}
			</p>
		</Notice>
	);
}
