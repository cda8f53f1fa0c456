/** Compares two files that are not kept: by a key, or by none where the operator opens it to everybody. */
import { useState } from 'preact/hooks';
import { openLimits, twoFiles } from '../../api/keeper/two-files';
import { clientOf } from '../parts/client';
import { ConsoleFrame } from '../parts/session/console-frame';
import { Heading } from '../parts/frame';
import { sessionFor } from '../parts/session/session';
import { CompareForm } from './compare-form';

const heading = 'Compare two files';
const purpose =
	'What differs between two files, as a person sees it. Neither is kept on the server; the report is erased after a day.';

const clientBy = (key?: string) => clientOf<'keeper', 'compareTwoFiles'>(twoFiles, key);

const { SessionGate, useSession } = sessionFor({
	heading,
	purpose,
	clients: (key) => ({ keeper: clientBy(key) }),
});

function ByKey() {
	const { keeper, end } = useSession();
	return (
		<>
			<Heading>{heading}</Heading>
			<p>{purpose}</p>
			<CompareForm keeper={keeper} onKeyRefused={end} />
		</>
	);
}

function WithoutKey({ onKeyWanted }: { readonly onKeyWanted: () => void }) {
	const { comparisonsPerMinuteMax, fileMebibytesMax } = openLimits;
	return (
		<>
			<Heading>{heading}</Heading>
			<p>{purpose}</p>
			<CompareForm keeper={clientBy()} fileMebibytesMax={fileMebibytesMax} />
			<p class="soft">
				Without a key, files of at most {fileMebibytesMax} MiB, {comparisonsPerMinuteMax} times a
				minute.{' '}
				<button class="quiet" type="button" onClick={onKeyWanted}>
					Use an API key
				</button>
			</p>
		</>
	);
}

export function ComparePage({ isOpen }: { readonly isOpen: boolean }) {
	const [isByKey, setByKey] = useState(!isOpen);
	return (
		<ConsoleFrame name={heading} parts={[]}>
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
