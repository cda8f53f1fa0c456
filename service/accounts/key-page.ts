import { markup, utcText, type Markup } from '../../server/html/markup';
import { page } from '../../server/html/page';
import type { KeyLimits } from '../operations/handler';
import type { MadeKey } from './accounts';
import type { KeyOffer } from './key-links';

/**
 * The page of an open offer. Showing it makes no key: only the form does, so mail scanners use up
 * nothing.
 */
export function offerPage(offer: KeyOffer, token: string): string {
	return offer.kind === 'INVITATION' ? invitationPage(offer, token) : newKeyPage(offer);
}

function invitationPage({ organisationName, email, expiresAt }: KeyOffer, token: string): string {
	return page(
		markup`Your invitation`,
		'Your invitation',
		markup`<p>You, <bdi>${email}</bdi>, are invited to work in <strong><bdi>${organisationName}</bdi></strong>.</p>
<form method="post" action="/keys/${token}/session" enctype="multipart/form-data">
<button type="submit">Accept and sign in</button>
</form>
<p>Is it for a program, such as n8n? Then accept and see an API key instead. It is shown once, so have a safe place ready to keep it.</p>
<form method="post" enctype="multipart/form-data">
<button class="second" type="submit">Accept and show the key</button>
</form>
${until(expiresAt)}`,
	);
}

function newKeyPage({ organisationName, email, expiresAt }: KeyOffer): string {
	return page(
		markup`Your API key`,
		'Your API key',
		markup`<p>There is a new API key for you, <bdi>${email}</bdi>, in <strong><bdi>${organisationName}</bdi></strong>.</p>
<p>Press the button to see the key. It is shown once, so have a safe place ready to keep it.</p>
<form method="post" enctype="multipart/form-data">
<button type="submit">Show the key</button>
</form>
${until(expiresAt)}`,
	);
}

function until(expiresAt: string): Markup {
	return markup`<p class="small">The link works until ${utcText(expiresAt)} and for you alone.</p>`;
}

/** The page that shows the new key, once. */
export function madePage(
	{ organisationName }: KeyOffer,
	{ key, expiresAt }: MadeKey,
	{ roles, networks }: KeyLimits,
): string {
	const end =
		expiresAt === undefined
			? markup`It works until it is revoked.`
			: markup`It works until ${utcText(expiresAt)}.`;
	return page(
		markup`Your API key`,
		'Your API key',
		markup`<div class="done" role="status"><strong>This is your key for <bdi>${organisationName}</bdi>.</strong></div>
<p><code id="key">${key}</code></p>
<p>It is shown this once. Keep it where you keep passwords: anyone who has it can act in your name. ${end}</p>
${limit('It may do no more than', roles)}${limit('It may be used from', networks)}
<p>Programs send it in the header <code>x-api-key</code>; n8n asks for it in the credential.</p>`,
	);
}

function limit(words: string, limits: readonly string[] | undefined): Markup {
	return limits === undefined ? markup`` : markup`<p>${words} ${limits.join(', ')}.</p>`;
}

const closed: Readonly<Record<Exclude<KeyOffer['state'], 'open'>, Markup>> = {
	used: markup`<p>This link was used already.</p>
<p>If that was not you, tell who sent you the mail at once, so that what it gave is ended. To sign in, <a href="/console/sign-in">ask for a link</a>.</p>`,
	ended: markup`<p>This link was taken back, or a newer one took its place.</p>
<p>Look for a newer mail, or ask who sent it to you.</p>`,
	expired: markup`<p>The time of this link is over.</p>
<p>Ask who sent you the mail to send another one.</p>`,
};

export function closedPage(state: Exclude<KeyOffer['state'], 'open'>): string {
	return page(markup`This link has ended`, 'This link has ended', closed[state]);
}

export function unknownKeyLinkPage(): string {
	return page(
		markup`This link does not work`,
		'Unknown link',
		markup`<p>There is no key at this address.</p>
<p>Open the link from the mail once more, or copy it in full: a line break may have cut off its end.</p>`,
	);
}
