/** What is in the way of somebody who reads or signs, in their language, and the way on. */
import { CallFault } from '../../parts/client';
import type { Asked } from '../../parts/loading';
import { Notice } from '../../parts/states';
import type { ComponentChildren } from 'preact';
import type { Text } from '../texts/english';
import { refusalTold } from '../texts/refusals';
import { useWords, type Words } from '../texts/words';

/** What is still missing, by the texts that say it; or what was refused. */
export type Trouble = Missing | Error;

export interface Missing {
	readonly happened: Text;
	readonly change: Text;
	readonly values?: Readonly<Record<string, string>>;
}

/** Of what has come and cannot be shown; there is still its file. */
export class Unshown extends Error {
	constructor(readonly happened: Text) {
		super(happened);
	}
}

interface Told {
	readonly happened: string;
	readonly change: string;
}

/** What the server says to who writes programs, for who signs. */
function toldOf(fault: Error, words: Words): Told {
	const { text, language } = words;
	if (fault instanceof Unshown)
		return { happened: text(fault.happened), change: text('readFirst') };
	if (fault instanceof CallFault) return refusalTold(fault, words);
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
	readonly asked: Asked<Value>;
	readonly children: (value: Value) => ComponentChildren;
}

/** The thing itself, once it is there. */
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

/** Whether the page shows something else from now on. */
export function endsHere(reason: unknown): boolean {
	const ends = ['Sealer_AlreadySigned', 'Sealer_ContractEnded', 'Sealer_LinkEnded'];
	return reason instanceof CallFault && [...ends, 'Sealer_NotYourTurn'].includes(reason.code);
}
