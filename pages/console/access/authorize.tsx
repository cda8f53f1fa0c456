/**
 * Tells another program of the operator who is signed in, and leads back to it. A program that takes deposits asks for a
 * key of the person as well: nothing is allowed but by the button here.
 */
import { useState } from 'preact/hooks';
import type { Role } from '../../../api/language/roles';
import { Heading } from '../../parts/frame';
import { useTexts } from '../../parts/language/texts';
import { useLoaded } from '../../parts/loading';
import { lineOf } from '../../parts/person-text';
import { usePlace } from '../../parts/router';
import { session, signInAddress, useSignedIn } from '../../parts/session/signed-in';
import { WhenLoaded } from '../../parts/states';
import { texts } from './texts';

export function Authorize() {
	const who = useSignedIn();
	if (who === undefined) return null;
	if (who.user === undefined) {
		globalThis.location.replace(signInAddress());
		return null;
	}
	return <Answer userId={who.user.id} />;
}

/** What the person may allow the program; undefined: nothing. */
interface Deposits {
	readonly program: string;
	readonly role: Role;
	readonly isAllowed: boolean;
}

async function depositsOf(query: URLSearchParams): Promise<Deposits | undefined> {
	const tracker = query.get('tracker');
	if (tracker === null) return undefined;
	const redirectUri = query.get('redirect_uri') ?? '';
	const answer = await session('POST', '/codes/consent', { redirectUri, tracker });
	return (answer as { readonly deposits?: Deposits }).deposits;
}

function Answer({ userId }: { readonly userId: string }) {
	const { query } = usePlace();
	const [decided, setDecided] = useState<boolean>();
	const asked = useLoaded(query.toString(), () => depositsOf(query));
	/** The person pressed a button of the program for this. */
	const isWished = query.get('prompt') === 'consent';
	return (
		<WhenLoaded asked={asked}>
			{(deposits) => {
				if (decided !== undefined) return <LeadBack allows={decided} />;
				if (deposits === undefined)
					return isWished ? <NoAssets onBack={() => setDecided(false)} /> : <LeadBack />;
				const notNow = `no deposits at ${deposits.program} ${userId}`;
				const isAsked = !deposits.isAllowed && localStorage.getItem(notNow) === null;
				if (!isWished && !isAsked) return <LeadBack />;
				const decide = (allows: boolean) => {
					if (allows) localStorage.removeItem(notNow);
					else localStorage.setItem(notNow, 'true');
					setDecided(allows);
				};
				return <Consent deposits={deposits} onDecided={decide} />;
			}}
		</WhenLoaded>
	);
}

interface ConsentProps {
	readonly deposits: Deposits;
	readonly onDecided: (allows: boolean) => void;
}

function Consent({ deposits: { program, role }, onDecided }: ConsentProps) {
	const say = useTexts(texts);
	const name = (
		<strong>
			<bdi>{lineOf(program)}</bdi>
		</strong>
	);
	return (
		<>
			<Heading>{say('Allow deposits?')}</Heading>
			<p>
				{say.filled(
					'{program} asks for a key of yours. When you deposit there, the program transfers the amount from your assets here to its own account.',
					{ program: name },
				)}
			</p>
			<p>
				{say('The key can transfer any of your assets and read what you have.')}{' '}
				{role === 'TrackerAdmin' &&
					say('As you are TrackerAdmin alone, it can create and issue assets as well.')}{' '}
				{say('The program keeps it. You can revoke it at any time under Your keys.')}
			</p>
			<p>
				<button type="button" onClick={() => onDecided(true)}>
					{say('Allow')}
				</button>{' '}
				<button class="second" type="button" onClick={() => onDecided(false)}>
					{say('Not now')}
				</button>
			</p>
			<p class="soft">{say('Without it you are signed in all the same.')}</p>
		</>
	);
}

function NoAssets({ onBack }: { readonly onBack: () => void }) {
	const say = useTexts(texts);
	return (
		<>
			<Heading>{say('You can hold no assets yet')}</Heading>
			<p>{say('Ask a user administrator for the role TrackerUser, then allow deposits again.')}</p>
			<p>
				<button type="button" onClick={onBack}>
					{say('Go back')}
				</button>
			</p>
		</>
	);
}

function LeadBack({ allows = false }: { readonly allows?: boolean }) {
	const say = useTexts(texts);
	const { query } = usePlace();
	const asked = useLoaded(query.toString(), async () => {
		const redirectUri = query.get('redirect_uri') ?? '';
		const codeChallenge = query.get('code_challenge') ?? '';
		const allowed = allows && { tracker: query.get('tracker') };
		const sent = { redirectUri, codeChallenge, ...allowed };
		const { code } = (await session('POST', '/codes', sent)) as { code: string };
		const state = query.get('state') ?? '';
		// Behind the #, so that it stands in no log.
		const answer = new URLSearchParams({ code, state, ...(allows && { allows: 'deposits' }) });
		globalThis.location.replace(`${redirectUri}#${answer.toString()}`);
	});
	return (
		<>
			<Heading>{say('Signing you in')}</Heading>
			<WhenLoaded asked={asked}>{() => <p class="soft">{say('You are led back…')}</p>}</WhenLoaded>
		</>
	);
}
