/** Uploads a file: chosen or dropped, with its progress, and cancelled by a button. */
import { useContext, useState } from 'preact/hooks';
import { TextField } from '../parts/forms/fields';
import { FileField } from '../parts/forms/file-field';
import { CallFault, faultOf, unreachable, type Fetcher } from '../parts/client';
import { useLanguage } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { errorOf } from '../parts/loading';
import { lineOf } from '../parts/person-text';
import { EndOfSession, endsSession } from '../parts/session/session';
import { Failure, Notice } from '../parts/states';
import { sizeText } from '../parts/values';
import { useSession } from './access/session';
import { texts } from './operating-texts';

type Run =
	| { readonly state: 'none' }
	| { readonly state: 'under way'; readonly share: number; readonly cancel: () => void }
	| { readonly state: 'cancelled' }
	| { readonly state: 'failed'; readonly fault: Error }
	| { readonly state: 'done'; readonly fileName: string };

export function Upload({ onDone }: { readonly onDone: () => void }) {
	const say = useTexts(texts);
	const [file, setFile] = useState<File>();
	const [end, setEnd] = useState('');
	/** Makes the field anew, so that it is empty. */
	const [round, setRound] = useState(0);
	const { run, start } = useUpload(() => {
		setFile(undefined);
		setEnd('');
		setRound(round + 1);
		onDone();
	});
	const isBusy = run.state === 'under way';
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				if (file !== undefined && !isBusy) start(file, end);
			}}
		>
			<FileField
				key={round}
				label={say('A file to store')}
				help={say('Choose one, or drop it here. It is encrypted and spread over the buckets.')}
				onFile={setFile}
			/>
			<TextField
				label={say('Delete it by itself at')}
				help={say('Leave it empty for a file that stays.')}
				type="datetime-local"
				value={end}
				onChange={setEnd}
			/>
			<p>
				<button type="submit" disabled={isBusy || file === undefined}>
					{say('Upload')}
				</button>
			</p>
			<Shown run={run} sizeBytes={file?.size ?? 0} />
		</form>
	);
}

/** Runs one upload at a time. */
function useUpload(then: () => void) {
	const { storage } = useSession();
	const endSession = useContext(EndOfSession);
	const [run, setRun] = useState<Run>({ state: 'none' });
	const start = (file: File, end: string) => {
		const stopping = new AbortController();
		const cancel = () => stopping.abort();
		const onProgress = (share: number) => setRun({ state: 'under way', share, cancel });
		onProgress(0);
		const expiry = end === '' ? {} : { expiresAt: new Date(end).toISOString() };
		const fetcher = tellingProgress(onProgress);
		storage.call('uploadFile', { file, ...expiry }, stopping.signal, fetcher).then(
			({ fileName }) => {
				setRun({ state: 'done', fileName });
				then();
			},
			(reason: unknown) => {
				if (endsSession(reason)) endSession(reason);
				else if (reason instanceof CallFault && reason.code === 'cancelled') {
					setRun({ state: 'cancelled' });
				} else setRun({ state: 'failed', fault: errorOf(reason) });
			},
		);
	};
	return { run, start };
}

/** Sends by the older interface of browsers, because `fetch` does not tell how much was sent. */
function tellingProgress(onProgress: (share: number) => void): Fetcher {
	return async (address, { method, headers, body, signal }) => {
		const answer = await new Promise<Response>((resolve, reject) => {
			const request = new XMLHttpRequest();
			request.open(method, address);
			for (const [name, value] of headers) request.setRequestHeader(name, value);
			request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
			request.onload = () => {
				const { responseText, status } = request;
				resolve(new Response(responseText, { status }));
			};
			request.onerror = () => reject(unreachable('The server does not answer.'));
			request.onabort = () => reject(new CallFault('cancelled', 'It was cancelled.', ''));
			signal?.addEventListener('abort', () => request.abort());
			request.send(body ?? null);
		});
		if (!answer.ok) throw await faultOf(answer);
		return answer;
	};
}

function Shown({ run, sizeBytes }: { readonly run: Run; readonly sizeBytes: number }) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	switch (run.state) {
		case 'none':
			return null;
		case 'under way':
			return (
				<div class="under-way">
					<progress max={1} value={run.share} aria-label={say('How much was sent')} />
					<span>
						{run.share < 1
							? say('{sent} of {size} sent', {
									sent: sizeText(run.share * sizeBytes, locale),
									size: sizeText(sizeBytes, locale),
								})
							: say('Writing it into the buckets…')}
					</span>
					<button class="quiet" type="button" onClick={run.cancel}>
						{say('Cancel')}
					</button>
				</div>
			);
		case 'cancelled':
			return (
				<Notice kind="plain" title={say('The upload was cancelled; nothing of it is kept.')} />
			);
		case 'failed':
			return <Failure fault={run.fault} />;
		case 'done':
			return (
				<Notice kind="good" title={say('{file} is stored.', { file: lineOf(run.fileName) })} />
			);
	}
}
