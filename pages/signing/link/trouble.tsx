/** Errors of the signing page, in the reader's language, with what to do. */
import { CallFault } from '../../parts/client';
import type { Query } from '../../parts/loading';
import { PdfUnreadableError } from '../../parts/pdf/pdf';
import { Notice } from '../../parts/states';
import type { ComponentChildren } from 'preact';
import type { Text } from '../texts/english';
import { refusalText } from '../texts/refusals';
import type { Wording } from '../texts/texts';
import { useWords } from '../texts/words';

/** A missing input, or an error. */
export type Trouble = Missing | Error;

export interface Missing {
	readonly happened: Text;
	readonly change: Text;
	readonly values?: Readonly<Record<string, string>>;
}

interface ErrorText {
	readonly happened: string;
	readonly change: string;
}

/** Translates an error for the signer. */
function toldOf(fault: Error, words: Wording): ErrorText {
	const { text, language } = words;
	// It can still be downloaded.
	if (fault instanceof PdfUnreadableError)
		return { happened: text('pdfNotShown'), change: text('readFirst') };
	if (fault instanceof CallFault) return refusalText(fault, words);
	const { message } = fault;
	if (language === 'English') return { happened: message, change: '' };
	return { happened: text('cannotBe', { reason: message }), change: text('waitAMoment') };
}

interface TroubleNoticeProps {
	readonly trouble: Trouble;
	readonly again?: (() => void) | undefined;
}

export function TroubleNotice({ trouble, again }: TroubleNoticeProps) {
	const words = useWords();
	const { text } = words;
	const { happened, change } =
		trouble instanceof Error
			? toldOf(trouble, words)
			: { happened: text(trouble.happened, trouble.values), change: text(trouble.change) };
	return (
		<Notice kind="bad" title={happened}>
			{change !== '' && <p>{change}</p>}
			{again !== undefined && (
				<p>
					<button class="second" type="button" onClick={again}>
						{text('again')}
					</button>
				</p>
			)}
		</Notice>
	);
}

interface OnceLoadedProps<Value> {
	readonly asked: Query<Value>;
	readonly children: (value: Value) => ComponentChildren;
}

/** Shows the children once loaded. */
export function OnceLoaded<Value>({ asked: { loaded, again }, children }: OnceLoadedProps<Value>) {
	const { text } = useWords();
	if (loaded.state === 'loaded') return <>{children(loaded.value)}</>;
	if (loaded.state === 'failed') return <TroubleNotice trouble={loaded.fault} again={again} />;
	return (
		<p class="soft" role="status">
			{text('loading')}
		</p>
	);
}

/** True if the contract or link has ended, or the code must be entered again, so that the page must change. */
export function endsHere(reason: unknown): boolean {
	const ends = ['Sealer_AlreadySigned', 'Sealer_ContractEnded', 'Sealer_LinkEnded'];
	const waits = ['Sealer_NotYourTurn', 'Sealer_CodeNeeded'];
	return reason instanceof CallFault && [...ends, ...waits].includes(reason.code);
}
