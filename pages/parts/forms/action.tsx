/** A button that calls the server, with the error beside it. An invalid key or an ended session ends the page's session. */
import { useContext, useState } from 'preact/hooks';
import { sharedTexts } from '../language/shared-texts';
import { useTexts } from '../language/texts';
import { errorOf } from '../loading';
import { EndOfSession, endsSession } from '../session/session';
import { Failure } from '../states';

export interface ActionState {
	readonly isBusy: boolean;
	readonly fault: Error | undefined;
	/** Starts the call, unless one is in flight. */
	readonly start: () => void;
}

/** A call that a person starts; an invalid key ends the session. */
export function useAction(act: () => Promise<unknown>): ActionState {
	const end = useContext(EndOfSession);
	const [isBusy, setBusy] = useState(false);
	const [fault, setFault] = useState<Error>();
	const start = () => {
		if (isBusy) return;
		setBusy(true);
		setFault(undefined);
		act()
			.catch((reason: unknown) => {
				if (endsSession(reason)) end(reason);
				else setFault(errorOf(reason));
			})
			.finally(() => setBusy(false));
	};
	return { isBusy, fault, start };
}

interface ActionProps {
	readonly name: string;
	/** What the action applies to, for screen readers. */
	readonly what: string;
	readonly act: () => Promise<unknown>;
	/** What it does for good; the person is asked before. */
	readonly asks?: string;
}

export function Action({ name, what, act, asks }: ActionProps) {
	const say = useTexts(sharedTexts);
	const { isBusy, fault, start } = useAction(act);
	const [isAsking, setAsking] = useState(false);
	const label = what === '' ? name : say('{act} {what}', { act: name, what });
	if (isAsking) {
		return (
			<span role="group" aria-label={label}>
				{asks}{' '}
				<button
					type="button"
					onClick={() => {
						setAsking(false);
						start();
					}}
				>
					{name}
				</button>{' '}
				<button class="quiet" type="button" onClick={() => setAsking(false)}>
					{say('Leave it')}
				</button>
			</span>
		);
	}
	return (
		<>
			<button
				class="quiet"
				type="button"
				aria-label={label}
				disabled={isBusy}
				onClick={asks === undefined ? start : () => setAsking(true)}
			>
				{name}
			</button>
			{fault !== undefined && <Failure fault={fault} again={start} />}
		</>
	);
}
