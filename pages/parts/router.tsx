/**
 * Routing within a page. Addresses are real, so that they can be shared and the browser's Back
 * works; following an internal link loads no document.
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

/** The current address; redraws when it changes. */
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

/** Decodes an id of the address; returns a malformed one unchanged. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Navigates within the page and scrolls to the top. */
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
