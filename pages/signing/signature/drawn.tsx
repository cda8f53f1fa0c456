/**
 * A signature drawn with finger, pen or mouse, sent as SVG strokes. The server decides whether it
 * is a signature.
 */
import SignaturePad from 'signature_pad';
import { useEffect, useRef, useState } from 'preact/hooks';

import { useWords } from '../texts/words';

interface DrawnProps {
	readonly onFile: (file: File | undefined) => void;
}

/** The drawing is on white in every theme. */
const ink = '#10203d';

export function DrawnSignature({ onFile }: DrawnProps) {
	const { text } = useWords();
	const canvas = useRef<HTMLCanvasElement>(null);
	const pad = useRef<SignaturePad>();
	const [isEmpty, setEmpty] = useState(true);
	// The pad keeps its first listener, so the current one is in a ref.
	const told = useRef(onFile);
	told.current = onFile;
	const tell = () => {
		const made = pad.current;
		if (made === undefined) return;
		setEmpty(made.isEmpty());
		told.current(made.isEmpty() ? undefined : strokes(made));
	};
	useEffect(() => {
		const target = canvas.current;
		if (target === null) return undefined;
		const made = new SignaturePad(target, { penColor: ink });
		pad.current = made;
		made.addEventListener('endStroke', tell);
		const watcher = new ResizeObserver(() => fit(target, made));
		watcher.observe(target);
		return () => {
			watcher.disconnect();
			made.off();
		};
	}, []);
	const clear = () => {
		pad.current?.clear();
		tell();
	};
	return (
		<>
			<p class="soft">{text('drawHow')}</p>
			<canvas class="given drawing" ref={canvas} role="img" aria-label={text('drawField')} />
			<p>
				<button class="quiet" type="button" disabled={isEmpty} onClick={clear}>
					{text('clear')}
				</button>
			</p>
		</>
	);
}

function strokes(pad: SignaturePad): File {
	return new File([pad.toSVG()], 'drawn.svg', { type: 'image/svg+xml' });
}

/**
 * Matches the canvas to the screen's pixels; resizing clears it, so the strokes are drawn again.
 */
function fit(target: HTMLCanvasElement, pad: SignaturePad): void {
	const { offsetWidth, offsetHeight } = target;
	// Not visible.
	if (offsetWidth === 0) return;
	const drawn = pad.toData();
	target.width = offsetWidth * devicePixelRatio;
	target.height = offsetHeight * devicePixelRatio;
	target.getContext('2d')?.scale(devicePixelRatio, devicePixelRatio);
	pad.clear();
	pad.fromData(drawn);
}
