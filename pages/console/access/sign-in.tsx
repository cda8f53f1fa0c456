/**
 * Signing in: by the link of a mail or of the terminal, whose token stands behind the `#`, or by asking for such a
 * mail. Opening a link changes nothing: only its button does, so programs that look through mails use none up.
 */
import { useState } from 'preact/hooks';
import { TextField } from '../../parts/forms/fields';
import { Heading } from '../../parts/frame';
import { useTexts } from '../../parts/language/texts';
import { errorOf, useLoaded } from '../../parts/loading';
import { lineOf } from '../../parts/person-text';
import { session, useSignedIn } from '../../parts/session/signed-in';
import { Failure, Notice, WhenLoaded } from '../../parts/states';
import { hasPasskeys, signInByPasskey } from './passkeys';
import { texts } from './texts';

type Offer =
	| { readonly kind: 'SET_UP' }
	| { readonly kind: 'SIGN_IN'; readonly email: string; readonly organisation: string };

export function SignIn() {
	const [token] = useState(() => globalThis.location.hash.slice(1));
	return token === '' ? <AskForLink /> : <ByLink token={token} />;
}

function wantedPage(): string {
	return new URLSearchParams(globalThis.location.search).get('to') ?? '/console';
}

/** Only to a page of this site: behind its origin, whatever the rest says. */
function goOn(): void {
	const to = wantedPage();
	const isHere = /^\/(?![/\\])/.test(to);
	globalThis.location.assign(globalThis.location.origin + (isHere ? to : '/console'));
}

/** Runs a request of a form; what it met is shown, and the button waits. */
function useSending() {
	const [fault, setFault] = useState<Error>();
	const [isSending, setSending] = useState(false);
	const send = (work: () => Promise<unknown>, then: () => void) => (event: SubmitEvent) => {
		event.preventDefault();
		setFault(undefined);
		setSending(true);
		work()
			.then(then, (why: unknown) => setFault(errorOf(why)))
			.finally(() => setSending(false));
	};
	return { fault, isSending, send };
}

function AskForLink() {
	const say = useTexts(texts);
	const [email, setEmail] = useState('');
	const [isAsked, setAsked] = useState(false);
	const { fault, isSending, send } = useSending();
	const provider = useSignedIn()?.signIn?.oidc;
	if (isAsked) {
		return (
			<>
				<Heading>{say('Look into your mailbox')}</Heading>
				<p>
					{say.filled(
						'If {email} belongs to somebody here, a link that signs in is on its way. It works once, for ten minutes.',
						{ email: <bdi>{lineOf(email)}</bdi> },
					)}
				</p>
				<p class="soft">
					{say.filled(
						'Nothing arrives? Ask who runs this service: the command {command} makes a link as well.',
						{ command: <code>admin console link</code> },
					)}
				</p>
				<p>
					<button class="second" type="button" onClick={() => setAsked(false)}>
						{say('Use another address')}
					</button>
				</p>
			</>
		);
	}
	return (
		<>
			<Heading>{say('Sign in')}</Heading>
			{fault !== undefined && <Failure fault={fault} />}
			{provider !== undefined && (
				<p>
					<a class="button" href={`/session/oidc?to=${encodeURIComponent(wantedPage())}`}>
						{say.filled('Continue with {provider}', { provider: <bdi>{lineOf(provider)}</bdi> })}
					</a>
				</p>
			)}
			<form
				onSubmit={send(
					() => session('POST', '/links', { email }),
					() => setAsked(true),
				)}
			>
				<TextField
					label={say('Your e-mail address')}
					help={say('You get a link that signs you in. There is no password.')}
					type="email"
					value={email}
					onChange={setEmail}
				/>
				<button type="submit" disabled={isSending || email.trim() === ''}>
					{say('Send me a link')}
				</button>
			</form>
			{hasPasskeys() && (
				<form onSubmit={send(() => signInByPasskey(say), goOn)}>
					<p>
						<button class="second" type="submit" disabled={isSending}>
							{say('Sign in with a passkey')}
						</button>
					</p>
				</form>
			)}
		</>
	);
}

function ByLink({ token }: { readonly token: string }) {
	const say = useTexts(texts);
	const asked = useLoaded(
		token,
		async () => (await session('POST', '/offers', { token })) as Offer,
	);
	if (asked.loaded.state === 'failed') {
		return (
			<>
				<Heading>{say('This link does not sign in')}</Heading>
				<Failure fault={asked.loaded.fault} />
				<p>
					<a class="button" href="/console/sign-in">
						{say('Ask for a new link')}
					</a>
				</p>
			</>
		);
	}
	return (
		<WhenLoaded asked={asked}>
			{(offer) =>
				offer.kind === 'SET_UP' ? <SetUp token={token} /> : <Enter token={token} offer={offer} />
			}
		</WhenLoaded>
	);
}

interface EnterProps {
	readonly token: string;
	readonly offer: Extract<Offer, { kind: 'SIGN_IN' }>;
}

function Enter({ token, offer: { email, organisation } }: EnterProps) {
	const say = useTexts(texts);
	const { fault, isSending, send } = useSending();
	return (
		<>
			<Heading>{say('Sign in')}</Heading>
			{fault !== undefined && <Failure fault={fault} />}
			<p>
				{say.filled('You sign in to {organisation} as {email}.', {
					organisation: (
						<strong>
							<bdi>{lineOf(organisation)}</bdi>
						</strong>
					),
					email: (
						<strong>
							<bdi>{lineOf(email)}</bdi>
						</strong>
					),
				})}
			</p>
			<form onSubmit={send(() => session('POST', '', { token }), goOn)}>
				<button type="submit" disabled={isSending}>
					{say('Sign in')}
				</button>
			</form>
		</>
	);
}

function SetUp({ token }: { readonly token: string }) {
	const say = useTexts(texts);
	const [organisation, setOrganisation] = useState('');
	const [email, setEmail] = useState('');
	const { fault, isSending, send } = useSending();
	const isFilled = organisation.trim() !== '' && email.trim() !== '';
	return (
		<>
			<Heading>{say('Welcome to Sealkeeper')}</Heading>
			<Notice kind="plain" title={say('Nobody has begun here yet.')}>
				<p>{say('Say who you are; that is all. You become the administrator.')}</p>
			</Notice>
			{fault !== undefined && <Failure fault={fault} />}
			<form onSubmit={send(() => session('POST', '', { token, organisation, email }), goOn)}>
				<TextField
					label={say('Your organisation')}
					help={say('Your colleagues and the people you send contracts to read it.')}
					value={organisation}
					onChange={setOrganisation}
				/>
				<TextField
					label={say('Your e-mail address')}
					help={say('You sign in by links that are sent to it.')}
					type="email"
					value={email}
					onChange={setEmail}
				/>
				<button type="submit" disabled={isSending || !isFilled}>
					{say('Begin')}
				</button>
			</form>
		</>
	);
}
