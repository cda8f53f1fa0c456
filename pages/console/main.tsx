/** The console at `/console`: where a person signs in, sees what waits, and begins. */
import { render } from 'preact';
import { ConsoleFrame } from '../parts/session/console-frame';
import { Frame } from '../parts/frame';
import { LanguageProvider } from '../parts/language/language';
import { LanguageChoice } from '../parts/language/language-choice';
import { useTexts } from '../parts/language/texts';
import { NoSuchPage } from '../parts/no-such-page';
import { decoded, usePlace } from '../parts/router';
import { Authorize } from './access/authorize';
import { ContractList } from './contracts/contracts';
import { ContractPage } from './contracts/contract-page';
import { Health } from './health';
import { Home } from './home';
import { OwnKeys } from './access/keys';
import { People } from './access/people';
import { Search } from './search';
import { SendContract } from './contracts/send-contract';
import { SessionGate } from './access/session';
import { Sessions } from './access/sessions';
import { Settings } from './settings';
import { SignIn } from './access/sign-in';
import { texts } from './texts';
import { WebhookPage, Webhooks } from './webhooks';
import { Storage } from './storage';
import { StoredFile } from './stored-file';

function Console() {
	const { path } = usePlace();
	const say = useTexts(texts);
	if (path === '/console/sign-in' || path === '/console/authorize') {
		return (
			<Frame name={say('Console')} parts={[]} isNarrow beside={<LanguageChoice />}>
				{path === '/console/sign-in' ? <SignIn /> : <Authorize />}
			</Frame>
		);
	}
	return (
		<ConsoleFrame name={say('Console')} parts={[]} current={path}>
			<SessionGate>
				<Part path={path} />
			</SessionGate>
		</ConsoleFrame>
	);
}

function Part({ path }: { readonly path: string }) {
	const say = useTexts(texts);
	const [, , part, productId, id, rest] = path.split('/');
	if (part === undefined) return <Home />;
	if (productId === undefined) {
		if (part === 'contracts') return <ContractList />;
		if (part === 'people') return <People />;
		if (part === 'keys') return <OwnKeys />;
		if (part === 'webhooks') return <Webhooks />;
		if (part === 'settings') return <Settings />;
		if (part === 'health') return <Health />;
		if (part === 'sessions') return <Sessions />;
		if (part === 'storage') return <Storage />;
		if (part === 'search') return <Search />;
	} else if (part === 'webhooks' && id === undefined) {
		return <WebhookPage subscriptionId={productId} />;
	} else if (part === 'storage' && id === undefined) {
		return <StoredFile fileId={decoded(productId)} />;
	} else if (part === 'contracts' && id !== undefined && rest === undefined) {
		if (id === 'new') return <SendContract productId={productId} />;
		return <ContractPage productId={productId} contractId={id} />;
	}
	return <NoSuchPage to="/console" name={say('To the start')} />;
}

render(
	<LanguageProvider name="language of the console" storage="localStorage">
		<Console />
	</LanguageProvider>,
	document.body,
);
