/**
 * A button for something an administrator does. It asks first: what will happen stands above what is to
 * be filled in, with the reason that goes into the audit log; then it says what came of it, and where
 * that is not known, that it is not.
 */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { errorOf } from '../../parts/loading';
import { isUnknown } from '../../parts/own-id';
import { endsSession } from '../../parts/session';
import { Failure, Notice } from '../../parts/states';
import { ActFieldRow, initialOf, isWhole, trimmed, type ActField, type Typed } from './act-fields';
import { useSession, type Exchange } from './session';

/** What is said of an act that was done. */
export interface Told {
	readonly title: string;
	/** Where it is done in part, or goes on by itself. */
	readonly isOpen?: boolean;
	readonly more?: ComponentChildren;
}

interface ActProps<Name extends string, Answer> {
	/** What is done, on the buttons and above the question. */
	readonly name: string;
	/** What it is done to, for who does not see where the button stands. */
	readonly what?: string;
	/** For a button in the row of a table. */
	readonly isSmall?: boolean;
	/** What it takes away or stops, and cannot be taken back by itself. */
	readonly isGrave?: boolean;
	/** What will happen. */
	readonly says: (typed: Typed<Name>) => ComponentChildren;
	readonly fields?: readonly ActField<Name>[];
	/** What only sets something up needs no reason. */
	readonly isReasonOptional?: boolean;
	readonly act: (exchange: Exchange, typed: Typed<Name | 'reason'>) => Promise<Answer>;
	readonly told: (answer: Answer) => Told;
	/** After it was done, or may have been. */
	readonly onDone: () => void;
	/** What makes doing it again safe, where something does. */
	readonly repeatable?: string;
}

type State<Answer> =
	| { readonly at: 'closed' }
	| { readonly at: 'asking' | 'refused' | 'doing' | 'unknown'; readonly fault?: Error }
	| { readonly at: 'done'; readonly answer: Answer };

const reasonField = {
	name: 'reason',
	label: 'Reason',
	kind: 'text',
	help: 'It stands in the audit log.',
} as const;

export function Act<Name extends string = never, Answer = unknown>(props: ActProps<Name, Answer>) {
	const { name, what, isSmall, isGrave, onDone } = props;
	const [state, setState] = useState<State<Answer>>({ at: 'closed' });
	const close = () => {
		setState({ at: 'closed' });
		if (state.at === 'done' || state.at === 'unknown') onDone();
	};
	const kind = isSmall === true ? 'quiet' : isGrave === true ? 'second grave' : 'second';
	return (
		<>
			<button
				class={kind}
				type="button"
				aria-haspopup="dialog"
				{...(what !== undefined && { 'aria-label': `${name}: ${what}` })}
				onClick={() => setState({ at: 'asking' })}
			>
				{name}
			</button>
			{state.at !== 'closed' && (
				<Asking {...props} state={state} setState={setState} onClose={close} />
			)}
		</>
	);
}

interface AskingProps<Name extends string, Answer> extends ActProps<Name, Answer> {
	readonly state: Exclude<State<Answer>, { readonly at: 'closed' }>;
	readonly setState: (state: State<Answer>) => void;
	readonly onClose: () => void;
}

function Asking<Name extends string, Answer>(props: AskingProps<Name, Answer>) {
	const { name, what, told, state, onClose, repeatable } = props;
	const id = useId();
	const dialog = useDialog();
	const isDoing = state.at === 'doing';
	/** What is under way is waited for. */
	const leave = () => (isDoing ? dialog.current?.showModal() : onClose());
	const isOver = state.at === 'done' || (state.at === 'unknown' && repeatable === undefined);
	return (
		<dialog
			ref={dialog}
			aria-labelledby={id}
			onClose={leave}
			onCancel={(event) => {
				if (isDoing) event.preventDefault();
			}}
		>
			<h2 id={id}>
				{name}
				{what !== undefined && (
					<>
						: <bdi>{what}</bdi>
					</>
				)}
			</h2>
			{state.at === 'done' ? <Done told={told(state.answer)} /> : <Trouble {...props} />}
			{!isOver && <Question {...props} onLeave={() => dialog.current?.close()} />}
			{isOver && <Close onClose={() => dialog.current?.close()} />}
		</dialog>
	);
}

