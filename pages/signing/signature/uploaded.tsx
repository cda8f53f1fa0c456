/** A signature as a chosen picture, previewed; the server decides whether it is usable. */
import { useRef, useState } from 'preact/hooks';
import { FileField } from '../../parts/forms/file-field';
import { useWords } from '../texts/words';

interface UploadedProps {
	readonly onFile: (file: File | undefined) => void;
}

export function UploadedSignature({ onFile }: UploadedProps) {
	const { text } = useWords();
	const canvas = useRef<HTMLCanvasElement>(null);
	const [isUnshown, setUnshown] = useState(false);
	const take = (file: File | undefined) => {
		onFile(file);
		setUnshown(false);
		const target = canvas.current;
		if (target === null) return;
		target.width = 0;
		if (file === undefined) return;
		show(target, file).catch(() => setUnshown(true));
	};
	return (
		<>
			<FileField
				label={text('pictureField')}
				help={text('pictureHelp')}
				accept="image/png,image/jpeg,image/webp"
				onFile={take}
			/>
			<canvas class="given" ref={canvas} role="img" aria-label={text('pictureChosen')} />
			{isUnshown && <p role="status">{text('pictureNotShown')}</p>}
		</>
	);
}

async function show(target: HTMLCanvasElement, file: File): Promise<void> {
	const picture = await createImageBitmap(file);
	const scale = Math.min(1, 800 / picture.width);
	target.width = Math.round(picture.width * scale);
	target.height = Math.round(picture.height * scale);
	target.getContext('2d')?.drawImage(picture, 0, 0, target.width, target.height);
	picture.close();
}
