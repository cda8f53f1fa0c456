/** A document of an office program on its way to a PDF, or signed as it is where none can be made. */
import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../../parts/language/texts';
import { errorOf } from '../../parts/loading';
import { lineOf } from '../../parts/person-text';
import { Failure, Notice } from '../../parts/states';
import { useSession } from '../access/session';
import { texts } from './texts';

export function isOfOffice({ name }: File): boolean {
	return /\.(docx?|odt|rtf)$/i.test(name);
}

interface ConvertingProps {
	readonly productId: string;
	readonly file: File;
	/** Takes the PDF, or the file as it is. */
	readonly onFile: (file: File) => void;
	readonly onGivenUp: () => void;
}

export function Converting({ productId, file, onFile, onGivenUp }: ConvertingProps) {
	const say = useTexts(texts);
	const { sealer } = useSession();
	const [fault, setFault] = useState<Error>();
	useEffect(() => {
		const leaving = new AbortController();
		sealer
			.bytes('convertToPdf', { productId, file }, leaving.signal)
			.then((pdf) => {
				const name = file.name.replace(/\.[^.]*$/, '.pdf');
				if (!leaving.signal.aborted) onFile(new File([pdf], name, { type: 'application/pdf' }));
			})
			.catch((reason: unknown) => {
				if (!leaving.signal.aborted) setFault(errorOf(reason));
			});
		return () => leaving.abort();
	}, [file]);
	return (
		<>
			{fault === undefined ? (
				<Notice kind="plain" title={lineOf(file.name)}>
					<p>{say('Converting to a PDF…')}</p>
				</Notice>
			) : (
				<Failure fault={fault} />
			)}
			<p class="row">
				{fault !== undefined && (
					<button type="button" onClick={() => onFile(file)}>
						{say('Sign the file as it is')}
					</button>
				)}
				<button class="second" type="button" onClick={onGivenUp}>
					{say('Take another document')}
				</button>
			</p>
			{fault !== undefined && (
				<p class="soft">
					{say(
						'As it is, it has no fields on its pages, and is sealed with its certificate page in a ZIP file.',
					)}
				</p>
			)}
		</>
	);
}