/** Opens with what it is in; the browser keeps the focus within, and gives it back at the end. */
function useDialog() {
	const dialog = useRef<HTMLDialogElement>(null);
	useLayoutEffect(() => {
		const shown = dialog.current;
		if (shown !== null && !shown.open) shown.showModal();
	}, []);
	return dialog;
}

/** Has the focus, for what had it before is gone. */
function Close({ onClose }: { readonly onClose: () => void }) {
	const button = useRef<HTMLButtonElement>(null);
	useLayoutEffect(() => button.current?.focus(), []);
	return (
		<p>
			<button ref={button} type="button" onClick={onClose}>
				Close
			</button>
		</p>
	);
}

function Done({ told: { title, isOpen, more } }: { readonly told: Told }) {
	return (
		<Notice kind={isOpen === true ? 'warn' : 'good'} title={title}>
			{more}
		</Notice>
	);
}

interface TroubleProps<Answer> {
	readonly state: State<Answer>;
	readonly repeatable?: string;
}

function Trouble<Answer>({ state, repeatable }: TroubleProps<Answer>) {
	if (state.at === 'refused' && state.fault !== undefined) return <Failure fault={state.fault} />;
	if (state.at !== 'unknown') return null;
	return (
		<Notice kind="bad" title="It is not known whether it was done.">
			<p>{state.fault?.message}</p>
			<p>{repeatable ?? 'See what is there now, or in the audit log, before you do it again.'}</p>
		</Notice>
	);
}

interface QuestionProps<Name extends string, Answer> extends AskingProps<Name, Answer> {
	readonly onLeave: () => void;
}

function Question<Name extends string, Answer>(props: QuestionProps<Name, Answer>) {
	const { name, says, fields = [], isReasonOptional, isGrave, state, onLeave } = props;
	const reason = { ...reasonField, isRequired: isReasonOptional !== true };
	const all: readonly ActField<Name | 'reason'>[] = [...fields, reason];
	const [typed, setTyped] = useState(() => initialOf(all));
	const start = useDoing(props);
	const wanted = trimmed(typed);
	const isDoing = state.at === 'doing';
	return (
		<form
			aria-label={name}
			onSubmit={(event) => {
				event.preventDefault();
				if (isWhole(all, wanted) && !isDoing) start(wanted);
			}}
		>
			<div>{says(wanted)}</div>
			{all.map((field) => (
				<ActFieldRow
					key={field.name}
					field={field}
					value={typed[field.name]}
					onChange={(value) => setTyped({ ...typed, [field.name]: value })}
				/>
			))}
			<div class="actions">
				<button
					type="submit"
					{...(isGrave === true && { class: 'grave' })}
					disabled={!isWhole(all, wanted) || isDoing}
				>
					{isDoing ? 'Being done…' : name}
				</button>
				<button class="second" type="button" disabled={isDoing} onClick={onLeave}>
					Leave it
				</button>
			</div>
		</form>
	);
}

/** Does it, and keeps what came of it; a key that has ended ends the session. */
function useDoing<Name extends string, Answer>({ act, setState }: AskingProps<Name, Answer>) {
	const { exchange, end } = useSession();
	return (typed: Typed<Name | 'reason'>) => {
		setState({ at: 'doing' });
		act(exchange, typed).then(
			(answer) => setState({ at: 'done', answer }),
			(why: unknown) => {
				if (endsSession(why)) end(why);
				else setState({ at: isUnknown(why) ? 'unknown' : 'refused', fault: errorOf(why) });
			},
		);
	};
}
