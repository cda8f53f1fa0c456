/** A button that calls the server, with the error beside it. */
import { useState, type Dispatch, type StateUpdater } from 'preact/hooks';
import { errorOf } from '../parts/loading';
import { endsSession } from '../parts/session';
import { Failure } from '../parts/states';
import { useSession } from './session';

export interface ActionState {
	readonly isBusy: boolean;
	readonly fault: Error | undefined;
	/** Starts the call, unless one is in flight. */
	readonly start: () => void;
}

/** A call that a person starts; an invalid key ends the session. */
export function useAction(act: () => Promise<void>): ActionState {
	const { end } = useSession();
	const [isBusy, setBusy] = useState(false);
	const [fault, setFault] = useState<Error>();
	const start = () => {
		if (isBusy) return;
		setBusy(true);
		setFault(undefined);
		act()
			.catch((reason: unknown) => told(reason, end, setFault))
			.finally(() => setBusy(false));
	};
	return { isBusy, fault, start };
}

function told(
	reason: unknown,
	end: (why: Error) => void,
	setFault: Dispatch<StateUpdater<Error | undefined>>,
): void {
	if (endsSession(reason)) end(reason);
	else setFault(errorOf(reason));
}

interface ActionProps {
	readonly name: string;
	/** What the action applies to, for screen readers. */
	readonly what: string;
	readonly act: () => Promise<void>;
}

export function Action({ name, what, act }: ActionProps) {
	const { isBusy, fault, start } = useAction(act);
	return (
		<>
			<button
				class="quiet"
				type="button"
				aria-label={`${name} ${what}`}
				disabled={isBusy}
				onClick={start}
			>
				{name}
			</button>
			{fault !== undefined && <Failure fault={fault} again={start} />}
		</>
	);
}
