/**
 * Downloads a statement of the account as a file, with the key of this tab; the download can be
 * cancelled.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { SelectField, TextField } from '../../parts/forms/fields';
import { Heading } from '../../parts/frame';
import { errorOf } from '../../parts/loading';
import { saveFile } from '../../parts/save-file';
import { endsSession } from '../../parts/session/session';
import { Failure, Notice } from '../../parts/states';
import { useSession } from '../live/exchange';
import { fileNameOf, periodOf, type Days } from './statement-period';
import { useTexts } from '../../parts/language/texts';
import { texts } from '../texts/texts';

type Format = 'CSV' | 'JSON';

type Download =
	| { readonly kind: 'under way'; readonly cancel: () => void }
	| { readonly kind: 'cancelled' }
	| { readonly kind: 'failed'; readonly fault: Error }
	| { readonly kind: 'saved'; readonly fileName: string };

/** One download at a time; a cancelled one reports nothing any more. */
function useDownload() {
	const { trader, end } = useSession();
	const [download, setDownload] = useState<Download>();
	const current = useRef<AbortController>();
	// Aborted when the component is removed.
	useEffect(() => () => current.current?.abort(), []);
	const fetchFile = async (days: Days, format: Format) => {
		const stop = new AbortController();
		current.current = stop;
		const tell = (told: Download) => {
			if (current.current === stop) setDownload(told);
		};
		const cancel = () => {
			tell({ kind: 'cancelled' });
			current.current = undefined;
			stop.abort();
		};
		tell({ kind: 'under way', cancel });
		const { startTime, endTime } = periodOf(days);
		const period = {
			...(startTime !== undefined && { startTime }),
			...(endTime !== undefined && { endTime }),
		};
		try {
			const file = await trader.bytes('accountStatement', { format, ...period }, stop.signal);
			if (stop.signal.aborted) return;
			const fileName = fileNameOf(days, format);
			saveFile(file, fileName);
			tell({ kind: 'saved', fileName });
		} catch (fault) {
			if (stop.signal.aborted) return;
			if (endsSession(fault)) return end(fault);
			tell({ kind: 'failed', fault: errorOf(fault) });
		}
	};
	return { download, fetchFile };
}

export function Statement() {
	const say = useTexts(texts);
	const { download, fetchFile } = useDownload();
	const [days, setDays] = useState<Days>({ first: '', last: '' });
	const [format, setFormat] = useState<Format>('CSV');
	const { fault } = periodOf(days);
	const isUnderWay = download?.kind === 'under way';
	const start = () => {
		if (fault === undefined && !isUnderWay) void fetchFile(days, format);
	};
	return (
		<>
			<Heading>{say('Statement')}</Heading>
			<p>
				{say(
					'Every movement of your account as a file: deposits, payouts, trades, commissions and what orders hold, with the balances before and after.',
				)}
			</p>
			<form
				class="panel"
				aria-label={say('Statement')}
				onSubmit={(event) => {
					event.preventDefault();
					start();
				}}
			>
				<TextField
					label={say('First day')}
					help={say('In your time zone; from the beginning when left empty.')}
					type="date"
					value={days.first}
					onChange={(first) => setDays({ ...days, first })}
				/>
				<TextField
					label={say('Last day')}
					help={say('Until now when left empty.')}
					type="date"
					value={days.last}
					onChange={(last) => setDays({ ...days, last })}
					fault={fault && say(fault)}
				/>
				<SelectField
					label={say('Form')}
					value={format}
					onChange={setFormat}
					options={[
						['CSV', say('CSV, a table for spreadsheets')],
						['JSON', say('JSON, for programs')],
					]}
				/>
				<button type="submit" disabled={fault !== undefined || isUnderWay}>
					{say('Download')}
				</button>
				<DownloadState download={download} again={start} />
			</form>
		</>
	);
}

interface StateProps {
	readonly download: Download | undefined;
	readonly again: () => void;
}

function DownloadState({ download, again }: StateProps) {
	const say = useTexts(texts);
	switch (download?.kind) {
		case undefined:
			return null;
		case 'under way':
			return (
				<Notice kind="plain" title={say('It is being made and fetched.')}>
					<p>
						<button class="second" type="button" onClick={download.cancel}>
							{say('Stop it')}
						</button>
					</p>
				</Notice>
			);
		case 'cancelled':
			return <Notice kind="warn" title={say('Cancelled. Nothing was saved.')} />;
		case 'failed':
			return <Failure fault={download.fault} again={again} />;
		case 'saved':
			return <Notice kind="good" title={say('Saved as {file}.', { file: download.fileName })} />;
	}
}
