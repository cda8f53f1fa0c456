/** Placeholders and notices: loading, empty, failed, and messages of four kinds. */
import type { ComponentChildren } from 'preact';
import type { Query } from './loading';
import { sharedTexts } from './language/shared-texts';
import { useTexts } from './language/texts';
import { useTold } from './told';

interface NoticeProps {
	readonly kind: 'bad' | 'warn' | 'good' | 'plain';
	readonly title: string;
	readonly children?: ComponentChildren;
}

/** Screen readers announce a bad one at once, others when idle. */
export function Notice({ kind, title, children }: NoticeProps) {
	return (
		<div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
			<strong>{title}</strong>
			{children}
		</div>
	);
}

export function Empty({ children }: { readonly children: ComponentChildren }) {
	return <p class="empty">{children}</p>;
}

interface FailureProps {
	readonly fault: Error;
	readonly again?: (() => void) | undefined;
}

export function Failure({ fault, again }: FailureProps) {
	const say = useTexts(sharedTexts);
	const told = useTold(fault);
	if (told === undefined) return null;
	return (
		<Notice kind="bad" title={told.happened}>
			{told.change !== '' && <p>{told.change}</p>}
			{again !== undefined && (
				<p>
					<button class="second" type="button" onClick={again}>
						{say('Try again')}
					</button>
				</p>
			)}
		</Notice>
	);
}

interface WhenLoadedProps<Value> {
	readonly asked: Query<Value>;
	readonly children: (value: Value) => ComponentChildren;
}

/** Shows the children once loaded. */
export function WhenLoaded<Value>({ asked: { loaded, again }, children }: WhenLoadedProps<Value>) {
	const say = useTexts(sharedTexts);
	switch (loaded.state) {
		case 'loading':
			return (
				<p class="soft" role="status">
					{say('Loading…')}
				</p>
			);
		case 'failed':
			return <Failure fault={loaded.fault} again={again} />;
		case 'loaded':
			return <>{children(loaded.value)}</>;
	}
}
