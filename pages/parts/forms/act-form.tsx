/** A form that does one thing on the server. Sent again without an answer, it carries the same key, so nothing is done twice. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from './action';
import { newClientId } from './own-id';
import { Failure } from '../states';
import { sharedTexts } from '../language/shared-texts';
import { useTexts } from '../language/texts';

interface ActFormProps {
	/** Of the button. */
	readonly name: string;
	/** False while something is missing. */
	readonly isReady: boolean;
	readonly act: (onceKey: string) => Promise<unknown>;
	readonly children?: ComponentChildren;
}

export function ActForm({ name, isReady, act, children }: ActFormProps) {
	const say = useTexts(sharedTexts);
	const [onceKey, setOnceKey] = useState(newClientId);
	const { isBusy, fault, start } = useAction(async () => {
		await act(onceKey);
		setOnceKey(newClientId());
	});
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				if (isReady) start();
			}}
		>
			{children}
			{fault !== undefined && <Failure fault={fault} />}
			<button type="submit" disabled={isBusy || !isReady}>
				{isBusy ? say('Sending…') : name}
			</button>
		</form>
	);
}
