/** The page at `/outbox`: the mails of an organisation, readable while no mail server is set. */
import { render } from 'preact';
import { ConsoleFrame } from '../parts/session/console-frame';
import { LanguageProvider } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { NoSuchPage } from '../parts/no-such-page';
import { usePlace } from '../parts/router';
import { MailList } from './mail-list';
import { MailPage } from './mail-page';
import { SessionGate } from './session';
import { texts } from './texts';

function Outbox() {
	const { path } = usePlace();
	const name = useTexts(texts)('Mails');
	const parts = [{ to: '/outbox', name }];
	return (
		<ConsoleFrame name={name} parts={parts} current={path}>
			<SessionGate>
				<Part path={path} />
			</SessionGate>
		</ConsoleFrame>
	);
}

function Part({ path }: { readonly path: string }) {
	const say = useTexts(texts);
	const [, , mailId, rest] = path.split('/');
	if (mailId === undefined) return <MailList />;
	if (rest === undefined) return <MailPage mailId={mailId} />;
	return <NoSuchPage to="/outbox" name={say('To the mails')} />;
}

render(
	<LanguageProvider name="language of the console" storage="localStorage">
		<Outbox />
	</LanguageProvider>,
	document.body,
);
