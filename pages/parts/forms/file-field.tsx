/** A field for one file, chosen or dropped anywhere on the field. It only passes the file on. */
import { useId, useState } from 'preact/hooks';

interface FileFieldProps {
	readonly label: string;
	readonly help: string;
	readonly accept?: string;
	readonly onFile: (file: File | undefined) => void;
}

export function FileField({ label, help, accept, onFile }: FileFieldProps) {
	const id = useId();
	const [isDropping, setDropping] = useState(false);
	const over = (event: DragEvent) => {
		event.preventDefault();
		setDropping(event.type === 'dragover');
	};
	const drop = (event: DragEvent) => {
		event.preventDefault();
		setDropping(false);
		const file = event.dataTransfer?.files[0];
		const field = document.getElementById(id);
		if (file === undefined || !(field instanceof HTMLInputElement)) return;
		// Shows the name of the dropped file in the field.
		field.files = event.dataTransfer?.files ?? null;
		onFile(file);
	};
	return (
		<div
			class={isDropping ? 'field dropping' : 'field'}
			onDragOver={over}
			onDragLeave={over}
			onDrop={drop}
		>
			<label for={id}>{label}</label>
			<p id={`${id}-help`}>{help}</p>
			<input
				id={id}
				type="file"
				aria-describedby={`${id}-help`}
				{...(accept !== undefined && { accept })}
				onChange={({ currentTarget }) => onFile(currentTarget.files?.[0])}
			/>
		</div>
	);
}
