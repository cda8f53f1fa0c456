/**
 * Which part of a page its address means. Addresses are real ones, so that they can be sent to
 * somebody and the browser's own back works; following a link of ours loads nothing anew.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const moved = 'address-moved';

export interface Place {
	readonly path: string;
	readonly query: URLSearchParams;
}

function placeNow(): Place {
	const { pathname, search } = globalThis.location;
	return { path: pathname.replace(/\/+$/, '') || '/', query: new URLSearchParams(search) };
}

/** The address of the page, as it changes. */
export function usePlace(): Place {
	const [place, setPlace] = useState(placeNow);
	useEffect(() => {
		const look = () => setPlace(placeNow());
		addEventListener('popstate', look);
		addEventListener(moved, look);
		return () => {
			removeEventListener('popstate', look);
			removeEventListener(moved, look);
		};
	}, []);
	return place;
}

/** An id in an address is a text of its own. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Goes to another part of the page; who has scrolled begins at its top. */
export function go(to: string): void {
	history.pushState(null, '', to);
	dispatchEvent(new Event(moved));
	scrollTo(0, 0);
}

interface LinkProps {
	readonly to: string;
	readonly isCurrent?: boolean;
	readonly children: ComponentChildren;
}

export function Link({ to, isCurrent = false, children }: LinkProps) {
	const follow = (event: MouseEvent) => {
		if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
			return;
		event.preventDefault();
		go(to);
	};
	return (
		<a href={to} onClick={follow} {...(isCurrent && { 'aria-current': 'page' as const })}>
			{children}
		</a>
	);
}
