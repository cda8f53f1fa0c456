/** The page at `/outbox`: the mails of an organisation, readable while no mail server is set. */
import { render } from 'preact';
import { ConsoleFrame } from '../parts/session/console-frame';
import { NoSuchPage } from '../parts/no-such-page';
import { usePlace } from '../parts/router';
import { MailList } from './mail-list';
import { MailPage } from './mail-page';
import { SessionGate } from './session';

function Outbox() {
	const { path } = usePlace();
	return (
		<ConsoleFrame name="Mails" parts={[{ to: '/outbox', name: 'Mails' }]} current={path}>
			<SessionGate>
				<Part path={path} />
			</SessionGate>
		</ConsoleFrame>
	);
}

function Part({ path }: { readonly path: string }) {
	const [, , mailId, rest] = path.split('/');
	if (mailId === undefined) return <MailList />;
	if (rest === undefined) return <MailPage mailId={mailId} />;
	return <NoSuchPage to="/outbox" name="To the mails" />;
}

render(<Outbox />, document.body);
