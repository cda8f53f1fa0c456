/** One mail: its HTML in a sandboxed frame, its links, and its plain text. */
import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { Heading } from '../parts/frame';
import { lineOf } from '../parts/person-text';
import { Link } from '../parts/router';
import { Notice, WhenLoaded } from '../parts/states';
import { Tabs } from '../parts/tabs';
import { Copy, Time } from '../parts/values';
import { MailFrame } from './mail-frame';
import { useAsked } from './session';

type Mail = Model<'Mail'>;

export function MailPage({ mailId }: { readonly mailId: string }) {
	const asked = useAsked(mailId, ({ platform }) => platform.call('getMail', { mailId }));
	return (
		<WhenLoaded asked={asked}>
			{(mail) => (
				<>
					<Heading>{lineOf(mail.subject)}</Heading>
					<Facts mail={mail} />
					{mail.text === undefined ? <NotHere mail={mail} /> : <Content mail={mail} />}
					<p>
						<Link to="/outbox">To all mails</Link>
					</p>
				</>
			)}
		</WhenLoaded>
	);
}

function Facts({ mail }: { readonly mail: Mail }) {
	const { recipient, creationDate, status, fault, fileName, links = [] } = mail;
	return (
		<dl class="facts">
			<dt>To</dt>
			<dd>
				<bdi>{lineOf(recipient)}</bdi>
			</dd>
			<dt>Written</dt>
			<dd>
				<Time at={creationDate} />
			</dd>
			<dt>State</dt>
			<dd>
				{status}
				{fault !== undefined && `: ${lineOf(fault)}`}
			</dd>
			{fileName !== undefined && (
				<>
					<dt>Attached</dt>
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
	return (
		<>
			<dt>Link</dt>
			<dd class="lines-break">
				<a href={link} target="_blank" rel="noreferrer">
					{link}
				</a>{' '}
				<Copy text={link} what="the link" />
			</dd>
		</>
	);
}

type Form = 'html' | 'text';

function Content({ mail: { html = '', text = '' } }: { readonly mail: Mail }) {
	const [form, choose] = useState<Form>('html');
	return (
		<Tabs<Form>
			label="Forms of the mail"
			current={form}
			onChoose={choose}
			tabs={[
				{ name: 'html', label: 'As it looks', content: <MailFrame html={html} /> },
				{ name: 'text', label: 'Plain text', content: <p class="lines mono">{text}</p> },
			]}
		/>
	);
}

function NotHere({ mail: { status } }: { readonly mail: Mail }) {
	if (status === 'Waiting') {
		return (
			<Notice kind="plain" title="It has not left yet">
				<p>What it says can be read once it lies in the outbox folder.</p>
			</Notice>
		);
	}
	return (
		<Notice kind="plain" title="What it says is not kept here">
			<p>
				A mail server has taken it, or it lies in the outbox folder of another process or of another
				machine.
			</p>
		</Notice>
	);
}
