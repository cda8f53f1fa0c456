/**
 * A signature drawn with a finger, a pen or a mouse. It goes out as its strokes; what of them is a
 * signature is for the server to say.
 */
import SignaturePad from 'signature_pad';
import { useEffect, useRef, useState } from 'preact/hooks';

import { useWords } from '../texts/words';

interface DrawnProps {
	readonly onFile: (file: File | undefined) => void;
}

/** On white paper in every theme. */
const ink = '#10203d';

export function Drawn({ onFile }: DrawnProps) {
	const { text } = useWords();
	const canvas = useRef<HTMLCanvasElement>(null);
	const pad = useRef<SignaturePad>();
	const [isEmpty, setEmpty] = useState(true);
	// The pad calls what stood there when it was made.
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

/** As many pixels as the screen has there; a canvas forgets what is on it when it changes. */
function fit(target: HTMLCanvasElement, pad: SignaturePad): void {
	const { offsetWidth, offsetHeight } = target;
	// Nobody sees it now.
	if (offsetWidth === 0) return;
	const drawn = pad.toData();
	target.width = offsetWidth * devicePixelRatio;
	target.height = offsetHeight * devicePixelRatio;
	target.getContext('2d')?.scale(devicePixelRatio, devicePixelRatio);
	pad.clear();
	pad.fromData(drawn);
}
