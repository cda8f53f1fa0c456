/** Compares two files that are not kept: by a key, or by none where the operator opens it to everybody. */
import { useState } from 'preact/hooks';
import { openLimits, twoFiles } from '../../api/keeper/two-files';
import { clientOf } from '../parts/client';
import { useTexts } from '../parts/language/texts';
import { ConsoleFrame } from '../parts/session/console-frame';
import { Heading } from '../parts/frame';
import { sessionFor } from '../parts/session/session';
import { CompareForm } from './compare-form';
import { texts } from './texts';

const heading = 'Compare two files';

function Purpose() {
	const say = useTexts(texts);
	return (
		<>
			{say(
				'What differs between two files, as a person sees it. Neither is kept on the server; the report is erased after a day.',
			)}
		</>
	);
}

function Introduction() {
	const say = useTexts(texts);
	return (
		<>
			<Heading>{say(heading)}</Heading>
			<p>
				<Purpose />
			</p>
		</>
	);
}

const clientBy = (key?: string) => clientOf<'keeper', 'compareTwoFiles'>(twoFiles, key);

const { SessionGate, useSession } = sessionFor({
	heading,
	purpose: <Purpose />,
	clients: (key) => ({ keeper: clientBy(key) }),
});

function ByKey() {
	const { keeper, end } = useSession();
	return (
		<>
			<Introduction />
			<CompareForm keeper={keeper} onKeyRefused={end} />
		</>
	);
}

function WithoutKey({ onKeyWanted }: { readonly onKeyWanted: () => void }) {
	const say = useTexts(texts);
	const { comparisonsPerMinuteMax, fileMebibytesMax } = openLimits;
	return (
		<>
			<Introduction />
			<CompareForm keeper={clientBy()} fileMebibytesMax={fileMebibytesMax} />
			<p class="soft">
				{say('Without a key, files of at most {sizeMebibytes} MiB, {times} times a minute.', {
					sizeMebibytes: fileMebibytesMax,
					times: comparisonsPerMinuteMax,
				})}{' '}
				<button class="quiet" type="button" onClick={onKeyWanted}>
					{say('Use an API key')}
				</button>
			</p>
		</>
	);
}

export function ComparePage({ isOpen }: { readonly isOpen: boolean }) {
	const say = useTexts(texts);
	const [isByKey, setByKey] = useState(!isOpen);
	return (
		<ConsoleFrame name={say(heading)} parts={[]}>
			{isByKey ? (
				<SessionGate>
					<ByKey />
				</SessionGate>
			) : (
				<WithoutKey onKeyWanted={() => setByKey(true)} />
			)}
		</ConsoleFrame>
	);
}
