/** The page at `/explorer`: the content of the log, verified in the browser. */
import { render } from 'preact';
import { LanguageProvider } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { ConsoleFrame } from '../parts/session/console-frame';
import { NoSuchPage } from '../parts/no-such-page';
import { decoded, usePlace } from '../parts/router';
import { Alarms } from './alarms';
import { CheckPage } from './check-page';
import { CheckpointList } from './checkpoints';
import { Entries, EntriesOfRecord } from './entries';
import { EntryPage } from './entry-page';
import { Overview } from './overview';
import { ContinuityNotice } from './continuity-notice';
import { texts } from './texts';
import { useWatchedLog, type Watched } from './watching';

const parts = [
	{ to: '/explorer', name: 'The log' },
	{ to: '/explorer/checkpoints', name: 'Checkpoints' },
	{ to: '/explorer/entries', name: 'Entries' },
	{ to: '/explorer/check', name: 'Check a proof' },
] as const;

function Explorer() {
	const say = useTexts(texts);
	const { path } = usePlace();
	const watched = useWatchedLog();
	const current = parts.findLast(({ to }) => path === to || path.startsWith(`${to}/`))?.to;
	return (
		<ConsoleFrame
			name={say('Log explorer')}
			parts={parts.map(({ to, name }) => ({ to, name: say(name) }))}
			current={current}
		>
			<ContinuityNotice
				watched={watched}
				saysAll={path === '/explorer'}
				saysHindrance={path !== '/explorer/check'}
			/>
			{watched.state !== undefined && <Alarms state={watched.state} />}
			<Part path={path} watched={watched} />
		</ConsoleFrame>
	);
}

function Part({ path, watched }: { readonly path: string; readonly watched: Watched }) {
	const say = useTexts(texts);
	const [, , part, id, rest] = path.split('/');
	if (rest === undefined) {
		if (part === undefined) return <Overview watched={watched} />;
		if (part === 'checkpoints' && id === undefined) return <CheckpointList watched={watched} />;
		if (part === 'entries' && id === undefined) return <Entries />;
		if (part === 'entries' && /^\d{1,15}$/.test(id ?? '')) return <EntryPage index={Number(id)} />;
		if (part === 'records' && id !== undefined) return <EntriesOfRecord recordId={decoded(id)} />;
		if (part === 'check' && id === undefined) return <CheckPage shown={shownKeys(watched)} />;
	}
	return <NoSuchPage to="/explorer" name={say('To the log')} />;
}

function shownKeys({ state }: Watched) {
	if (state === undefined) return undefined;
	return { log: state.vkey, witnesses: state.witnessing.map(({ vkey }) => vkey) };
}

render(
	<LanguageProvider name="language of the console" storage="localStorage">
		<Explorer />
	</LanguageProvider>,
	document.body,
);
