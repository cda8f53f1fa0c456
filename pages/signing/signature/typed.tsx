/** A signature typed as a name and drawn in a handwriting font; sent as a picture. */
import { useId, useRef, useState } from 'preact/hooks';
import { hand, handReady, missingLetters } from './handwriting-font';
import { useWords } from '../texts/words';

interface TypedProps {
	readonly onFile: (file: File | undefined) => void;
}

const font = `96px ${hand}, cursive`;
const ink = '#10203d';
const height = 180;
const margin = 40;
const lengthMax = 60;

export function TypedSignature({ onFile }: TypedProps) {
	const id = useId();
	const words = useWords();
	const canvas = useRef<HTMLCanvasElement>(null);
	const [name, setName] = useState('');
	const [written, setWritten] = useState('');
	const [missing, setMissing] = useState('');
	const newest = useRef('');
	const write = (text: string) => {
		setName(text);
		newest.current = text;
		const target = canvas.current;
		if (target === null) return;
		void picture(target, text.trim()).then((file) => {
			if (newest.current !== text) return;
			const letters = missingLetters(font, text);
			onFile(letters.length === 0 ? file : undefined);
			setMissing(letters.join(', '));
			setWritten(text.trim());
		});
	};
	return (
		<div class="field">
			<label for={id}>{words.text('yourName')}</label>
			<input
				id={id}
				type="text"
				autocomplete="name"
				maxLength={lengthMax}
				value={name}
				onInput={({ currentTarget }) => write(currentTarget.value)}
			/>
			<canvas
				class="given typing"
				ref={canvas}
				role="img"
				aria-label={
					written === '' ? words.text('nothingTyped') : words.text('typed', { name: written })
				}
			/>
			{missing !== '' && <p role="alert">{words.text('noLettersFor', { letters: missing })}</p>}
		</div>
	);
}

/** Draws the name; letters missing in the font use a system font. */
async function picture(target: HTMLCanvasElement, text: string): Promise<File | undefined> {
	await handReady(font, text === '' ? 'a' : text);
	const context = target.getContext('2d');
	if (context === null) return undefined;
	context.font = font;
	target.width = Math.ceil(context.measureText(text).width) + 2 * margin;
	target.height = height;
	// Resizing the canvas has reset the context.
	context.font = font;
	context.fillStyle = ink;
	context.textBaseline = 'middle';
	context.fillText(text, margin, height / 2);
	if (text === '') return undefined;
	const bytes = await new Promise<Blob | null>((resolve) => target.toBlob(resolve, 'image/png'));
	return bytes === null ? undefined : new File([bytes], 'typed.png', { type: 'image/png' });
}
