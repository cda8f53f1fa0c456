/**
 * Files of the link. A browser fetches an address by itself; where the link needs the secret of a code, which stands in no
 * address, the page fetches the file.
 */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { errorOf, useLoaded } from '../../parts/loading';
import { saveFile } from '../../parts/save-file';
import { addressBelow, fileBelow, needsSecret } from './link';
import { OnceLoaded, TroubleNotice } from './trouble';

interface DownloadProps {
	readonly part: string;
	readonly fileName: string;
	readonly isSecond?: boolean;
	readonly onClick?: () => void;
	readonly children: ComponentChildren;
}

export function Download({ part, fileName, isSecond, onClick, children }: DownloadProps) {
	const [fault, setFault] = useState<Error>();
	const look = isSecond === true ? 'button second' : 'button';
	if (!needsSecret()) {
		return (
			<a class={look} href={addressBelow(part)} download="" onClick={onClick}>
				{children}
			</a>
		);
	}
	const save = () => {
		onClick?.();
		fileBelow(part).then(
			(file) => saveFile(file, fileName),
			(reason: unknown) => setFault(errorOf(reason)),
		);
	};
	return (
		<>
			<button class={isSecond === true ? 'second' : ''} type="button" onClick={save}>
				{children}
			</button>
			{fault !== undefined && <TroubleNotice trouble={fault} />}
		</>
	);
}

interface PictureProps {
	readonly part: string;
	readonly alt: string;
	readonly look: string;
	readonly onShown?: () => void;
}

export function Picture({ part, alt, look, onShown }: PictureProps) {
	if (!needsSecret())
		return <img class={look} src={addressBelow(part)} alt={alt} onLoad={onShown} />;
	return <FetchedPicture part={part} alt={alt} look={look} onShown={onShown} />;
}

/** On a canvas, because the policy of the page takes pictures from addresses of the server alone. */
function FetchedPicture({ part, alt, look, onShown }: PictureProps) {
	const asked = useLoaded(part, async () => createImageBitmap(await fileBelow(part)));
	const isDrawn = useRef(false);
	return (
		<OnceLoaded asked={asked}>
			{(picture) => (
				<canvas
					class={look}
					role="img"
					aria-label={alt}
					width={picture.width}
					height={picture.height}
					ref={(canvas) => {
						if (canvas === null || isDrawn.current) return;
						isDrawn.current = true;
						canvas.getContext('2d')?.drawImage(picture, 0, 0);
						onShown?.();
					}}
				/>
			)}
		</OnceLoaded>
	);
}
