/** Tells another program of the operator who is signed in, and leads back to it. */
import { Heading } from '../../parts/frame';
import { useTexts } from '../../parts/language/texts';
import { useLoaded } from '../../parts/loading';
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
	return <LeadBack />;
}

function LeadBack() {
	const say = useTexts(texts);
	const { query } = usePlace();
	const asked = useLoaded(query.toString(), async () => {
		const redirectUri = query.get('redirect_uri') ?? '';
		const codeChallenge = query.get('code_challenge') ?? '';
		const { code } = (await session('POST', '/codes', { redirectUri, codeChallenge })) as {
			code: string;
		};
		const state = query.get('state') ?? '';
		// Behind the #, so that it stands in no log.
		const answer = new URLSearchParams({ code, state });
		globalThis.location.replace(`${redirectUri}#${answer.toString()}`);
	});
	return (
		<>
			<Heading>{say('Signing you in')}</Heading>
			<WhenLoaded asked={asked}>{() => <p class="soft">{say('You are led back…')}</p>}</WhenLoaded>
		</>
	);
}
