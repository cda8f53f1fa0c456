/**
 * Who looks at the page: a key that somebody gives it, kept in the memory of this tab alone. A key that
 * the server no longer takes is forgotten, with the reason.
 */
import { createContext, type ComponentChildren } from 'preact';
import { useContext, useId, useState } from 'preact/hooks';
import { platform } from '../../api/platform';
import { tracker } from '../../api/tracker';
import { CallFault, clientOf, type Client } from '../parts/client';
import { errorOf, useLoaded, type Asked } from '../parts/loading';
import { Heading } from '../parts/frame';
import { Failure } from '../parts/states';

export interface Session {
	readonly tracker: Client<'tracker'>;
	readonly platform: Client<'platform'>;
	/** Forgets the key; with a reason, where the server has ended it. */
	readonly end: (reason?: Error) => void;
}

const Current = createContext<Session | undefined>(undefined);

export function useSession(): Session {
	const session = useContext(Current);
	if (session === undefined) throw new Error('nobody has given a key');
	return session;
}

/** Asks with the key, and ends the session when the key is no longer taken. */
export function useAsked<Value>(
	question: string,
	load: (session: Session) => Promise<Value>,
): Asked<Value> {
	const session = useSession();
	return useLoaded(question, () =>
		load(session).catch((fault: unknown) => {
			if (fault instanceof CallFault && fault.code.startsWith('Auth_Key')) session.end(fault);
			throw fault;
		}),
	);
}

export function SessionGate({ children }: { readonly children: ComponentChildren }) {
	const [key, setKey] = useState<string>();
	const [reason, setReason] = useState<Error>();
	if (key === undefined) {
		return <KeyForm reason={reason} onKey={setKey} />;
	}
	const session: Session = {
		tracker: clientOf<'tracker'>(tracker, key),
		platform: clientOf<'platform'>(platform, key),
		end: (why) => {
			setKey(undefined);
			setReason(why);
		},
	};
	return <Current.Provider value={session}>{children}</Current.Provider>;
}

interface KeyFormProps {
	readonly reason: Error | undefined;
	readonly onKey: (key: string) => void;
}

function KeyForm({ reason, onKey }: KeyFormProps) {
	const id = useId();
	const [typed, setTyped] = useState('');
	const [fault, setFault] = useState<Error>();
	const [isAsking, setAsking] = useState(false);
	const shown = fault ?? reason;
	const submit = (event: SubmitEvent) => {
		event.preventDefault();
		const key = typed.trim();
		if (key === '') return;
		setAsking(true);
		clientOf<'platform'>(platform, key)
			.list('listProducts', { limit: 1 })
			.then(
				() => onKey(key),
				(why: unknown) => {
					setFault(errorOf(why));
					setAsking(false);
				},
			);
	};
	return (
		<>
			<Heading>Assets</Heading>
			<p>Holders, batches and movements of an asset, for those who have a key.</p>
			{shown !== undefined && <Failure fault={shown} />}
			<form onSubmit={submit}>
				<div class="field">
					<label for={id}>API key</label>
					<p id={`${id}-help`}>
						It is kept in this tab as long as the page is open, and nowhere else.
					</p>
					<input
						id={id}
						type="password"
						autocomplete="off"
						aria-describedby={`${id}-help`}
						value={typed}
						onInput={({ currentTarget }) => setTyped(currentTarget.value)}
					/>
				</div>
				<button type="submit" disabled={isAsking}>
					Open
				</button>
			</form>
		</>
	);
}
