/**
 * The session of a page. Who is signed in to the console needs no key: the browser sends the cookie. Everybody else
 * enters one, which is kept in the memory of this tab only, and forgotten when the server refuses it.
 */
import { createContext, type ComponentChildren } from 'preact';
import { useContext, useId, useState } from 'preact/hooks';
import { platform } from '../../../api/platform/endpoints';
import { CallFault, clientOf } from '../client';
import { Heading } from '../frame';
import { errorOf, useLoaded, type Query } from '../loading';
import { isSharedText, sharedTexts } from '../language/shared-texts';
import { useTexts } from '../language/texts';
import { forgetSignedIn, signInAddress, useSignedIn } from './signed-in';
import {
	ByConsole,
	forgetSignedInKey,
	SignedInLine,
	signedInKey,
	type SignedInAs,
} from './by-console';
import { Failure } from '../states';

export interface Ending {
	/** Forgets the key; with a reason if the server refused it. */
	readonly end: (reason?: Error) => void;
}

/** What ends the session of the page around it. */
export const EndOfSession = createContext<Ending['end']>(() => undefined);

interface SessionOptions<Clients> {
	/**
	 * The heading of the key form, in the language of the reader where the shared texts have it, and the purpose of the
	 * page in a sentence.
	 */
	readonly heading: string;
	readonly purpose: ComponentChildren;
	/** Without a key the calls are those of who is signed in. */
	readonly clients: (key?: string) => Clients;
	/** A call that every valid key of the page may make; if left out, a page of the service, which people sign in to. */
	readonly check?: (clients: Clients) => Promise<unknown>;
	/** On a page of the exchange: what who signs in through the console of a service is there. */
	readonly signsInAs?: SignedInAs;
}

export interface GateProps {
	/** The page shows something without a key as well; the form is then beside it. */
	readonly isBeside?: boolean;
	readonly children: ComponentChildren;
}

/** Makes the key form of a page and its hooks for calls with the key. */
export function sessionFor<Clients extends object>(options: SessionOptions<Clients>) {
	const { signsInAs } = options;
	const Current = createContext<(Clients & Ending) | undefined>(undefined);
	/** Outlives the gate, so that another part of the page need not ask for the key again. */
	let currentKey: string | undefined = signsInAs && signedInKey(signsInAs)?.key;

	function useSession(): Clients & Ending {
		const session = useContext(Current);
		if (session === undefined) throw new Error('nobody has given a key');
		return session;
	}

	/** Queries with the key; ends the session if the key is refused. */
	function useAsked<Value>(
		question: string,
		load: (session: Clients & Ending) => Promise<Value>,
	): Query<Value> {
		const session = useSession();
		return useLoaded(question, () =>
			load(session).catch((fault: unknown) => {
				if (endsSession(fault)) session.end(fault);
				throw fault;
			}),
		);
	}

	function SessionGate({ isBeside = false, children }: GateProps) {
		const [key, setCurrent] = useState(currentKey);
		const who = useSignedIn(options.check === undefined);
		const setKey = (given: string | undefined) => {
			currentKey = given;
			setCurrent(given);
		};
		const [reason, setReason] = useState<Error>();
		const end = (why?: Error) => {
			setKey(undefined);
			if (signsInAs) forgetSignedInKey(signsInAs);
			setReason(why);
			if (key === undefined) forgetSignedIn();
		};
		if (key !== undefined || who?.user !== undefined) {
			return (
				<Current.Provider value={{ ...options.clients(key), end }}>
					<EndOfSession.Provider value={end}>
						<SignedInLine as={signsInAs} currentKey={key} onEnd={end} />
						{children}
					</EndOfSession.Provider>
				</Current.Provider>
			);
		}
		if (who === undefined) return null;
		const { heading, purpose, clients, check } = options;
		const ask = (typed: string) => check?.(clients(typed)) ?? askService(typed);
		return (
			<KeyForm
				heading={heading}
				purpose={purpose}
				isBeside={isBeside}
				canSignIn={check === undefined}
				signsInAs={signsInAs}
				ask={ask}
				reason={reason}
				onKey={setKey}
			/>
		);
	}

	return { SessionGate, useSession, useAsked };
}

/** True if the server refused the key, or the session has ended. */
export function endsSession(fault: unknown): fault is CallFault {
	return fault instanceof CallFault && /^Auth_(Key|SessionEnded)/.test(fault.code);
}

const askService = (key: string): Promise<unknown> =>
	clientOf<'platform'>(platform, key).list('listProducts', { limit: 1 });

interface KeyFormProps {
	readonly heading: string;
	readonly purpose: ComponentChildren;
	readonly isBeside: boolean;
	readonly canSignIn: boolean;
	readonly signsInAs: SignedInAs | undefined;
	readonly ask: (key: string) => Promise<unknown>;
	readonly reason: Error | undefined;
	readonly onKey: (key: string) => void;
}

function KeyForm(props: KeyFormProps) {
	const { purpose, isBeside, canSignIn, signsInAs, ask, reason, onKey } = props;
	const say = useTexts(sharedTexts);
	const heading = isSharedText(props.heading) ? say(props.heading) : props.heading;
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
		ask(key).then(
			() => onKey(key),
			(why: unknown) => {
				setFault(errorOf(why));
				setAsking(false);
			},
		);
	};
	return (
		<>
			{isBeside ? <h2>{heading}</h2> : <Heading>{heading}</Heading>}
			<p>{purpose}</p>
			{shown !== undefined && <Failure fault={shown} />}
			{signsInAs !== undefined && <ByConsole as={signsInAs} onKey={onKey} />}
			{canSignIn && (
				<p>
					<a class="button" href={signInAddress()}>
						{say('Sign in')}
					</a>{' '}
					{say('or enter an API key.')}
				</p>
			)}
			<form onSubmit={submit}>
				<div class="field">
					<label for={id}>{say('API key')}</label>
					<p id={`${id}-help`}>
						{say('It is kept in this tab as long as the page is open, and nowhere else.')}
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
					{say('Open')}
				</button>
			</form>
		</>
	);
}
