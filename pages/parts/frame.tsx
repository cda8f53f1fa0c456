/**
 * The frame of every page: link home, navigation, and the heading, which also sets the title of the
 * tab and takes the focus after navigation.
 */
import type { ComponentChildren } from 'preact';
import { useErrorBoundary, useLayoutEffect, useRef } from 'preact/hooks';
import { sharedTexts } from './language/shared-texts';
import { useTexts } from './language/texts';
import { Link } from './router';
import { Failure } from './states';

export interface Part {
	readonly to: string;
	readonly name: string;
}

interface FrameProps {
	/** The name of the page. */
	readonly name: string;
	readonly parts: readonly Part[];
	/** The address of the current part. */
	readonly current?: string | undefined;
	/** For one column of text. */
	readonly isNarrow?: boolean;
	/** For several panels side by side. */
	readonly isWide?: boolean;
	/** Where the name of the product leads. */
	readonly home?: string;
	/** Label of the skip link. */
	readonly skip?: string;
	/** Shown at the right end of the header. */
	readonly beside?: ComponentChildren;
	/** Shown between the header and the content, or beside the content. */
	readonly rail?: ComponentChildren;
	readonly children: ComponentChildren;
}

export function Frame({ name, parts, current, isNarrow, isWide, ...more }: FrameProps) {
	const say = useTexts(sharedTexts);
	const { home = '/', skip = say('Skip to the content'), beside, rail, children } = more;
	const width = isNarrow === true ? 'narrow' : isWide === true ? 'wide' : '';
	return (
		<>
			<a class="skip" href="#main">
				{skip}
			</a>
			<header class={`frame ${width}`.trimEnd()}>
				<a class="home" href={home}>
					Sealkeeper
				</a>
				{parts.length > 0 && (
					<nav aria-label={name}>
						{parts.map(({ to, name: partName }) => (
							<Link key={to} to={to} isCurrent={to === current}>
								{partName}
							</Link>
						))}
					</nav>
				)}
				{beside}
			</header>
			{rail}
			<main id="main" {...(width !== '' && { class: width })}>
				<Shown key={current}>{children}</Shown>
			</main>
		</>
	);
}

/** The browser's console shows it, as it shows a fault that nobody catches. */
const report = (fault: unknown) => reportError(fault);

const unknownForm =
	'This part cannot be shown: the server answered in a form that this page does not know.' as const;

/** Says so where an answer has a form that the page does not know, instead of leaving a part empty. */
function Shown({ children }: { readonly children: ComponentChildren }) {
	const [fault, again] = useErrorBoundary(report) as readonly [unknown, () => void];
	const say = useTexts(sharedTexts);
	if (fault === undefined) return <>{children}</>;
	return <Failure fault={new Error(say(unknownForm))} again={again} />;
}

/** The first heading of a page takes no focus, because nobody has navigated yet. */
export function Heading({ children: text }: { readonly children: string }) {
	const heading = useRef<HTMLHeadingElement>(null);
	useLayoutEffect(() => {
		const isFirst = document.body.dataset['heading'] === undefined;
		document.title = `${text} · Sealkeeper`;
		document.body.dataset['heading'] = text;
		if (!isFirst) heading.current?.focus({ preventScroll: true });
	}, [text]);
	return (
		<h1 ref={heading} tabIndex={-1}>
			{text}
		</h1>
	);
}
