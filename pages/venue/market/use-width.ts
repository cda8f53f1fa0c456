/** The width of a drawing's element as it changes; text in a drawing then keeps its size. */
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export function useWidth(): readonly [RefObject<HTMLDivElement>, number] {
	const place = useRef<HTMLDivElement>(null);
	const [width, setWidth] = useState(0);
	useEffect(() => {
		const { current } = place;
		if (current === null) return undefined;
		const observer = new ResizeObserver(([entry]) =>
			setWidth(Math.floor(entry?.contentRect.width ?? 0)),
		);
		observer.observe(current);
		return () => observer.disconnect();
	}, []);
	return [place, width];
}
