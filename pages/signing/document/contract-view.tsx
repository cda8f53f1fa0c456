/**
 * Shows the contract if a browser can do so safely, and offers it as a download. The page reports
 * views to the server, because fetching alone does not prove them.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { answerAt, textOf } from '../../parts/client';
import { useLoaded } from '../../parts/loading';
import { Notice } from '../../parts/states';
import { FieldMarks } from './field-marks';
import type { Fields } from './fields';
import { Download, Picture } from '../link/files';
import { addressBelow, secretHeader, useViews, type Request } from '../link/link';
import { Named } from '../link/named';
import { openPdf } from '../../parts/pdf/pdf';
import { PdfPages } from '../../parts/pdf/pdf-pages';
import { OnceLoaded, TroubleNotice } from '../link/trouble';
import { FilledText, useWords } from '../texts/words';

type File = NonNullable<Request['files']>[number];

/** Longer texts are offered as a download only. */
const textBytesMax = 1_000_000;

interface ContractViewProps {
	readonly files: readonly File[];
	readonly fields: Fields;
}

export function ContractView({ files, fields }: ContractViewProps) {
	const [shown, setShown] = useState<ReadonlySet<File['fileNumber']>>(new Set());
	const [fault, record] = useViews();
	const { text } = useWords();
	useEffect(() => record('Opened'), []);
	const title = text(files.length === 1 ? 'document' : 'documents');
	return (
		<section aria-label={title}>
			<h2>{title}</h2>
			{files.length > 1 && <Contents files={files} />}
			{fault !== undefined && <TroubleNotice trouble={fault} />}
			{files.map((file) => (
				<FileView
					key={file.fileNumber}
					file={file}
					count={files.length}
					fields={fields}
					onShown={() => setShown((before) => new Set([...before, file.fileNumber]))}
					onDownload={() => record('Downloaded')}
				/>
			))}
			{shown.size === files.length && <End onSeen={() => record('ViewedToEnd')} />}
		</section>
	);
}

function placeOf({ fileNumber }: File): string {
	return `document-${fileNumber}`;
}

/** Leads to each of several files. */
function Contents({ files }: Pick<ContractViewProps, 'files'>) {
	return (
		<ol>
			{files.map((file) => (
				<li key={file.fileNumber}>
					<a href={`#${placeOf(file)}`}>
						<Named text={file.fileName} />
					</a>
				</li>
			))}
		</ol>
	);
}

interface FileViewProps {
	readonly file: File;
	/** How many files the contract has. */
	readonly count: number;
	readonly fields: Fields;
	/** Called when all of it is on the page. */
	readonly onShown: () => void;
	readonly onDownload: () => void;
}

function FileView({ file, count, fields, onShown, onDownload }: FileViewProps) {
	const { text, locale } = useWords();
	const { fileNumber, fileName, sizeBytes } = file;
	const size = new Intl.NumberFormat(locale).format(sizeBytes);
	return (
		<>
			{count > 1 && (
				<h3 id={placeOf(file)}>{text('documentOf', { at: Number(fileNumber), count })}</h3>
			)}
			<p>
				<FilledText
					text="fileLine"
					by={sizeBytes}
					values={{ file: <Named text={fileName} />, count: size }}
				/>{' '}
				<Download
					part={`file?fileNumber=${fileNumber}`}
					fileName={fileName}
					isSecond
					onClick={onDownload}
				>
					{text('download')}
				</Download>
			</p>
			<div class="contract">
				<Content file={file} fields={fields} onShown={onShown} />
			</div>
		</>
	);
}

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

interface ContentProps {
	readonly file: File;
	readonly fields: Fields;
	/** Called when all of it is on the page. */
	readonly onShown: () => void;
}

function Content({ file, fields, onShown }: ContentProps) {
	const chosen = `fileNumber=${file.fileNumber}`;
	const shown = `file?${chosen}&inline=true`;
	const { text } = useWords();
	const { mediaType } = file;
	if (mediaType === 'application/pdf') {
		return <Pdf part={shown} file={file} fields={fields} onShown={onShown} />;
	}
	if (mediaType.startsWith('image/')) {
		return <Picture look="picture" part={shown} alt={text('picture')} onShown={onShown} />;
	}
	if (mediaType.startsWith('text/plain') && Number(file.sizeBytes) <= textBytesMax) {
		return <PlainText part={shown} onShown={onShown} />;
	}
	if (mediaType === wordType) {
		return (
			<>
				<p class="soft">{text('textAlone')}</p>
				<PlainText part={`text?${chosen}`} onShown={onShown} />
			</>
		);
	}
	return (
		<Notice kind="plain" title={text('typeNotShown')}>
			<p>{text('readFirst')}</p>
		</Notice>
	);
}

interface ShownProps {
	/** Of the link's address. */
	readonly part: string;
	readonly onShown: () => void;
}

function Pdf({ part, file, fields, onShown }: ShownProps & Pick<ContentProps, 'file' | 'fields'>) {
	const { text } = useWords();
	const asked = useLoaded(part, () => openPdf(addressBelow(part), secretHeader()));
	const words = {
		page: (page: number, count: number) => text('pageOf', { page, count }),
		notShown: (page: number) => text('pageNotShown', { page }),
	};
	const over = (page: number) => (
		<FieldMarks fields={fields} fileNumber={Number(file.fileNumber)} page={page} />
	);
	return (
		<OnceLoaded asked={asked}>
			{(pdf) => <PdfPages pdf={pdf} words={words} onShown={onShown} over={over} />}
		</OnceLoaded>
	);
}

function PlainText({ part, onShown }: ShownProps) {
	const asked = useLoaded(part, () => textBelow(part));
	return <OnceLoaded asked={asked}>{(text) => <Text text={text} onShown={onShown} />}</OnceLoaded>;
}

async function textBelow(part: string): Promise<string> {
	return textOf(await answerAt(addressBelow(part), { headers: secretHeader() }));
}

function Text({ text, onShown }: { readonly text: string; readonly onShown: () => void }) {
	useEffect(onShown, []);
	return (
		<pre class="text">
			<bdi>{text}</bdi>
		</pre>
	);
}

/** The end of the contract; reports once when it becomes visible. */
function End({ onSeen }: { readonly onSeen: () => void }) {
	const end = useRef<HTMLParagraphElement>(null);
	const { text } = useWords();
	useEffect(() => {
		const watcher = new IntersectionObserver((seen) => {
			if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
			watcher.disconnect();
			onSeen();
		});
		if (end.current !== null) watcher.observe(end.current);
		return () => watcher.disconnect();
	}, []);
	return (
		<p class="soft" ref={end}>
			{text('documentEnd')}
		</p>
	);
}
