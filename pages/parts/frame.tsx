/**
 * What every page has around it: the way home, the parts of the page, and its heading, which is
 * also the title of the tab and takes the focus when somebody has gone to another part.
 */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Link } from './router';

export interface Part {
	readonly to: string;
	readonly name: string;
}

interface FrameProps {
	/** What the page is for, in the title of the tab. */
	readonly name: string;
	readonly parts: readonly Part[];
	/** The one of the parts that is shown. */
	readonly current?: string | undefined;
	/** For one column of text, which is read. */
	readonly isNarrow?: boolean;
	/** For many things beside each other, which are watched. */
	readonly isWide?: boolean;
	/** Of the link that leads past what every page has. */
	readonly skip?: string;
	/** Stands at the other end of the line above. */
	readonly beside?: ComponentChildren;
	readonly children: ComponentChildren;
}

export function Frame({ name, parts, current, isNarrow, isWide, ...more }: FrameProps) {
	const { skip = 'Skip to the content', beside, children } = more;
	const width = isNarrow === true ? 'narrow' : isWide === true ? 'wide' : '';
	return (
		<>
			<a class="skip" href="#main">
				{skip}
			</a>
			<header class={`frame ${width}`.trimEnd()}>
				<a class="home" href="/">
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
			<main id="main" {...(width !== '' && { class: width })}>
				{children}
			</main>
		</>
	);
}

/** The heading of what is shown. The first one of a page takes no focus: nobody has moved yet. */
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
