/**
 * A button for an act of an administrator. It opens a dialog that explains the act and asks for the
 * fields of its description, the reason for the audit log among them, then shows the result, also if
 * the result is unknown.
 */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { EndpointDescription } from '../../../api/language/description';
import type { Input, Reply } from '../../../api/types';
import { errorOf } from '../../parts/loading';
import { isOutcomeUnknown, newClientId } from '../../parts/forms/own-id';
import { endsSession } from '../../parts/session/session';
import { Failure, Notice } from '../../parts/states';
import { acts, type ActName, type ActResult, type Says } from './acts';
import { askedFields, FieldRow, initialOf, isComplete, trimmed, valuesOf } from './fields';
import { described, useSession } from './session';

interface ActProps<O extends ActName> {
	readonly of: O;
	/** The fields that are known. */
	readonly given?: Readonly<Record<string, string>>;
	/** What the act applies to, for screen readers. */
	readonly what?: string;
	/** A small button for a row of a table. */
	readonly isSmall?: boolean;
	/** What the fields are at present; others of the record are ignored. */
	readonly now?: object;
	/** In place of the words of the act, where the page knows better. */
	readonly name?: string;
	readonly says?: Says;
	/** Below the result. */
	readonly more?: (answer: Reply<'exchange', O, Blob>) => ComponentChildren;
	/** Called after the act was done, or may have been. */
	readonly onDone: () => void;
}

type State<Answer> =
	| { readonly at: 'closed' }
	| { readonly at: 'asking' | 'refused' | 'doing' | 'unknown'; readonly fault?: Error }
	| { readonly at: 'done'; readonly answer: Answer };

export function Act<O extends ActName>(props: ActProps<O>) {
	const { of, what, isSmall, onDone, name = acts[of].name } = props;
	const [state, setState] = useState<State<Reply<'exchange', O, Blob>>>({ at: 'closed' });
	/** Kept until the outcome is known, so that it is done once. */
	const [ownId, setOwnId] = useState(newClientId);
	const close = () => {
		setState({ at: 'closed' });
		if (state.at === 'done') setOwnId(newClientId());
		if (state.at === 'done' || state.at === 'unknown') onDone();
	};
	const kind = isSmall === true ? 'quiet' : acts[of].isGrave === true ? 'second grave' : 'second';
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
				<ActDialog
					{...props}
					name={name}
					state={state}
					setState={setState}
					ownId={ownId}
					onClose={close}
				/>
			)}
		</>
	);
}

interface ActDialogProps<O extends ActName> extends ActProps<O> {
	readonly name: string;
	readonly ownId: string;
	readonly state: Exclude<State<Reply<'exchange', O, Blob>>, { readonly at: 'closed' }>;
	readonly setState: (state: State<Reply<'exchange', O, Blob>>) => void;
	readonly onClose: () => void;
}

function ActDialog<O extends ActName>(props: ActDialogProps<O>) {
	const { of, name, what, state, onClose } = props;
	const { repeatable } = acts[of];
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
			{state.at === 'done' ? (
				<Done told={resultOf(props, state.answer)} />
			) : (
				<Trouble state={state} repeatable={repeatable} />
			)}
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

function resultOf<O extends ActName>(
	{ of, given = {}, more }: ActProps<O>,
	answer: Reply<'exchange', O, Blob>,
): ActResult {
	const { told } = acts[of];
	const result = typeof told === 'string' ? { title: told } : told(answer, given);
	return more === undefined ? result : { ...result, more: [more(answer), result.more] };
}

function Done({ told: { title, isOpen, more } }: { readonly told: ActResult }) {
	return (
		<Notice kind={isOpen === true ? 'warn' : 'good'} title={title}>
			{more}
		</Notice>
	);
}

interface TroubleProps {
	readonly state: { readonly at: string; readonly fault?: Error };
	readonly repeatable: string | undefined;
}

function Trouble({ state, repeatable }: TroubleProps) {
	if (state.at === 'refused' && state.fault !== undefined) return <Failure fault={state.fault} />;
	if (state.at !== 'unknown') return null;
	return (
		<Notice kind="bad" title="It is not known whether it was done.">
			<p>{state.fault?.message}</p>
			<p>{repeatable ?? 'See what is there now, or in the audit log, before you do it again.'}</p>
		</Notice>
	);
}

interface QuestionProps<O extends ActName> extends ActDialogProps<O> {
	readonly onLeave: () => void;
}

function Question<O extends ActName>(props: QuestionProps<O>) {
	const { of, name, given = {}, now = {}, ownId, state, onLeave } = props;
	const { isGrave, sendsChanges } = acts[of];
	const says = props.says ?? acts[of].says;
	const endpoint: EndpointDescription = described[of];
	const asked = askedFields(endpoint, given);
	const [initial] = useState(() => initialOf(asked, { ...now }, ownId));
	const [typed, setTyped] = useState(initial);
	const start = useAct(props);
	const wanted = trimmed(typed);
	const isDoing = state.at === 'doing';
	const isReady = isComplete(asked, wanted) && !isDoing;
	const isSent = ({ name: field }: { readonly name: string }) =>
		sendsChanges !== true || wanted[field] !== initial[field];
	return (
		<form
			aria-label={name}
			onSubmit={(event) => {
				event.preventDefault();
				if (isReady) start(valuesOf(endpoint, asked.filter(isSent), { typed: wanted, ownId }));
			}}
		>
			<p>{typeof says === 'string' ? says : says(wanted, given)}</p>
			{asked.map((field) => (
				<FieldRow
					key={field.name}
					asked={field}
					value={typed[field.name] ?? ''}
					onChange={(value) => setTyped({ ...typed, [field.name]: value })}
				/>
			))}
			<div class="actions">
				<button type="submit" {...(isGrave === true && { class: 'grave' })} disabled={!isReady}>
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
function useAct<O extends ActName>({ of, given, setState }: ActDialogProps<O>) {
	const { exchange, end } = useSession();
	return (values: Readonly<Record<string, unknown>>) => {
		setState({ at: 'doing' });
		// The values are those of the fields of its description.
		exchange.call(of, { ...given, ...values } as Input<'exchange', O, Blob>).then(
			(answer) => setState({ at: 'done', answer }),
			(why: unknown) => {
				if (endsSession(why)) end(why);
				else setState({ at: isOutcomeUnknown(why) ? 'unknown' : 'refused', fault: errorOf(why) });
			},
		);
	};
}
