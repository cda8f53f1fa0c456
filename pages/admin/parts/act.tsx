/**
 * A button for an action of an administrator. It opens a dialog that explains the action and asks
 * for its fields and the reason for the audit log, then shows the result, also if the result is
 * unknown.
 */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { errorOf } from '../../parts/loading';
import { isOutcomeUnknown } from '../../parts/own-id';
import { endsSession } from '../../parts/session';
import { Failure, Notice } from '../../parts/states';
import {
	ActFieldRow,
	initialOf,
	isComplete,
	trimmed,
	type ActField,
	type Typed,
} from './act-fields';
import { useSession, type Exchange } from './session';

/** The message after an action. */
export interface ActResult {
	readonly title: string;
	/** The action is done in part, or continues. */
	readonly isOpen?: boolean;
	readonly more?: ComponentChildren;
}

interface ActProps<Name extends string, Answer> {
	/** Name of the action, on the buttons and in the heading. */
	readonly name: string;
	/** What the action applies to, for screen readers. */
	readonly what?: string;
	/** A small button for a row of a table. */
	readonly isSmall?: boolean;
	/** The action takes something away, and cannot be undone. */
	readonly isGrave?: boolean;
	/** Describes what will happen. */
	readonly says: (typed: Typed<Name>) => ComponentChildren;
	readonly fields?: readonly ActField<Name>[];
	/** Actions that only set something up need no reason. */
	readonly isReasonOptional?: boolean;
	readonly act: (exchange: Exchange, typed: Typed<Name | 'reason'>) => Promise<Answer>;
	readonly told: (answer: Answer) => ActResult;
	/** Called after the action was done, or may have been. */
	readonly onDone: () => void;
	/** Why repeating is safe, if it is. */
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
				<ActDialog {...props} state={state} setState={setState} onClose={close} />
			)}
		</>
	);
}

interface ActDialogProps<Name extends string, Answer> extends ActProps<Name, Answer> {
	readonly state: Exclude<State<Answer>, { readonly at: 'closed' }>;
	readonly setState: (state: State<Answer>) => void;
	readonly onClose: () => void;
}

function ActDialog<Name extends string, Answer>(props: ActDialogProps<Name, Answer>) {
	const { name, what, told, state, onClose, repeatable } = props;
	const id = useId();
	const dialog = useDialog();
	const isDoing = state.at === 'doing';
	/** The dialog cannot be closed while the call is in flight. */
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

/**
 * Opens the dialog when it is drawn; the browser keeps the focus inside and restores it at the end.
 */
function useDialog() {
	const dialog = useRef<HTMLDialogElement>(null);
	useLayoutEffect(() => {
		const shown = dialog.current;
		if (shown !== null && !shown.open) shown.showModal();
	}, []);
	return dialog;
}

/** Takes the focus, because the element that had it is gone. */
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

function Done({ told: { title, isOpen, more } }: { readonly told: ActResult }) {
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

interface QuestionProps<Name extends string, Answer> extends ActDialogProps<Name, Answer> {
	readonly onLeave: () => void;
}

function Question<Name extends string, Answer>(props: QuestionProps<Name, Answer>) {
	const { name, says, fields = [], isReasonOptional, isGrave, state, onLeave } = props;
	const reason = { ...reasonField, isRequired: isReasonOptional !== true };
	const all: readonly ActField<Name | 'reason'>[] = [...fields, reason];
	const [typed, setTyped] = useState(() => initialOf(all));
	const start = useAct(props);
	const wanted = trimmed(typed);
	const isDoing = state.at === 'doing';
	return (
		<form
			aria-label={name}
			onSubmit={(event) => {
				event.preventDefault();
				if (isComplete(all, wanted) && !isDoing) start(wanted);
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
					disabled={!isComplete(all, wanted) || isDoing}
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

/** Makes the call and stores its result; an invalid key ends the session. */
function useAct<Name extends string, Answer>({ act, setState }: ActDialogProps<Name, Answer>) {
	const { exchange, end } = useSession();
	return (typed: Typed<Name | 'reason'>) => {
		setState({ at: 'doing' });
		act(exchange, typed).then(
			(answer) => setState({ at: 'done', answer }),
			(why: unknown) => {
				if (endsSession(why)) end(why);
				else setState({ at: isOutcomeUnknown(why) ? 'unknown' : 'refused', fault: errorOf(why) });
			},
		);
	};
}
